import TOTPDomain
import Testing

@testable import Importers

@Suite("Passman's exports")
struct PassmanTests {
    private static func credential(_ otp: String, _ more: String = "") -> String {
        #"{"credential_id":1,"label":"Acorn","username":"alice","email":"a@b","custom_fields":[],"otp":\#(otp)\#(more)}"#
    }

    private static func read(_ credentials: String...) throws -> ImportedDocument {
        try ImportersTests.read("[\(credentials.joined(separator: ","))]")
    }

    @Test(
        "Names come from the credential's label, or its parts",
        arguments: [
            (#"{"secret":"GEZDGNB2"}"#, "Acorn|alice"), (#"{"secret":"GEZDGNB2","label":"bob"}"#, "Acorn|bob"),
            (#"{"secret":"GEZDGNB2","label":"Birch:bob"}"#, "Birch|bob"),
            (#"{"secret":"GEZDGNB2","label":"Birch: bob","issuer":"Birch"}"#, "Birch|bob"),
            (#"{"secret":"GEZDGNB2","label":"North:bob:x","issuer":"Birch"}"#, "Birch|bob:x"),
            (#"{"secret":"GEZDGNB2","label":"A: B:bob","issuer":"A: B"}"#, "A: B|bob"),
            (#"{"secret":"GEZDGNB2","label":null,"issuer":"Birch"}"#, "Birch|alice"),
        ])
    func names(otp: String, expected: String) throws {
        #expect(try Self.read(Self.credential(otp)).items.map(\.fieldsLine) == ["totp \(expected) GEZDGNB2 SHA1 6 30"])
    }

    private static let link = "otpauth://hotp/Acorn:alice?secret=GEZDGNB2&counter=9"

    @Test(
        "Each member of the one-time password",
        arguments: [
            (
                #""secret":"gezd gnb2","algorithm":"sha512","digits":"8","period":20"#,
                .totp(.sha512, digits: 8, period: 20)
            ),
            (#""secret":"GEZDGNB2","type":"hotp","qr_uri":{"qrData":"\#(link)"}"#, .hotp(counter: 9)),
            (#""secret":"GEZDGNB2","type":"hotp","qr_uri":{"qrData":"x"}"#, .hotp(counter: 0)),
            (#""secret":"MFRGGZD2","type":"hotp","qr_uri":{"qrData":"\#(link)"}"#, .hotp(counter: 0)),
            (#""secret":"GEZDGNB2","type":"hotp","qr_uri":null"#, .hotp(counter: 0)),
            (#""secret":"GEZDGNB2","type":"steam""#, .rejected(.typeUnknown)),
            (#""secret":"GEZDGNB2","type":{}"#, .rejected(.typeUnknown)),
            (#""secret":"GEZDGNB2","type":null"#, .totp()),
            (#""secret":"no*base32""#, .rejected(.secretNotBase32)), (#""secret":7"#, .rejected(.fieldDamaged)),
            (#""secret":"GEZDGNB2","digits":11"#, .rejected(.digitsOutOfRange)),
            (#""secret":"GEZDGNB2","algorithm":"SHA384""#, .rejected(.algorithmUnknown)),
        ] as [(String, EntryOutcome)])
    func members(members: String, expected: EntryOutcome) throws {
        let document = try Self.read(Self.credential("{\(members)}"), Self.credential(#"{"secret":"GEZDGNB2"}"#))
        #expect(document.outcomes == [expected, .totp()])
        let needsWarning = expected == .hotp(counter: 0)
        #expect(document.warnings.map(\.message).contains { $0.contains("stores no counter") } == needsWarning)
    }

    @Test("Credentials without a one-time code are skipped; values that are not objects are rejected")
    func others() throws {
        let document = try Self.read(
            Self.credential("{}"), Self.credential("[]"), Self.credential("null"), Self.credential(#"{"secret":" "}"#),
            Self.credential(#""text""#), Self.credential("[1]"), "7",
            Self.credential(
                #"{"secret":"GEZDGNB2"}"#,
                #","description":"n","tags":[{"text":"one"},{"text":"two"}],"delete_time":1600000000"#))
        #expect(document.skipped.counts == [.noOneTimeCode: 4] && document.records == 8)
        #expect(document.rejections.map(\.code) == [.fieldDamaged, .fieldDamaged, .fieldDamaged])
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice GEZDGNB2 SHA1 6 30 tags=one,two note=n"])
        #expect(document.warnings.map(\.message).contains { $0.contains("in the app's trash") })
    }

    @Test("A link in a custom field of a credential without a one-time password is its account")
    func customField() throws {
        let field = #","custom_fields":[{"label":"x","value":"\#(Self.link)"}]"#
        let document = try Self.read(Self.credential("{}").replacing(#","custom_fields":[]"#, with: field))
        #expect(document.items.count == 1 && document.warnings.isEmpty)
    }

    private static let header = "label,username,email,description,tags,delete_time,custom_fields,otp\n"

    @Test("The cells of the CSV are JSON")
    func table() throws {
        let document = try ImportersTests.read(
            Self.header + #"Acorn,alice,,n,"[one,two]",0,[],"{""secret"":""GEZDGNB2"",""issuer"":null}""# + "\n"
                + "None,x,,,[],0,[],{}\nNone,x,,,,0,[],\nBad,x,,,[],0,[],{\nBad,x,,,[],0,[],7\n"
                + #"Birch,,b@c,,[],1,[],"{""secret"":""GEZDGNB2"",""type"":""hotp""}""#)
        #expect(document.format == "passman")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice GEZDGNB2 SHA1 6 30 tags=one,two note=n", "hotp Birch|b@c GEZDGNB2 SHA1 6 0",
            ])
        #expect(document.rejections.map(\.position.line) == [5, 6])
        #expect(document.skipped.counts == [.noOneTimeCode: 2] && document.records == 6)
    }

    @Test(
        "It is recognized by four members, or three columns",
        arguments: [
            ("[\(credential("{}"))]", "passman"), ("[\(credential("{}"))", "passman"),
            ("[7,\(credential("{}"))]", "passman"),
            (header, "passman"), (#"{"credential_id":1,"label":"","custom_fields":[],"otp":{}}"#, nil),
            (#"[{"label":"","custom_fields":[],"otp":{}}]"#, nil), ("label,username,otp\na,b,GEZDGNBVGY3TQOJQ", "csv"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
