import TOTPDomain
import Testing

@testable import Importers

@Suite("Steam's files")
struct SteamTests {
    private static let account = JSONEntry(["shared_secret": "\"AQIDBA==\"", "account_name": "\"olivia\""])

    private static func read(_ members: (String, String)...) throws -> ImportedDocument {
        let list = members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
        return try ImportersTests.read("{\"accounts\":{\(list)},\"version\":1}")
    }

    @Test(
        "It is recognized by a shared_secret, or by an object of accounts that have one",
        arguments: [
            ("{\"shared_secret\":null}", true), ("{\"steamid\":\"1\",\"shared_secret\":\"AQ", true),
            ("{\"accounts\":{\"a\":{\"shared_secret\":\"AQ", true), ("{\"accounts\":{}}", false),
            ("{\"accounts\":[{\"shared_secret\":\"AQ==\"}],\"version\":1}", false),
            ("[{\"shared_secret\":\"AQ==\"}]", false),
            ("{\"uri\":\"otpauth://totp/Steam:olivia?secret=AEBAG\",\"shared_secret\":\"AQ==\"}", true),
        ])
    func detection(text: String, isKnown: Bool) { #expect((formatID(of: text.utf8) == "steam") == isKnown) }

    @Test("A file of one account is read")
    func single() throws {
        let document = try ImportersTests.read("\(Self.account)")
        #expect(document.format == "steam")
        #expect(document.outcomes == [.fixed(.steam)])
        #expect(document.items.map(\.label) == ["Steam: olivia"])
        #expect(document.items.map(\.secret.bytes) == [[1, 2, 3, 4]])
        #expect(document.warnings == [])
    }

    @Test("A file of many accounts is read in its order, also with names that occur twice")
    func many() throws {
        func account(_ name: String) -> String { "\(Self.account.with("account_name", "\"\(name)\""))" }
        let document = try Self.read(
            ("z", account("zoe")), ("a", account("al\\\"ice")), ("m", account("}{,:")), ("a", account("again")),
            ("\\u0062", account("bob")), ("", account("")))
        #expect(document.items.map(\.name) == ["zoe", "al\"ice", "}{,:", "again", "bob", ""])
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("shared_secret", nil, .rejected(.secretMissing)), ("shared_secret", "null", .rejected(.secretMissing)),
            ("shared_secret", "\"\"", .rejected(.secretMissing)),
            ("shared_secret", "\"==\"", .rejected(.secretMissing)),
            ("shared_secret", "\"A\"", .rejected(.fieldDamaged)),
            ("shared_secret", "\"AQ.DBA\"", .rejected(.fieldDamaged)),
            ("shared_secret", "[]", .rejected(.fieldDamaged)), ("shared_secret", "\" AQIDBA \"", .fixed(.steam)),
            ("shared_secret", "\"-_8\\/\"", .fixed(.steam)), ("account_name", nil, .fixed(.steam)),
            ("account_name", "[]", .fixed(.steam)), ("account_name", "12345", .fixed(.steam)),
            ("digits", "8", .fixed(.steam)),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let document = try Self.read(("a", "\(Self.account)"), ("b", "\(Self.account.with(name, value))"))
        #expect(document.outcomes == [.fixed(.steam), expected])
        for rejection in document.rejections {
            #expect(rejection.position == EntryPosition(entry: 2))
            #expect(rejection.label == "Steam: olivia")
        }
    }

    @Test("A lone account without its secret is one rejected entry")
    func singleDamaged() throws {
        let document = try ImportersTests.read("\(Self.account.with("shared_secret", "7"))")
        #expect(document.outcomes == [.rejected(.fieldDamaged)])
    }

    @Test(
        "Accounts beside a part that is not an object make the file damaged",
        arguments: ["[1,{\"shared_secret\":\"AQ==\"}]", "1"])
    func wrongShape(value: String) throws {
        let content = SourceContent(Array("{\"accounts\":\(value)}".utf8))
        let failure = #expect(throws: SourceError.self) { try SteamFormat().read(ImportRequest(content: content)) }
        #expect(failure?.code == .corrupt)
    }

    @Test(
        "The warning about other content comes once",
        arguments: [
            ("revocation_code", "\"R00000\"", 1), ("identity_secret", "\"AAAA\"", 1), ("revocation_code", "\"\"", 0),
            ("revocation_code", "null", 0), ("serial_number", "\"1\"", 0),
        ])
    func more(name: String, value: String, count: Int) throws {
        let account = "\(Self.account.with(name, value))"
        let document = try Self.read(("a", account), ("b", account))
        #expect(document.warnings.count == count)
        #expect(!document.warnings.map(\.message).contains { $0.contains("R00000") })
    }
}
