import TOTPDomain
import Testing

@testable import TokenFormats

@Suite("A users file of OATH Toolkit, written")
struct UsersOATHExportTests {
    /// Of `SampleAccounts.secret`.
    private static let key = "48656c6c6f21deadbeef"

    @Test(
        "Each account has one line",
        arguments: [
            (.totp, 6, 30, 0, "HOTP/T30/6\talice\t-\t\(key)\n"), (.totp, 8, 60, 0, "HOTP/T60/8\talice\t-\t\(key)\n"),
            (.hotp, 7, 30, 41, "HOTP/E/7\talice\t-\t\(key)\t41\n"),
        ] as [(kind: OTPKind, digits: Int64, period: Int64, counter: Int64, line: String)])
    func line(kind: OTPKind, digits: Int64, period: Int64, counter: Int64, line: String) throws {
        let item = try SampleAccounts.item(kind, digits: digits, period: period, counter: counter)
        #expect(try UsersOATHExport().text(item) == line)
    }

    @Test("Kinds that the server does not know are not written")
    func limits() throws {
        var long = try SampleAccounts.item()
        long.secret = try OTPSecret(bytes: [UInt8](repeating: 1, count: 33))
        let items =
            try OTPKind.allCases.map { try SampleAccounts.item($0) } + [
                long, try SampleAccounts.item(algorithm: .sha256), try SampleAccounts.item(digits: 9),
                try SampleAccounts.item(digits: 5), try SampleAccounts.item(period: 45),
            ]
        let export = UsersOATHExport().write(.plain(items))
        #expect(
            export.leftOut.map(\.code) == [
                .kindNotSupported, .kindNotSupported, .kindNotSupported, .secretTooLong, .algorithmNotSupported,
                .digitsNotSupported, .digitsNotSupported, .periodNotSupported,
            ])
        #expect(export.losses.map(\.code) == [.name, .name])
    }

    @Test(
        "A name that would not be one field is left out",
        arguments: ["", "a b", "a\tb", "#alice", "a\nb", "a\u{0}b", "a\u{85}b", "a\u{2028}b", "a\u{A0}b", " alice"])
    func names(name: String) throws {
        let export = UsersOATHExport().write(
            .plain([
                try SampleAccounts.item(issuer: "", name: name), try SampleAccounts.item(issuer: "", name: "größe#1"),
            ]))
        #expect(export.leftOut.map(\.code) == [.nameNotSupported] && export.losses.isEmpty)
        #expect(export.text == "HOTP/T30/6\tgröße#1\t-\t\(Self.key)\n")
    }

    @Test("The issuer, notes and tags are lost by name")
    func losses() throws {
        let export = UsersOATHExport().write(
            .plain([try SampleAccounts.item(note: "n", tags: ["Work"], isFavorite: true)]))
        #expect(export.lostDetails == ["0 note", "0 tags", "0 favorite", "0 name"])
    }
}
