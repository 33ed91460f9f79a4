import TOTPDomain
import Testing

@testable import Importers

@Suite("LastPass Authenticator's export")
struct LastPassAuthenticatorTests {
    private static let account = JSONEntry([
        "issuerName": "\"Acme Cloud\"", "userName": "\"alice@example.com\"", "secret": "\"JBSWY3DPEHPK3PXP\"",
        "timeStep": "30", "digits": "6", "algorithm": "\"SHA1\"",
    ])

    @Test(
        "A vault without codes points to the export of the authenticator, and one with codes does not",
        arguments: ["", "GEZDGNBV"])
    func vaultWithoutCodes(code: String) throws {
        let document = try ImportersTests.read(
            "url,username,password,totp,extra,name,grouping,fav\na,b,c,\(code),,d,,0\n")
        #expect(document.format == "lastpass-vault")
        let warnings = document.warnings.map(\.message).filter {
            $0.hasPrefix("codes of LastPass Authenticator are not in")
        }
        #expect(warnings.count == (code.isEmpty ? 1 : 0))
        #expect(warnings.allSatisfy { $0.contains("Transfer accounts › Export accounts to file") })
    }

    private static func read(_ accounts: JSONEntry..., folders: String = "[]", version: String = "3") throws
        -> ImportedDocument
    {
        let list = accounts.map(\.description).joined(separator: ",")
        return try ImportersTests.read(
            "{\"deviceId\":\"\",\"version\":\(version),\"accounts\":[\(list)],\"folders\":\(folders)}")
    }

    @Test(
        "It is recognized by its list of accounts beside what LastPass writes",
        arguments: [
            ("{\"version\":3,\"accounts\":[]}", true), ("{\"accounts\":[],\"folders\":[]}", true),
            ("{\"localDeviceId\":\"x\",\"accounts\":[{", true), ("{\"accounts\":[]}", false),
            ("{\"version\":3,\"accounts\":{}}", false), ("{\"version\":3}", false),
            ("[{\"version\":3,\"accounts\":[]}]", false),
        ])
    func detection(text: String, isKnown: Bool) {
        #expect((formatID(of: text.utf8) == "lastpass-authenticator") == isKnown)
    }

    @Test("Every version means the same", arguments: ["1", "3", "99", "\"3\"", "null", "[]"])
    func versions(version: String) throws {
        #expect(try Self.read(Self.account, version: version).outcomes == [.totp()])
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("secret", nil, .rejected(.secretMissing)), ("secret", "null", .rejected(.secretMissing)),
            ("secret", "\" \"", .rejected(.secretMissing)), ("secret", "\"====\"", .rejected(.secretMissing)),
            ("secret", "\"JBSW-y3dp ehpk\"", .totp()), ("secret", "\"JBSW1\"", .rejected(.secretNotBase32)),
            ("secret", "{}", .rejected(.fieldDamaged)),
            ("timeStep", "60", .totp(period: 60)), ("timeStep", "\"60\"", .totp(period: 60)),
            ("timeStep", nil, .totp()),
            ("timeStep", "0", .rejected(.periodOutOfRange)), ("timeStep", "2147484", .rejected(.periodOutOfRange)),
            ("timeStep", "{}", .rejected(.periodOutOfRange)),
            ("digits", "8", .totp(digits: 8)), ("digits", "\"8\"", .totp(digits: 8)), ("digits", "null", .totp()),
            ("digits", "-1", .rejected(.digitsOutOfRange)), ("digits", "\"x\"", .rejected(.digitsOutOfRange)),
            ("algorithm", "\"SHA512\"", .totp(.sha512)), ("algorithm", "\"sha-256\"", .totp(.sha256)),
            ("algorithm", nil, .totp()), ("algorithm", "\"SHA224\"", .rejected(.algorithmUnknown)),
            ("algorithm", "[]", .rejected(.fieldDamaged)),
            ("userName", "[]", .totp()), ("isFavorite", "\"yes\"", .totp()), ("folderData", "7", .totp()),
            ("creationTimestamp", "{}", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let document = try Self.read(Self.account, Self.account.with(name, value))
        #expect(document.outcomes == [.totp(), expected])
        for rejection in document.rejections {
            #expect(rejection.position == EntryPosition(entry: 2))
            #expect(rejection.label == "Acme Cloud: alice@example.com")
        }
    }

    @Test("The names are those that the user gave, not the ones before")
    func names() throws {
        let document = try Self.read(
            Self.account.with("originalIssuerName", "\"Birch\"").with("originalUserName", "\"bob\""),
            Self.account.with("issuerName", "null").with("userName", "\" Acme:alice \""),
            Self.account.with("userName", "\"Acme Cloud: alice\""),
            Self.account.with("issuerName", nil).with("userName", nil))
        #expect(document.items.map(\.issuer) == ["Acme Cloud", "", "Acme Cloud", ""])
        #expect(document.items.map(\.name) == ["alice@example.com", "Acme:alice", "alice", ""])
    }

    @Test(
        "A folder becomes a tag, unless it is the one for “none” or unknown",
        arguments: [
            ("{\"folderId\":5,\"position\":0}", ["Work"]), ("{\"folderId\":\"5\"}", ["Work"]), ("{\"folderId\":0}", []),
            ("{\"folderId\":6}", []), ("{\"folderId\":null}", []), ("{}", []), ("null", []), ("[]", []),
            ("{\"folderId\":7}", ["Text id"]), ("{\"folderId\":8}", []),
        ])
    func folders(data: String, tags: [String]) throws {
        let folders = """
            [{"id":0,"name":"Other accounts"},{"id":5,"name":" Work ","isOpened":true},{"id":5,"name":"Second"},
            {"id":"7","name":"Text id"},{"id":8},null,{"name":"No id"}]
            """
        #expect(try Self.read(Self.account.with("folderData", data), folders: folders).items.map(\.tags) == [tags])
    }

    @Test("A folder list of the wrong type loses no account", arguments: ["null", "{}", "7"])
    func damagedFolders(folders: String) throws {
        let document = try Self.read(Self.account.with("folderData", "{\"folderId\":5}"), folders: folders)
        #expect(document.items.map(\.tags) == [[]])
    }

    @Test("A favorite stays a favorite", arguments: [("true", true), ("false", false), ("null", false), ("1", false)])
    func favourite(value: String, expected: Bool) throws {
        #expect(try Self.read(Self.account.with("isFavorite", value)).items.map(\.isFavorite) == [expected])
    }
}
