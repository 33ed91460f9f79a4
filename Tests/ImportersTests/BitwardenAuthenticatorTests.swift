import TOTPDomain
import Testing

@testable import Importers

@Suite("Bitwarden Authenticator's exports")
struct BitwardenAuthenticatorTests {
    private static let header = "folder,favorite,type,name,login_uri,login_totp"
    private static let link = "otpauth://totp/Birch:bob?secret=JBSWY3DPEHPK3PXP&issuer=Birch"

    private static func item(_ login: JSONMembers, _ members: JSONMembers = [:]) -> String {
        jsonObject(
            ["id": #""x""#, "name": #""Acorn""#, "type": "1", "login": jsonObject(login)].merging(members) { $1 })
    }

    private static func text(_ items: String...) -> String {
        jsonObject(["encrypted": "false", "items": jsonList(items)])
    }

    private static func rows(_ rows: String...) throws -> ImportedDocument {
        try read(([header] + rows).joined(separator: "\n"))
    }

    @Test(
        "Items that contain only secrets distinguish its JSON from Bitwarden's",
        arguments: [
            (text(item(["totp": #""GEZDGNB2""#])), true), (text(item(["totp": "null", "username": "null"])), true),
            (text(), true), (text(item([:]), "7", "null", #"{"login":null}"#), true),
            (text(item(["totp": "null"]), item(["totp": "null", "password": "null"])), false),
            (text(item(["totp": "null", "uris": "[]"])), false),
            (#"{"encrypted":false,"folders":[],"items":[]}"#, false), (#"{"encrypted":true,"items":[]}"#, false),
            (#"{"encrypted":false,"collections":[],"items":[]}"#, false),
            (#"{"encrypted":true,"passwordProtected":true,"items":[]}"#, false),
            (#"{"encrypted":false,"items":[{"#, true), (#"{"encrypted":false,"items":"# + deepNesting, true),
            (text(item(["totp": "null"], ["notes": jsonText("\"login\":{\"password\":1}")])), true),
            (text(item(["totp": "null", "fido2Credentials": "[]"])), false),
        ])
    func detection(text: String, isAuthenticator: Bool) {
        #expect(formatID(of: text.utf8) == (isAuthenticator ? "bitwarden-authenticator" : "bitwarden"))
    }

    @Test("Damage is named, however deep", arguments: ["[{", deepNesting, "7}", "[1}"])
    func damage(items: String) {
        let failure = #expect(throws: SourceError.self) { try read(#"{"encrypted":false,"items":\#(items)"#) }
        #expect(failure?.code == .corrupt)
    }

    @Test(
        "A column of secrets and none of passwords identify its CSV",
        arguments: [
            (header, "bitwarden-authenticator"),
            ("\(header)\r\n,,1,a,,\(link)&codeDisplay=", "bitwarden-authenticator"),
            ("login_totp", "bitwarden-authenticator"), ("\(header),login_password", "bitwarden"),
            ("x\n\(header)", "csv"),
        ] as [(String, FormatID?)])
    func csvDetection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }

    @Test("JSON is read by Bitwarden's rules, and keeps its own name")
    func json() throws {
        let document = try read(
            Self.text(
                Self.item(["totp": jsonText(Self.link)]),
                Self.item(["totp": #""steam://GEZDGNB2""#, "username": #""gamer""#], ["favorite": "true"]),
                Self.item(["totp": "null"]), Self.item(["totp": #""otpauth://totp/""#])))
        #expect(document.format == "bitwarden-authenticator")
        #expect(document.items.map(\.label) == ["Birch: bob", "Acorn: gamer"])
        #expect(document.items.map(\.isFavorite) == [false, true])
        #expect(document.rejections.map(\.position.description) == ["entry 4"])
    }

    @Test(
        "The app's word for no name is none",
        arguments: [
            ("totp/Acorn:null?issuer=Acorn", "Acorn:null", "Acorn|"), ("totp/:null?", ":null", "|"),
            ("totp/?", "Acorn:null", "Acorn|"), ("totp/Acorn:nullable?", "Acorn:nullable", "Acorn|nullable"),
        ])
    func noName(link: String, name: String, expected: String) throws {
        let link = "otpauth://\(link)&secret=JBSWY3DPEHPK3PXP"
        let json = try read(
            Self.text(
                jsonObject([
                    "id": "\"x\"", "name": jsonText(name), "type": "1", "login": jsonObject(["totp": jsonText(link)]),
                ])))
        for document in [json, try Self.rows(",,1,\(name),,\(link)")] {
            #expect(document.format == "bitwarden-authenticator")
            #expect(document.items.map { "\($0.issuer)|\($0.name)" } == [expected])
        }
    }

    @Test("Rows of nine fields under six columns are read")
    func csv() throws {
        let document = try Self.rows(
            ",,1,Birch,,\(Self.link),Birch,30,6", "", ",,1,Den,,steam://GEZDGNB2,Den,30,5",
            ",,1,Birch,,\(Self.link),Birch,30,6", ",,1,Elm,,otpauth://totp/?secret=GEZDGNB2,Elm,30,6")
        #expect(document.format == "bitwarden-authenticator")
        #expect(document.items.map(\.label) == ["Birch: bob", "Den", "Birch: bob", "Elm"])
        #expect(document.items.map(\.parameters.kind) == [.totp, .steam, .totp, .totp])
        #expect(document.rejections == [])
    }

    @Test(
        "Commas and quotes in a name shift the row, and lose nothing",
        arguments: [
            ("Comma, Inc", "Comma, Inc"), ("a,b,c", "a,b,c"), (",", ","), ("say \"hi\"", "say \"hi\""),
            ("\"Acorn", "\"Acorn"),
            ("\"Acorn\" Bank, Inc", "\"Acorn\" Bank, Inc"), ("", ""), (",,,", ",,,"),
        ])
    func unquotedNames(name: String, issuer: String) throws {
        let document = try Self.rows(
            ",,1,\(name),,steam://GEZDGNBVGY3TQOJQ,\(name),30,5", ",,1,Birch,,\(Self.link),Birch,30,6")
        #expect(document.items.map(\.issuer) == [issuer, "Birch"])
        #expect(document.items.map(\.secret.base32) == ["GEZDGNBVGY3TQOJQ", "JBSWY3DPEHPK3PXP"])
    }

    @Test("Names with one quote each do not hide the rows between them")
    func strayQuotes() throws {
        let row = ",,1,\"Acorn,,\(Self.link),\"Acorn,30,6"
        #expect(try Self.rows(row, row, row).items.count == 3)
        #expect(try Self.rows(row, ",,1,Oak\",,\(Self.link),Oak\",30,6").items.count == 2)
    }

    @Test("A version that quotes by the rules is read as well")
    func quotedRows() throws {
        let document = try Self.rows("\"\",\"\",\"1\",\"Comma, Inc\",\"\",\"\(Self.link)\",\"Comma, Inc\",\"30\",\"6\"")
        #expect(document.items.map(\.label) == ["Birch: bob"])
    }

    @Test("A row without an account is rejected with its line")
    func rejections() throws {
        let document = try Self.rows(
            ",,1,Acorn,,,Acorn,30,6", ",,1,Birch,,\(Self.link),Birch,30,6", "short",
            ",,1,Fir,,otpauth://totp/x,Fir,30,6",
            ",,1,Elm,,not a secret!,Elm,30,6", ",,1,\",,\(Self.link),\",30,6")
        #expect(document.items.count == 1)
        #expect(document.rejections.prefix(4).map(\.position.description) == ["line 2", "line 4", "line 5", "line 6"])
        #expect(
            document.rejections.prefix(4).map(\.code) == [
                .secretMissing, .secretMissing, .secretMissing, .secretNotBase32,
            ])
        #expect(document.rejections.prefix(4).map(\.label) == ["Acorn", "", "Fir", "Elm"])
        // A name of nothing but a quote cannot be put together again, but it is not lost in silence.
        #expect(document.rejections.map(\.position.description).last == "line 7")
    }

    @Test("A table without rows is not a failure; rows beyond the limit are")
    func counts() throws {
        #expect(try Self.rows().entries == [])
        var limits = ImportLimits()
        limits.entries = 1
        let text = "\(Self.header)\n" + String(repeating: ",,1,Birch,,\(Self.link),Birch,30,6\n", count: 2)
        let failure = #expect(throws: SourceError.self) { try read(text, limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
