import TOTPDomain
import Testing

@testable import Importers

@Suite("Psono's export")
struct PsonoTests {
    private static let login = JSONEntry([
        "type": #""website_password""#, "name": #""n""#, "website_password_title": #""Acorn""#,
        "website_password_username": #""alice""#, "website_password_totp_code": #""GEZDGNB2""#,
    ])
    private static let token = JSONEntry([
        "type": #""totp""#, "name": #""n""#, "totp_title": #""Birch""#, "totp_code": #""GEZDGNB2""#,
    ])

    private func read(_ items: JSONEntry...) throws -> ImportedDocument {
        // The note makes it known, whatever the items lack.
        let items = items.map(\.description) + [#"{"type":"note","note_title":"n"}"#]
        return try ImportersTests.read(#"{"items":[\#(items.joined(separator: ","))],"folders":[]}"#)
    }

    @Test(
        "Members of a login are read",
        arguments: [
            ("name", nil, "totp Acorn|alice GEZDGNB2 SHA1 6 30"),
            ("website_password_title", nil, "totp n|alice GEZDGNB2 SHA1 6 30"),
            ("website_password_title", #"" ""#, "totp n|alice GEZDGNB2 SHA1 6 30"),
            ("website_password_username", nil, "totp Acorn| GEZDGNB2 SHA1 6 30"),
            ("website_password_totp_algorithm", #""sha-256""#, "totp Acorn|alice GEZDGNB2 SHA256 6 30"),
            ("website_password_totp_digits", "8", "totp Acorn|alice GEZDGNB2 SHA1 8 30"),
            ("website_password_totp_digits", #""7""#, "totp Acorn|alice GEZDGNB2 SHA1 7 30"),
            ("website_password_totp_period", #""60""#, "totp Acorn|alice GEZDGNB2 SHA1 6 60"),
            ("website_password_totp_period", "null", "totp Acorn|alice GEZDGNB2 SHA1 6 30"),
            ("website_password_totp_code", #""gezd gnb2====""#, "totp Acorn|alice GEZDGNB2 SHA1 6 30"),
            (
                "website_password_totp_code", #"" OTPAUTH://totp/?secret=GEZDGNB2&digits=8""#,
                "totp Acorn|alice GEZDGNB2 SHA1 8 30"
            ),
            (
                "website_password_totp_code", #""otpauth://totp/Cedar:carol?secret=GEZDGNB2""#,
                "totp Cedar|carol GEZDGNB2 SHA1 6 30"
            ),
            ("website_password_notes", #""x""#, "totp Acorn|alice GEZDGNB2 SHA1 6 30 note=x"),
        ] as [(String, String?, String)])
    func loginMembers(member: String, value: String?, line: String) throws {
        let document = try read(Self.login.with(member, value))
        #expect(document.format == "psono")
        #expect(document.items.map(\.fieldsLine) == [line])
    }

    @Test("A token has an issuer and no name")
    func tokenNames() throws {
        let document = try read(Self.token, Self.token.with("totp_title", nil).with("totp_period", "60"))
        #expect(document.items.map(\.fieldsLine) == ["totp Birch| GEZDGNB2 SHA1 6 30", "totp n| GEZDGNB2 SHA1 6 60"])
    }

    @Test(
        "A login without a code is skipped, a token without one is rejected",
        arguments: [#""""#, #""  ""#, "null", nil] as [String?])
    func empty(code: String?) throws {
        let document = try read(
            Self.login.with("website_password_totp_code", code), Self.token.with("totp_code", code), Self.token)
        #expect(document.outcomes == [.rejected(.secretMissing), .totp()])
        #expect(document.skipped.counts == [.noOneTimeCode: 2] && document.records == 4)
    }

    @Test(
        "Impossible values of an account are rejected",
        arguments: [
            ("totp_code", #""GEZDGNB1""#, .secretNotBase32), ("totp_code", #""steam://GEZDGNB2""#, .secretNotBase32),
            ("totp_code", "7", .fieldDamaged), ("totp_algorithm", #""SHA384""#, .algorithmUnknown),
            ("totp_algorithm", "[]", .fieldDamaged), ("totp_digits", "0", .digitsOutOfRange),
            ("totp_digits", #""x""#, .digitsOutOfRange), ("totp_period", "-1", .periodOutOfRange),
            ("totp_code", #""otpauth://totp/a?secret=GEZDGNB2&digits=11""#, .digitsOutOfRange),
            ("type", #""TOTP""#, .typeUnknown), ("type", #""note""#, .typeUnknown), ("type", nil, .typeUnknown),
        ] as [(String, String?, RejectionCode)])
    func rejected(member: String, value: String?, code: RejectionCode) throws {
        #expect(try read(Self.token.with(member, value), Self.token).outcomes == [.rejected(code), .totp()])
    }

    @Test("A login of another type is rejected if it has a one-time code, and else skipped")
    func otherType() throws {
        let login = Self.login.with("type", #""website_password2""#)
        let document = try read(login, login.with("website_password_totp_code", #"" ""#))
        #expect(document.outcomes == [.rejected(.typeUnknown)])
        #expect(document.skipped.counts == [.noOneTimeCode: 2])
    }

    @Test("Items of a folder come before those of the folders in it, and folders are tags")
    func folders() throws {
        let document = try ImportersTests.read(
            """
            {"folders":[{"name":"A","folders":[{"name":"B","items":[\(Self.token)]}],"items":[\(Self.login),null,7]},
            {"name":"C"}],"items":[\(Self.token.with("totp_title", #""first""#))]}
            """)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp first| GEZDGNB2 SHA1 6 30", "totp Acorn|alice GEZDGNB2 SHA1 6 30 tags=A",
                "totp Birch| GEZDGNB2 SHA1 6 30 tags=A/B",
            ])
        #expect(document.rejections.map(\.position.description) == ["entry 3", "entry 4"])
        #expect(document.records == 5)
    }

    @Test(
        "A damaged structure is not read in part",
        arguments: [
            #"{"items":[\#(token)],"folders":[7]}"#, #"{"items":[\#(token)],"folders":[{"items":{}}]}"#,
            #"{"items":[\#(token)],"items":[]}"#, #"{"items":[\#(token)"#, #"{"items":[\#(token)]} x"#,
        ])
    func damaged(text: String) {
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text) }
        #expect(failure?.code == .corrupt)
    }

    @Test(
        "It is recognized by an item with the title of its type, in any folder",
        arguments: [
            (#"{"items":[{"type":"note","note_title":""}]}"#, "psono"),
            (#"{"folders":[{"folders":[{"items":[{"x":{"type":{}},"passkey_title":1,"type":"passkey"}]}]}]}"#, "psono"),
            (#"{"items":[{"type":"note","totp_title":""}]}"#, nil), (#"{"items":[{"type":"x","x_title":""}]}"#, nil),
            (#"{"items":[],"folders":[]}"#, nil), (#"{"items":{"type":"note","note_title":""}}"#, nil),
            (#"{"encrypted":false,"items":[{"type":"note","note_title":""}]}"#, "bitwarden-authenticator"),
            (#"{"items":[{"type":"note","note_title":"","fields":[]}]}"#, "enpass"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
