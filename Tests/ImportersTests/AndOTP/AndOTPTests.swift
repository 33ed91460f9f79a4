import TOTPDomain
import Testing

@testable import Importers

@Suite("andOTP backups")
struct AndOTPTests {
    private func failure(_ text: some Collection<UInt8>) -> SourceError? {
        #expect(throws: SourceError.self) { try read(text) }
    }

    @Test(
        "An entry gives an account",
        arguments: [
            (
                #""secret":"JBSWY3DP","issuer":"Acorn","label":"alice","digits":8,"type":"TOTP","algorithm":"SHA512","#
                    + #""period":50"#,
                "totp Acorn|alice JBSWY3DP SHA512 8 50"
            ),
            (
                #""secret":"JBSWY3A=","issuer":"Acorn","label":"alice","type":"totp""#,
                "totp Acorn|alice JBSWY3A SHA1 6 30"
            ),
            (
                #""secret":"JBSWY3DP","label":"a","type":"TOTP","digits":null,"period":null,"algorithm":null"#,
                "totp |a JBSWY3DP SHA1 6 30"
            ),
            (
                #""secret":"JBSWY3DP","label":"a","type":"TOTP","digits":"7","period":"60","counter":"x""#,
                "totp |a JBSWY3DP SHA1 7 60"
            ),
            (#""secret":"JBSWY3DP","type":"HOTP","label":"a","counter":4,"period":"x""#, "hotp |a JBSWY3DP SHA1 6 4"),
            (#""secret":"JBSWY3DP","type":"HOTP""#, "hotp | JBSWY3DP SHA1 6 0"),
            (
                #""secret":"JBSWY3DP","type":"STEAM","label":"a","digits":9,"algorithm":"SHA9""#,
                "steam |a JBSWY3DP SHA1 5 30"
            ),
            // Base32 of the text 0123aBcD.
            (#""secret":"GAYTEM3BIJRUI===","type":"MOTP","label":"a","digits":0"#, "motp |a AER2XTI MD5 6 10"),
            // Labels of old versions, with and without the issuer of their own field.
            (#""secret":"JBSWY3DP","type":"TOTP","label":"Acorn - alice""#, "totp Acorn|alice JBSWY3DP SHA1 6 30"),
            (#""secret":"JBSWY3DP","type":"TOTP","label":"A - b - c""#, "totp A|b - c JBSWY3DP SHA1 6 30"),
            (#""secret":"JBSWY3DP","type":"TOTP","label":"A-b""#, "totp |A-b JBSWY3DP SHA1 6 30"),
            (#""secret":"JBSWY3DP","type":"TOTP","issuer":"","label":"A - b""#, "totp |A - b JBSWY3DP SHA1 6 30"),
            (
                #""secret":"JBSWY3DP","type":"TOTP","issuer":"Acorn","label":"Acorn:al""#,
                "totp Acorn|al JBSWY3DP SHA1 6 30"
            ),
            (#""secret":"JBSWY3DP","type":"TOTP","issuer":["x"],"label":"al""#, "totp |al JBSWY3DP SHA1 6 30"),
            (
                #""secret":"JBSWY3DP","type":"TOTP","label":"a","tags":["Work","",null,7,["x"],"Home"]"#,
                "totp |a JBSWY3DP SHA1 6 30 tags=Work,7,Home"
            ),
            (#""secret":"JBSWY3DP","type":"TOTP","label":"a","tags":"Work""#, "totp |a JBSWY3DP SHA1 6 30"),
        ])
    func account(entry: String, expected: String) throws {
        let document = try read("[{\(entry)}]")
        #expect(document.format == "andotp")
        #expect(document.items.map(\.fieldsLine) == [expected])
        #expect(document.rejections == [])
    }

    @Test(
        "An entry that cannot be an account is rejected alone, with its position",
        arguments: [
            (#"{"label":"a","type":"TOTP"}"#, RejectionCode.secretMissing),
            (#"{"label":"a","type":"TOTP","secret":null}"#, .secretMissing),
            (#"{"label":"a","type":"TOTP","secret":"JBSWY3D!"}"#, .secretNotBase32),
            (#"{"label":"a","type":"TOTP","secret":{}}"#, .fieldDamaged),
            (#"{"label":"a","type":"MOTP","secret":"JBSWY3DP"}"#, .secretNotHex),
            (#"{"label":"a","secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"label":"a","type":null,"secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"label":"a","type":"YUBI","secret":"JBSWY3DP"}"#, .typeUnknown),
            (#"{"label":"a","type":[],"secret":"JBSWY3DP"}"#, .fieldDamaged),
            (#"{"label":"a","type":"TOTP","secret":"JBSWY3DP","algorithm":"SHA384"}"#, .algorithmUnknown),
            (#"{"label":"a","type":"TOTP","secret":"JBSWY3DP","algorithm":[]}"#, .fieldDamaged),
            (#"{"label":"a","type":"TOTP","secret":"JBSWY3DP","digits":0}"#, .digitsOutOfRange),
            (#"{"label":"a","type":"TOTP","secret":"JBSWY3DP","digits":6.5}"#, .digitsOutOfRange),
            (#"{"label":"a","type":"TOTP","secret":"JBSWY3DP","period":0}"#, .periodOutOfRange),
            (#"{"label":"a","type":"HOTP","secret":"JBSWY3DP","counter":-4}"#, .counterOutOfRange),
            (#"{"label":"a","type":"HOTP","secret":"JBSWY3DP","counter":9223372036854775808}"#, .counterOutOfRange),
            ("null", .fieldDamaged), (#""a""#, .fieldDamaged),
        ])
    func rejection(entry: String, code: RejectionCode) throws {
        let good = #"{"secret":"GEZDGNBV","type":"TOTP","label":"b"}"#
        let document = try read("[\(good),\(entry),\(good)]")
        #expect(document.items.map(\.name) == ["b", "b"])
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
        #expect(document.rejections.map(\.label) == [entry.contains("label") ? "a" : ""])
        #expect(!(document.rejections.first?.reason.contains("JBSWY") ?? true))
    }

    @Test("Order and duplicates stay; bytes that are not UTF-8 affect only a name")
    func order() throws {
        let entries = ["c", "a", "§", "a"].map { #"{"secret":"JBSWY3DP","type":"TOTP","label":"\#($0)"}"# }
        let text = Array("[\(entries.joined(separator: ","))]".utf8)
        let document = try read(text.flatMap { $0 == 0xC2 ? [] : $0 == 0xA7 ? [0xFF] : [$0] })
        #expect(document.items.map(\.name) == ["c", "a", "ÿ", "a"])
    }

    @Test("An empty list has nothing that could identify it, and is read if its format is named")
    func empty() throws {
        #expect(formatID(of: "[]".utf8) == nil)
        let request = ImportRequest(content: SourceContent(Array("[]".utf8)))
        #expect(try AndOTPFormat().read(request).entries == [])
    }

    @Test(
        "A damaged list is recognized, and the error says so",
        arguments: [
            #"[{"secret":"JBSWY3DP","type":"TOTP""#, #"[{"secret":"JBSWY3DP","type":"TOTP"},"#,
            #"[{"label":"a","thumbnail":"Default"},{]"#,
            #"[{"secret":"JBSWY3DP","type":"TOTP","tags":"# + String(repeating: "[", count: 10_000)
                + String(repeating: "]", count: 10_000) + "}]",
        ])
    func damage(text: String) {
        #expect(formatID(of: text.utf8) == "andotp")
        #expect(failure(text.utf8)?.code == .corrupt)
    }

    @Test(
        "Other lists are not taken for one",
        arguments: [
            #"{"secret":"JBSWY3DP","type":"TOTP","label":"a"}"#, #"[{"otpGenerator":{},"name":"a","pkey":"x"}]"#,
            #"[["secret","type"]]"#, #"[{"label":"a","type":"menu"}]"#, "[7]", "[", "",
        ])
    func others(text: String) { #expect(!AndOTPFormat().recognizes(SourceContent(Array(text.utf8)))) }

    @Test("More entries than the limit are refused")
    func limit() {
        var limits = ImportLimits()
        limits.entries = 1
        let failure = #expect(throws: SourceError.self) {
            try read(#"[{"secret":"JBSWY3DP","type":"TOTP"},{}]"#, limits: limits)
        }
        #expect(failure?.code == .limitExceeded)
    }
}
