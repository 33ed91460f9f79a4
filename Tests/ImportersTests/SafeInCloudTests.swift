import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("SafeInCloud's XML")
struct SafeInCloudTests {
    private static func card(_ content: String, _ attributes: String = "") -> String {
        #"<card title="Acorn" id="1" \#(attributes)>\#(content)</card>"#
    }

    private static func field(_ type: String, _ text: String) -> String {
        #"<field name="x" type="\#(type)">\#(text)</field>"#
    }

    private static func database(_ cards: String...) -> String {
        #"<?xml version="1.0"?><database><label id="3" name="Work"/>\#(cards.joined())<label id="4" name="Home"/></database>"#
    }

    private static let code = field("one_time_password", "gezd gnb2")

    @Test("A card is limited, a file is not")
    func limits() throws {
        let most = Limit.xmlElements
        // The card, and its field.
        let others = String(repeating: "<a/>", count: most - 2)
        #expect(try read(Self.database(Self.card(Self.code + others), "<x>\(others)</x>")).items.count == 1)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.xmlElements(most))) {
            try read(Self.database(Self.card(Self.code + others + "<a/>")))
        }
    }
}
