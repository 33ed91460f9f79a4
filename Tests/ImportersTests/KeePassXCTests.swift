import TOTPDomain
import Testing

@testable import Importers

@Suite("KeePassXC's CSV")
struct KeePassXCTests {
    private static let header =
        #""Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created""#
    private static let link = "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Acme"

    private static func row(_ link: String, group: String = "Root", title: String = "Acme", notes: String = "")
        -> String
    {
        [group, title, "alice", "pass,word", "", notes, link, "0", "2026-11-21T04:33:06Z", "2026-11-21T04:33:06Z"]
            .map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    }

    private static func read(_ rows: String...) throws -> ImportedDocument {
        try ImportersTests.read(([header] + rows).joined(separator: "\n") + "\n")
    }

    @Test(
        "It is recognized by the names of its columns",
        arguments: [
            (header, true), ("\"TOTP\",\"group\",\"title\"\r\n", true),
            // Of any table.
            ("Title,TOTP", false), ("Group,Title,TOTP,Issuer", false), ("Group,Title,TOTP,Digits", false),
            ("\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"", false),
            ("folder,name,login_totp", false),
            ("Title TOTP", false), ("{\"Title\":1,\"TOTP\":2}", false),
        ])
    func detection(text: String, isKnown: Bool) { #expect((formatID(of: text.utf8) == "keepassxc") == isKnown) }

    @Test("Rows become accounts, in their order, with repeated ones")
    func rows() throws {
        let document = try Self.read(
            Self.row(Self.link), Self.row("otpauth://totp/Birch:bob?secret=GEZDGNBV&period=60&digits=8&issuer=Birch"),
            Self.row(Self.link),
            Self.row("otpauth://totp/Games:carol?secret=JBSWY3DP&period=30&digits=6&issuer=Games&encoder=steam"))
        #expect(document.format == "keepassxc")
        #expect(document.outcomes == [.totp(), .totp(digits: 8, period: 60), .totp(), .fixed(.steam)])
        #expect(document.items.map(\.label) == ["Acme: alice", "Birch: bob", "Acme: alice", "Games: carol"])
    }

    @Test("A password without a one-time password is not an account")
    func passwords() throws {
        let document = try Self.read(Self.row(""), Self.row(" "), Self.row(Self.link), "\"Root\",\"Short row\"")
        #expect(document.entries.count == 1)
    }

    @Test("The recycle bin is skipped, and counted")
    func recycleBin() throws {
        let bin = "Root/Recycle Bin"
        let document = try Self.read(
            Self.row(Self.link, group: bin), Self.row(Self.link, group: "\(bin)/Work"), Self.row("", group: bin),
            Self.row(Self.link, group: "Root/Work/Recycle Bin"), Self.row(Self.link, group: "Recycle Bin"))
        #expect(document.items.map(\.tags) == [["Recycle Bin"], []])
        #expect(document.skipped.counts == [.trash: 2, .noOneTimeCode: 1])
    }

    @Test("A warning always says that a CSV is incomplete")
    func advice() throws {
        #expect(try Self.read().warnings.map(\.message).contains { $0.contains(".kdbx") })
        #expect(try Self.read(Self.row(Self.link)).warnings.count == 1)
    }

    @Test(
        "The group of an entry becomes its tag",
        arguments: [
            ("Root", []), ("", []), ("Root/Work", ["Work"]), ("Root/Work/Servers", ["Servers"]), ("My passwords/ ", []),
            ("Root/ Mail ", ["Mail"]),
        ])
    func groups(group: String, tags: [String]) throws {
        #expect(try Self.read(Self.row(Self.link, group: group)).items.map(\.tags) == [tags])
    }

    @Test(
        "Notes are imported as they are",
        arguments: [("", nil), (" \n", nil), ("two\nlines, \"quoted\"", "two\nlines, \"quoted\"")]
            as [(String, String?)])
    func notes(text: String, expected: String?) throws {
        let document = try Self.read(Self.row(Self.link, notes: text), Self.row(Self.link))
        #expect(document.items.map(\.note) == [expected, nil])
    }

    @Test(
        "An invalid link is rejected with its line",
        arguments: [
            ("otpauth://totp/Bare:b?secret=&period=30&digits=6&issuer=Bare", .secretMissing),
            ("otpauth://totp/Acme:a?secret=JBSW1", .secretNotBase32), ("JBSWY3DPEHPK3PXP", .notALink),
            ("otpauth://totp/Acme:a?secret=JBSWY3DP&digits=0", .digitsOutOfRange),
            ("otpauth://totp/Acme:a?secret=JBSWY3DP&period=x", .periodOutOfRange),
            ("otpauth://push/Acme:a?secret=JBSWY3DP", .typeUnknown),
            ("otpauth://totp/Acme:a?secret=JBSWY3DP&algorithm=SHA3", .algorithmUnknown),
            ("otpauth-migration://offline?data=AAAA", .notALink),
        ] as [(String, RejectionCode)])
    func rejected(link: String, code: RejectionCode) throws {
        let document = try Self.read(Self.row(Self.link, notes: "two\nlines"), Self.row(link), Self.row(Self.link))
        #expect(document.items.count == 2)
        #expect(document.rejections.map(\.code) == [code])
        #expect(document.rejections.map(\.position) == [EntryPosition(line: 4)])
        #expect(document.rejections.map(\.label) == ["Acme: alice"])
        #expect(document.rejections.first?.reason.contains("JBSWY3DPEHPK") == false)
    }

    @Test("A link without names takes those of the entry; a missing counter is reported")
    func names() throws {
        let document = try Self.read(
            Self.row("steam://JBSWY3DP"), Self.row("otpauth://hotp/Birch:bob?secret=JBSWY3DP", title: "Other"))
        #expect(document.items.map(\.label) == ["Acme: alice", "Birch: bob"])
        #expect(document.warnings.map(\.message).contains { $0.hasPrefix("line 3 (Birch: bob)") })
    }

    @Test("Columns are found by name, and older versions have fewer")
    func columns() throws {
        let document = try ImportersTests.read("TOTP,Title,Group\r\n\(Self.link),Acme,Root\r\n")
        #expect(document.items.map(\.label) == ["Acme: alice"])
        #expect(document.items.map(\.note) == [nil])
    }

    @Test("A damaged file is an error", arguments: ["\(header)\n\"Root\",\"Acme", "a,b\n"])
    func damaged(text: String) {
        let failure = #expect(throws: SourceError.self) {
            try KeePassXCFormat().read(ImportRequest(content: SourceContent(Array(text.utf8))))
        }
        #expect(failure?.code == .corrupt)
    }

    @Test("Names that are not UTF-8 do no harm")
    func latin1() throws {
        let text =
            Array("\(Self.header)\n".utf8)
            + Self.row(Self.link, group: "Root/M\u{1}nster").utf8.map { $0 == 1 ? 0xFC : $0 }
        #expect(try ImportersTests.read(text).items.map(\.tags) == [["Münster"]])
    }

    @Test("More entries than the limit are refused")
    func limit() {
        var limits = ImportLimits()
        limits.entries = 1
        let text = [Self.header, Self.row(Self.link), Self.row(Self.link)].joined(separator: "\n")
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text, limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
