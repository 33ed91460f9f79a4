import TOTPDomain
import Testing

@testable import AnythingFormats
@testable import PasswordManagerFormats

@Suite("Tables of Apple Passwords and 1Password, written")
struct PasswordTableExportTests {
    private static let link = "secret=JBSWY3DPEHPK3PXP&issuer=Acorn&algorithm=SHA1&digits=6&period=30"

    @Test("Apple Passwords: its columns, quoted where needed, lines end with LF")
    func apple() throws {
        let text = try ApplePasswordsExport().text(
            SampleAccounts.item(note: "two\n\"lines\""),
            SampleAccounts.item(issuer: "", name: "=bob,", algorithm: .sha512, digits: 8, period: 60))
        #expect(
            text == """
                Title,URL,Username,Password,Notes,OTPAuth
                Acorn,,alice,,"two
                ""lines\""",otpauth://totp/Acorn:alice?\(Self.link)
                "=bob,",,"=bob,",,,otpauth://totp/%3Dbob%2C?secret=JBSWY3DPEHPK3PXP&algorithm=SHA512&digits=8&period=60

                """)
    }

    @Test("1Password: its columns, quoted where needed, lines end with LF")
    func onePassword() throws {
        let text = try OnePasswordExport().text(
            SampleAccounts.item(note: "a note", isFavorite: true), SampleAccounts.item(name: "bob, \"b\""))
        #expect(
            text == """
                Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
                Acorn,,alice,,otpauth://totp/Acorn:alice?\(Self.link),true,false,,a note
                Acorn,,"bob, ""b\""",,otpauth://totp/Acorn:bob%2C%20%22b%22?\(Self.link),false,false,,

                """)
    }

    static let formats: [any ExportFormat] = [ApplePasswordsExport(), OnePasswordExport()]

    @Test("Only time-based accounts with common algorithms are written", arguments: formats.indices)
    func kinds(index: Int) throws {
        let items =
            try OTPKind.allCases.map { try SampleAccounts.item($0) } + [SampleAccounts.item(algorithm: .md5)]
        let export = try Self.formats[index].write(.plain(items))
        #expect(export.leftOut.count == items.count - 1)
        #expect(
            !export.leftOut.contains {
                items[$0.index].parameters.kind == .totp && items[$0.index].parameters.algorithm != .md5
            })
    }

    @Test("Details that a table cannot store are losses", arguments: formats.indices)
    func details(index: Int) throws {
        let item = try SampleAccounts.item(note: "n", tags: ["t"], isFavorite: true)
        #expect(
            try Self.formats[index].write(.plain([item])).lostDetails
                == (index == 0 ? ["0 tags", "0 favorite"] : ["0 tags"]))
        let controls = try [
            SampleAccounts.item(issuer: "a\u{1}"), SampleAccounts.item(note: "\u{1F}"), SampleAccounts.item(note: " "),
        ]
        #expect(Set(try Self.formats[index].write(.plain(controls)).lostDetails) == ["0 name", "1 note", "2 note"])
    }

    static let tables: [any ExportFormat] = [
        ApplePasswordsExport(), OnePasswordExport(), BitwardenCSVExport(), CSVExport(), KeePassXCExport(),
    ]

    @Test("A line break in a name is marked in every table", arguments: tables.indices)
    func lineBreaks(index: Int) throws {
        let items = try ["a\r\nb", "a\nb", "ab"].map { try SampleAccounts.item(name: $0) }
        #expect(try Self.tables[index].write(.plain(items)).lostDetails == ["0 unverified", "1 unverified"])
    }

    @Test("Apple may skip an entry without a user name")
    func noUserName() throws {
        let items = [try SampleAccounts.item(name: ""), try SampleAccounts.item()]
        #expect(ApplePasswordsExport().write(.plain(items)).lostDetails == ["0 unverified"])
        #expect(OnePasswordExport().write(.plain(items)).lostDetails == [])
    }

    @Test("An ordinary account named Steam stays one, and has a link without names", arguments: formats.indices)
    func namedSteam(index: Int) throws {
        let item = try SampleAccounts.item(issuer: "Steam", digits: 8)
        let export = try Self.formats[index].write(.plain([item]))
        #expect(export.leftOut == [] && export.losses == [])
        guard case .item(let read) = try RoundTripTests.read(export.bytes, isEncrypted: false).first else {
            Issue.record("nothing was read")
            return
        }
        #expect((read.issuer, read.name) == (item.issuer, item.name))
        #expect(read.parameters == item.parameters && read.secret == item.secret)
    }
}
