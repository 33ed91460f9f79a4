import TOTPDomain
import Testing

@testable import Importers

@Suite("Bitwarden's CSV export")
struct BitwardenCSVTests {
    private static let header =
        "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
    private static let link = "otpauth://totp/Birch:bob?secret=JBSWY3DPEHPK3PXP&issuer=Birch"

    private static func document(_ rows: String...) throws -> ImportedDocument {
        try read(([header] + rows).joined(separator: "\n"))
    }

    @Test(
        "Its header identifies it",
        arguments: [
            header, "\(header)\r\n", "\u{FEFF}\(header)\n,,login", "login_totp,login_password", "\n\(header)",
            "\"login_password\",\"x\",\"LOGIN_TOTP\"\n\"", "\(header)\n,,login,a,,,,,,,\(link)&codeDisplay=%7B%7D",
        ])
    func detection(text: String) { #expect(formatID(of: text.utf8) == "bitwarden") }

    @Test(
        "Other texts are not taken",
        arguments: [
            "login_totp", "login_password", "x\n\(header)", "{\"login_totp,login_password\":1}",
            "otpauth://totp/x?secret=GEZDGNB2&login_totp,login_password",
        ])
    func otherTexts(text: String) { #expect(formatID(of: text.utf8) != "bitwarden") }

    @Test("Rows with a secret are accounts, in order; others are skipped")
    func rows() throws {
        let document = try Self.document(
            "Work,1,login,Acorn,\"two\nlines, \"\"quoted\"\"\",,0,https://example.com,alice,pw,gezd gnb2", "",
            ",,note,Shopping,milk,,,,,,", ",,login,No key,,,0,,dan,pw,", ",0,login,Birch,,,0,,,,\(Self.link)",
            ",,login,Den,,,0,,hal,,steam://GEZDGNB2", "short", ",,login,Birch,,,0,,,,\(Self.link)")
        #expect(document.format == "bitwarden")
        #expect(document.items.map(\.label) == ["Acorn: alice", "Birch: bob", "Den: hal", "Birch: bob"])
        #expect(document.items.map(\.note) == ["two\nlines, \"quoted\"", nil, nil, nil])
        #expect(document.items.map(\.tags) == [["Work"], [], [], []])
        #expect(document.items.map(\.isFavorite) == [true, false, false, false])
        #expect(document.items.map(\.parameters.kind) == [.totp, .totp, .steam, .totp])
        #expect(document.rejections == [] && document.warnings.count == 1)
        #expect(document.warnings.first?.message.hasPrefix("line 9 has fewer cells than the others") == true)
    }

    @Test("Columns are found by name; an organization's export has others")
    func organisation() throws {
        let document = try read(
            """
            collections,type,name,notes,login_totp,login_username,login_password
            "Team,Work/Mail ",login,Acorn,n,GEZDGNB2,alice,pw
            """)
        let item = try #require(document.items.first)
        #expect(item.label == "Acorn: alice" && item.note == "n")
        #expect(item.tags == ["Team", "Work/Mail"])
    }

    @Test("A rejection names the line that its row starts in")
    func rejections() throws {
        let document = try Self.document(
            ",,login,Acorn,\"a\nnote\",,0,,alice,pw,not a secret!", ",,login,Fir,,,0,,fay,pw,otpauth://totp/x",
            ",,login,Birch,,,0,,,,\(Self.link)", ",,login,,,,0,,,,https://example.com")
        #expect(document.items.count == 1)
        #expect(document.rejections.map(\.position.description) == ["line 2", "line 4", "line 6"])
        #expect(document.rejections.map(\.code) == [.secretNotBase32, .secretMissing, .notALink])
        #expect(document.rejections.map(\.label) == ["Acorn: alice", "Fir: fay", ""])
    }

    @Test("A row with more cells than the header is rejected: its cells are under the wrong columns")
    func moreCells() throws {
        let document = try Self.document(
            ",,login,Ac,orn,,,0,,alice,pw,GEZDGNB2", ",,login,Birch,,,0,,,,\(Self.link),")
        #expect(document.items.map(\.label) == ["Birch: bob"])
        #expect(document.rejections.map(\.position.description) == ["line 2"])
        #expect(document.rejections.map(\.code) == [.fieldDamaged])
    }

    @Test("Bytes that are not UTF-8 lose no account")
    func latin1() throws {
        let text = Array("\(Self.header)\n,,login,M".utf8) + [0xFC] + Array("ller,,,0,,alice,pw,GEZDGNB2".utf8)
        #expect(try read(text).items.map(\.label) == ["Müller: alice"])
    }

    @Test("An open quote is damage, never a shorter list")
    func openQuote() {
        let failure = #expect(throws: SourceError.self) {
            try Self.document(",,login,Birch,,,0,,,,\(Self.link)", ",,login,\"Acorn,,,0,,,,\(Self.link)")
        }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("line 3") == true)
    }

    @Test("Rows without a secret are skipped; more entries than the limit fail")
    func counts() throws {
        #expect(try Self.document().records == 0)
        #expect(try Self.document(",,note,Shopping,,,,,,,").skipped.counts == [.noOneTimeCode: 1])
        var limits = ImportLimits()
        limits.entries = 1
        let text = "\(Self.header)\n" + String(repeating: ",,login,Birch,,,0,,,,\(Self.link)\n", count: 2)
        let failure = #expect(throws: SourceError.self) { try read(text, limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }

    @Test("A header without a column of secrets is damage if the format is forced")
    func forced() {
        let failure = #expect(throws: SourceError.self) {
            try BitwardenFormat().read(ImportRequest(content: SourceContent(Array("name,x\na,b".utf8))))
        }
        #expect(failure?.code == .corrupt)
    }
}
