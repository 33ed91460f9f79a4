import TOTPDomain
import Testing

@testable import Importers

@Suite("Bitwarden's JSON export")
struct BitwardenTests {
    private static let link = "otpauth://totp/Birch:bob?secret=JBSWY3DPEHPK3PXP&issuer=Birch"

    private static func item(_ totp: String, _ members: JSONMembers = [:], username: String = "alice") throws
        -> Account
    {
        let login = BitwardenExport.login(jsonText(totp), members, username: jsonText(username))
        return try #require(try read(BitwardenExport.plain([login])).items.first)
    }

    @Test(
        "Its members identify it",
        arguments: [
            (#"{"encrypted":false,"folders":[],"items":[]}"#, true), (#"{"encrypted":true,"data":""}"#, true),
            (#"{"encrypted":false,"collections":[],"items":[]}"#, true),
            (#"{"items":{},"encrypted":7,"folders":["#, true),
            (#"{"encrypted":true,"passwordProtected":true,"items":[]}"#, true),
            (#"{"encrypted":false,"folders":[]}"#, false),
            (#"{"folders":[],"items":[{"name":"a","fields":[],"login":{"totp":"JBSWY3DP"}}]}"#, true),
            (#"{"folders":[],"items":[{"title":"a","fields":[]}]}"#, false),
            (#"{"items":[],"folders":[]}"#, false), (#"[{"encrypted":false,"items":[],"folders":[]}]"#, false),
        ])
    func detection(text: String, isBitwarden: Bool) {
        #expect((formatID(of: text.utf8) == "bitwarden") == isBitwarden)
    }

    @Test(
        "Names are the link's, and the item's where the link has none",
        arguments: [
            (link, "Birch", "bob"), ("otpauth://totp/?secret=GEZDGNB2", "Acorn", "alice"),
            ("otpauth://totp/bob?secret=GEZDGNB2", "Acorn", "bob"),
            ("otpauth://totp/?secret=GEZDGNB2&issuer=Birch", "Birch", "alice"),
            ("otpauth://totp/Birch:?secret=GEZDGNB2", "Birch", "alice"), ("steam://GEZDGNB2", "Acorn", "alice"),
            ("gezd gnb2", "Acorn", "alice"), ("otpauth://totp/Acorn:%20bob?secret=GEZDGNB2", "Acorn", "bob"),
        ])
    func names(totp: String, issuer: String, name: String) throws {
        let item = try Self.item(totp)
        #expect((item.issuer, item.name) == (issuer, name))
    }

    @Test("An issuer in front of the name is removed; damaged and missing names are empty")
    func itemNames() throws {
        let item = try Self.item("GEZDGNB2", ["name": #"" Acorn ""#], username: "Acorn: alice ")
        #expect((item.issuer, item.name) == ("Acorn", "alice"))
        for name in ["null", "[1]", #""""#] {
            #expect(try Self.item("GEZDGNB2", ["name": name]).issuer == "")
        }
    }

    @Test(
        "A bare secret is an ordinary account",
        arguments: ["GEZDGNB2", "gezd gnb2", " gezd-gnb2 ", "GEZDGNB2=", "gezdgnb2\n"])
    func bareSecret(text: String) throws {
        let item = try Self.item(text)
        #expect(item.secret.base32 == "GEZDGNB2")
        #expect(item.parameters == (try OTPParameters(kind: .totp)))
    }

    @Test("Links of every kind are read as they are")
    func links() throws {
        #expect(try Self.item("steam://GEZDGNB2").parameters.kind == .steam)
        let hotp = try Self.item("otpauth://hotp/Fir:fay?secret=GEZDGNB2&counter=5&digits=8&algorithm=SHA256")
        #expect(hotp.parameters == (try OTPParameters(kind: .hotp, algorithm: .sha256, digits: 8, counter: 5)))
        #expect(try Self.item("otpauth://steam/Den:hal?secret=GEZDGNB2").parameters.kind == .steam)
        // The item's name does not make a Steam account of another.
        #expect(try Self.item("otpauth://totp/?secret=GEZDGNB2", ["name": #""Steam""#]).parameters.kind == .totp)
    }

    @Test("Notes, folder, collections and favorite are imported")
    func extras() throws {
        let text = jsonObject([
            "encrypted": "false",
            "folders":
                #"[{"id":"f1","name":"Work"},{"id":"f2","name":"Home/Mail"},{"id":7},{"id":"f1","name":"x"},null]"#,
            "collections": #"[{"id":"c1","name":"Team"}]"#,
            "items": jsonList([
                BitwardenExport.login(
                    jsonText(Self.link), ["notes": #""two\nlines""#, "folderId": #""f2""#, "favorite": "true"]),
                BitwardenExport.login(
                    jsonText(Self.link), ["notes": #"" ""#, "folderId": #""f1""#, "collectionIds": #"["c1",7,"c9"]"#]),
                BitwardenExport.login(
                    jsonText(Self.link), ["notes": "[]", "folderId": "7", "collectionIds": "1", "favorite": "1"]),
            ]),
        ])
        let items = try read(text).items
        #expect(items.map(\.note) == ["two\nlines", nil, nil])
        #expect(items.map(\.tags) == [["Home/Mail"], ["Work", "Team"], []])
        #expect(items.map(\.isFavorite) == [true, false, false])
        #expect(items.map(\.label) == ["Birch: bob", "Birch: bob", "Birch: bob"])
    }

    @Test("Items without an authenticator key are not accounts, but keep their positions")
    func itemsWithoutKey() throws {
        let others = [
            BitwardenExport.login("null"), BitwardenExport.login(#""""#), BitwardenExport.login(#"" \n""#),
            #"{"type":1,"login":{}}"#, #"{"type":2,"secureNote":{"type":0},"login":null}"#, #"{"type":3,"card":{}}"#,
            "{}",
        ]
        let document = try read(BitwardenExport.plain(others + [BitwardenExport.login(jsonText(Self.link)), "7"]))
        #expect(document.items.map(\.label) == ["Birch: bob"])
        #expect(document.rejections.map(\.position.description) == ["entry 9"])
        #expect(document.skipped.counts == [.noOneTimeCode: 7])
        #expect(document.records == 9)
        let none = try read(BitwardenExport.plain(others))
        #expect(none.entries == [])
        #expect(none.skipped.counts == [.noOneTimeCode: 7])
    }

    @Test(
        "A key that is not an account is rejected alone, with its place",
        arguments: [
            (BitwardenExport.login(#""not a secret!""#), .secretNotBase32),
            (BitwardenExport.login(#""GEZD1""#), .secretNotBase32),
            (BitwardenExport.login(#""https://example.com/GEZDGNB2""#), .notALink),
            (BitwardenExport.login(#""otpauth-migration://offline?data=AA""#), .notALink),
            (BitwardenExport.login(#""otpauth://totp/x""#), .secretMissing),
            (BitwardenExport.login(#""steam://""#), .secretMissing),
            (BitwardenExport.login(#""otpauth://totp/x?secret=GEZDGNB2&period=0""#), .periodOutOfRange),
            (BitwardenExport.login(#""otpauth://x/x?secret=GEZDGNB2""#), .typeUnknown),
            (BitwardenExport.login(#""otpauth://totp/x?secret=GEZDGNB2&algorithm=SHA3""#), .algorithmUnknown),
            (BitwardenExport.login(#""--""#), .secretMissing), (BitwardenExport.login("[1]"), .fieldDamaged),
            (BitwardenExport.login("{}"), .fieldDamaged),
            (BitwardenExport.login("null", ["login": #""text""#]), .fieldDamaged),
        ] as [(String, RejectionCode)])
    func rejections(item: String, code: RejectionCode) throws {
        let good = BitwardenExport.login(jsonText(Self.link))
        let document = try read(BitwardenExport.plain([good, item, good]))
        #expect(document.items.count == 2)
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
        #expect(document.rejections.first?.label.hasPrefix("Acorn") == true)
    }

    @Test("Bytes that are not UTF-8 affect at most one entry")
    func invalidUTF8() throws {
        let text = BitwardenExport.plain([
            BitwardenExport.login(jsonText(Self.link), ["name": #""XX""#]), BitwardenExport.login(jsonText(Self.link)),
        ])
        var bytes = Array(text.utf8)
        bytes[try #require(bytes.firstRange(of: Array("XX".utf8))).lowerBound] = 0xFF
        let document = try read(bytes)
        #expect(document.entries.count == 2)
        #expect(document.items.count >= 1)
    }

    @Test(
        "An export that only the account can open says so",
        arguments: [
            #"{"encrypted":true,"folders":[],"items":[]}"#, #"{"encrypted":true,"passwordProtected":false,"data":""}"#,
            #"{"encrypted":true,"items":[{"name":"2.AAAA|AAAA|AAAA","login":{"totp":"2.AAAA|AAAA|AAAA"}}]}"#,
        ])
    func accountRestricted(text: String) {
        for passphrase in [nil, "secret"] {
            let failure = #expect(throws: SourceError.self) { try read(text, passphrase: passphrase) }
            #expect(failure?.code == .accountRestricted)
            #expect(failure?.message.contains("Password protected") == true)
        }
    }

    @Test(
        "Damage fails as a whole",
        arguments: [
            #"{"encrypted":false,"folders":[],"items":{}}"#, #"{"encrypted":false,"folders":[],"items":null}"#,
            #"{"encrypted":false,"data":""}"#, #"{"encrypted":false,"folders":[],"items":[}"#,
            #"{"encrypted":false,"folders":[],"items":[{"login":{"#,
            #"{"encrypted":false,"folders":[],"items":"# + deepNesting,
            #"{"encrypted":false,"folders":[],"items":"# + deepNesting + String(repeating: "]", count: 10_000) + "}",
        ])
    func damage(text: String) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .corrupt)
    }

    @Test("An empty file is not a failure; items beyond the limit are")
    func counts() throws {
        let empty = try read(BitwardenExport.plain([]))
        #expect(empty.entries == [] && empty.warnings == [])
        var limits = ImportLimits()
        limits.entries = 1
        let text = BitwardenExport.plain(["{}", "{}"])
        let failure = #expect(throws: SourceError.self) { try read(text, limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
