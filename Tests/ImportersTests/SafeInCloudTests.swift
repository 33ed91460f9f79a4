import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

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

    @Test(
        "Names, labels and fields of other types are read",
        arguments: [
            (card(field("login", "alice") + code), "totp Acorn|alice GEZDGNB2 SHA1 6 30"),
            (
                card(field("login", "") + field("login", "bob") + code + field("secret", "GEZDGNBVGEZDGNB2")),
                "totp Acorn|bob GEZDGNB2 SHA1 6 30"
            ),
            (
                card(
                    code + "<label_id>4</label_id><label_id>3</label_id><label_id>9</label_id><notes>n</notes>",
                    #"star="true""#),
                "totp Acorn| GEZDGNB2 SHA1 6 30 tags=Home,Work note=n favourite"
            ),
            (
                card(field("weblogin", "https://www.birch.example/a") + code).replacing("Acorn", with: ""),
                "totp birch.example| GEZDGNB2 SHA1 6 30"
            ),
            (
                card(field("one_time_password", "otpauth://totp/Oak:bob?secret=GEZDGNB2&amp;digits=8")),
                "totp Oak|bob GEZDGNB2 SHA1 8 30"
            ),
        ])
    func accounts(card: String, line: String) throws {
        let document = try read(Self.database(card))
        #expect(document.format == "safeincloud" && document.items.map(\.fieldsLine) == [line])
    }

    @Test("Templates, notes and cards without a code are skipped; cards in the trash are imported with a warning")
    func skipped() throws {
        let document = try read(
            Self.database(
                Self.card(Self.code, #"template="true""#), Self.card("<notes>GEZDGNB2</notes>", #"type="note""#),
                Self.card(Self.field("one_time_password", " ")), Self.card(Self.code + Self.code, #"deleted="true""#)))
        #expect(document.items.count == 2 && document.skipped.counts == [.noOneTimeCode: 3] && document.records == 5)
        #expect(document.warnings == ["1 of the entries with a one-time code is in the app's trash; imported anyway"])
    }

    @Test("A damaged code costs one card")
    func rejected() throws {
        let document = try read(
            Self.database(
                Self.card(Self.field("one_time_password", "https://a.example")), Self.card(Self.code),
                Self.card(Self.field("one_time_password", "thisisanotp!"))))
        #expect(document.outcomes == [.rejected(.notALink), .totp(), .rejected(.secretNotBase32)])
    }

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

    @Test(
        "It is recognized by its root and a card",
        arguments: [
            (database(card("")), "safeincloud"), ("<!-- x --><database>\n<card ", "safeincloud"), ("<database/>", nil),
            ("<data><card title=''/></data>", nil), ("<database><table/></database>", nil),
            (database(card(field("one_time_password", "otpauth://totp/a?secret=GEZDGNB2"))), "safeincloud"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
