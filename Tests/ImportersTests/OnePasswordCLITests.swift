import TOTPDomain
import Testing

@testable import Importers

@Suite("Items of 1Password's command line")
struct OnePasswordCLITests {
    private func item(_ fields: String..., more: String = "") -> String {
        """
        {"id":"a","title":"Acorn","category":"LOGIN","vault":{"id":"v","name":"Private"},\(more)"fields":[
        {"id":"username","type":"STRING","label":"user","value":"alice"},\(fields.joined(separator: ","))]}
        """
    }
    private let code = #"{"id":"TOTP_1","type":"OTP","label":"one-time password","value":"GEZDGNB2","totp":"123456"}"#
    private let line = "totp Acorn|alice GEZDGNB2 SHA1 6 30 tags=Private"

    @Test(
        "The secret is the value of a field of the type OTP",
        arguments: [
            (#"{"type":"OTP","value":"gezd gnb2"}"#, "totp Acorn|alice GEZDGNB2 SHA1 6 30 tags=Private"),
            (
                #"{"type":"otp","value":"otpauth://totp/Birch:bob?secret=GEZDGNB2&digits=8"}"#,
                "totp Birch|bob GEZDGNB2 SHA1 8 30 tags=Private"
            ),
            (
                #"{"type":"STRING","label":"x","value":"otpauth://totp/Birch:bob?secret=GEZDGNB2"}"#,
                "totp Birch|bob GEZDGNB2 SHA1 6 30 tags=Private"
            ),
            (#"{"type":"OTP","value":"","totp":"123456"}"#, nil), (#"{"type":"OTP","totp":"234567"}"#, nil),
        ] as [(String, String?)])
    func secrets(field: String, line: String?) throws {
        let document = try read(item(field))
        #expect(document.format == "op-json" && document.records == 1)
        #expect(document.items.map(\.fieldsLine) == [line].compactMap { $0 })
        #expect(document.skipped.total == (line == nil ? 1 : 0))
    }

    @Test("One item, a list, and items one after the other", arguments: ["[X,X]", "X\nX\n", "XX", "X", "[X]"])
    func streams(shape: String) throws {
        let document = try read(shape.replacing("X", with: item(code)))
        let count = shape.count { $0 == "X" }
        #expect(document.items.map(\.fieldsLine) == Array(repeating: line, count: count))
        #expect(document.records == count)
    }

    @Test("What follows an item and is not one is an error", arguments: ["x", "{", "\"", "]", "[7]{"])
    func damaged(rest: String) {
        let failure = #expect(throws: SourceError.self) { try read(item(code) + rest) }
        #expect(failure?.code == .corrupt)
    }

    @Test("A list without fields says how to get them")
    func outline() throws {
        let document = try read(#"[{"id":"a","title":"A","category":"LOGIN","vault":{"id":"v"}}]"#)
        #expect(document.items.isEmpty && document.skipped.total == 1)
        #expect(document.warnings.contains { $0.message.contains("op item get") })
    }

    @Test("A member that looks like a part of an account is named")
    func unread() throws {
        let document = try read(item(code, more: #""digits":8,"#))
        #expect(document.warnings.map(\.message).contains { $0.contains("digits") })
    }

    @Test(
        "It is recognized by a category in capitals",
        arguments: [
            (#"{"id":"a","title":"A","category":"LOGIN","fields":[]}"#, "op-json"),
            (#"{"id":"a","title":"A","category":"login","fields":[]}"#, nil),
            (#"{"id":"a","title":"A","category":"LOGIN"}"#, nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
