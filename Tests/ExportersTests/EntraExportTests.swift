import TOTPDomain
import Testing

@testable import TokenFormats

@Suite("The list of tokens for Microsoft Entra ID")
struct EntraExportTests {
    private static let header = "upn,serial number,secret key,time interval,manufacturer,model\r\n"

    @Test(
        "Each account has one row; a name that is not a UPN is left out, and no cell is changed for a spreadsheet",
        arguments: [
            (
                "Acorn", "alice@example.com", "alice@example.com,TI-000001,\(SampleAccounts.secret),60,Acorn,software",
                []
            ),
            ("Acorn", "alice", ",TI-000001,\(SampleAccounts.secret),60,Acorn,software", ["0 name"]),
            ("Acorn", "a@b@c", ",TI-000001,\(SampleAccounts.secret),60,Acorn,software", ["0 name"]),
            ("Acorn", "@example.com", ",TI-000001,\(SampleAccounts.secret),60,Acorn,software", ["0 name"]),
            ("Acorn", "al ice@b", ",TI-000001,\(SampleAccounts.secret),60,Acorn,software", ["0 name"]),
            ("Acorn", "al\u{7}ice@b", ",TI-000001,\(SampleAccounts.secret),60,Acorn,software", ["0 name"]),
            ("", "a@b", "a@b,TI-000001,\(SampleAccounts.secret),60,totp-import,software", ["0 name"]),
            ("=1+1", "=cmd@b", "=cmd@b,TI-000001,\(SampleAccounts.secret),60,=1+1,software", []),
            ("A, \"B\"", "a,b@c", "\"a,b@c\",TI-000001,\(SampleAccounts.secret),60,\"A, \"\"B\"\"\",software", []),
            ("A\r\nB\u{1}", "a@b", "a@b,TI-000001,\(SampleAccounts.secret),60,A B\u{FFFD},software", ["0 name"]),
        ] as [(issuer: String, name: String, row: String, losses: [String])])
    func row(issuer: String, name: String, row: String, losses: [String]) throws {
        let item = try SampleAccounts.item(issuer: issuer, name: name, period: 60)
        let export = EntraExport().write(.plain([item]))
        #expect(export.text == "\(Self.header)\(row)\r\n")
        #expect(export.lostDetails == losses && export.leftOut.isEmpty)
    }

    @Test("Only what Entra can check is written: SHA1, 6 digits, 30 or 60 seconds, 128 characters of base32")
    func limits() throws {
        func secret(_ count: Int) throws -> Account {
            try .sample(name: "a@b", secret: [UInt8](repeating: 7, count: count))
        }
        let items =
            try OTPKind.allCases.filter { $0 != .totp }.map { try SampleAccounts.item($0) } + [
                SampleAccounts.item(algorithm: .sha256), SampleAccounts.item(digits: 8),
                SampleAccounts.item(period: 45), secret(81), secret(80), secret(1),
            ]
        let export = EntraExport().write(.plain(items))
        #expect(
            export.leftOut.map(\.code) == [
                .kindNotSupported, .kindNotSupported, .kindNotSupported, .kindNotSupported, .algorithmNotSupported,
                .digitsNotSupported, .periodNotSupported, .secretTooLong,
            ])
        // The numbers run over those that are written.
        #expect(export.text.contains(",TI-000001,") && export.text.contains(",TI-000002,A4,30,"))
        #expect(!export.text.contains("="))
    }

    @Test("A prefix is in place of the usual one; notes, tags and the favorite flag are lost by name")
    func prefix() throws {
        var request = ExportRequest.plain([
            try SampleAccounts.item(name: "a@b", note: "n", tags: ["Work"], isFavorite: true)
        ])
        request.options.serialPrefix = "site-2."
        let export = EntraExport().write(request)
        #expect(export.text.contains("a@b,site-2.000001,"))
        #expect(export.lostDetails == ["0 note", "0 tags", "0 favorite"])
    }
}
