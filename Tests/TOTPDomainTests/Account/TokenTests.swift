import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@Suite("Hardware tokens")
struct TokenTests {
    @Test("Texts are trimmed, and a token without a text is nil")
    func texts() throws {
        let token = try Account.Token(serial: " 1234567\n", manufacturer: " ", model: "", user: "alice")
        #expect(token?.members.map(\.name) == ["serial", "user"] && token?.texts == ["1234567", "alice"])
        #expect(try Account.Token() == nil && Account.Token(serial: " ", user: "") == nil)
    }

    @Test("A text has at most 256 bytes")
    func limit() throws {
        let limit = Limit.tokenText, longest = String(repeating: "é", count: limit / 2)
        #expect(try Account.Token(user: longest)?.user == longest)
        let problem = #expect(throws: EntryError.self) { try Account.Token(serial: longest + "x") }
        #expect(problem?.code == .fieldDamaged)
        #expect(problem?.reason == "the serial number of the token \(LimitMessage.tokenText(limit))")
    }

    @Test("Two tokens are the same if none of their texts differs")
    func joined() throws {
        let serial = try Account.Token(serial: "1"), model = try Account.Token(model: "A")
        let both = try Account.Token(serial: "1", model: "A"), other = try Account.Token(serial: "2", model: "A")
        #expect(serial?.joined(with: model) == both && model?.joined(with: serial) == both)
        #expect(both?.joined(with: serial) == both && both?.joined(with: nil) == both)
        #expect(both?.joined(with: other) == nil)
    }
}
