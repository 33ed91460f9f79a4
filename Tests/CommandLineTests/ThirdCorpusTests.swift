import FixtureSupport
import Foundation
import Testing

/// Tables, lists, newer versions and further apps: each file gives the expected accounts, or is refused.
@Suite(.enabled(if: !ExportSample.corpus3.isEmpty, "\(FixtureFolder.needsCorpus)"))
struct ThirdCorpusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: - Not read yet

    /// Files that the program does not read as their app means them, and what it does instead. Whoever writes a reader
    /// removes its line.
    private struct Unread {
        /// A file's name, or the start of several names.
        let files: String
        let reason: String
        /// The format that reads what it can, and how many accounts and rejections there are; nil if the file is refused.
        var format: String?
        var accounts = 0, rejected = 0
    }

    private static let unread = [
        Unread(files: "2faguard.2fabackup", reason: "no reader of 2FA Guard"),
        Unread(files: "2fast", reason: "no reader of 2fast"),
        Unread(files: "auth_module.totp", reason: "no reader of Home Assistant"),
        Unread(files: "authme", reason: "no reader of Authme"),
        Unread(files: "browser-extension-", reason: "no reader of a browser's LevelDB folder"),
        Unread(files: "cloudotp.bin", reason: "no reader of CloudOTP"),
        Unread(files: "google-authenticator-pam", reason: "no reader of the PAM module's file"),
        Unread(files: "keycloak-", reason: "no reader of Keycloak"),
        Unread(files: "oath-", reason: "the seed lists of LinOTP, privacyIDEA and pskc2csv are not in oath-token-csv"),
        Unread(files: "open-authenticator", reason: "no reader of Open Authenticator"),
        Unread(files: "users.oath", reason: "no reader of the users file of OATH Toolkit"),
        // What is read is right, and the rest is named.
        Unread(
            files: "passman.csv", reason: "no reader of Passman; its column otp has JSON, not links", format: "csv",
            rejected: 5),
        Unread(
            files: "passman.json", reason: "no reader of Passman; also has the links of entries without a secret",
            format: "json-list", accounts: 8),
        Unread(
            files: "pskc-encrypted-numbers.xml", reason: "PSKC's counters and periods of bytes are not read",
            format: "pskc", rejected: 8),
        Unread(
            files: "safeincloud.xml", reason: "no reader of SafeInCloud; its links are read", format: "otpauth",
            accounts: 1, rejected: 3),
    ]

    private static func unread(_ sample: ExportSample) -> Unread? {
        unread.first { sample.place.hasPrefix($0.files) }
    }

    private static let read = ExportSample.corpus3.filter { unread($0) == nil }
    private static let others = ExportSample.corpus3.filter { unread($0) != nil }

    // MARK: - Tests

    private func convert(_ sample: ExportSample) throws -> (
        outcome: Program.Outcome, items: [ExpectedAccounts.Item], report: ReportDocument
    ) {
        let passphrases = try folder.write("\(sample.expected.password ?? "")\n", to: "passphrases.txt")
        let outcome = try Program.run(
            ["convert", sample.url.file] + sample.expected.arguments + [
                "--to", "json", "--plain", "--output", "-", "--on-duplicate", "skip",
                "--report", folder.path("report.json"), "--source-passphrase-file", passphrases,
            ])
        let items = try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
        Messages.expectHidden(sample.expected.items.map(\.secret), in: outcome.errors, "standard error")
        return (outcome, items, try ReportDocument(folder.path("report.json")))
    }

    @Test func isComplete() {
        #expect(ExportSample.corpus3.count >= 78)
        #expect(Self.unread.allSatisfy { line in Self.others.contains { $0.place.hasPrefix(line.files) } })
        #expect(Self.read.count { $0.place.hasPrefix("no-") } >= 9)
    }

    @Test(arguments: read)
    func givesTheExpectedAccounts(sample: ExportSample) throws {
        let expected = sample.expected
        let (outcome, items, report) = try convert(sample)

        // An account that is in two files of a folder is written once.
        var accounts: [ExpectedAccounts.Item] = []
        for item in expected.items where !accounts.contains(item) { accounts.append(item) }
        #expect(items == accounts)
        #expect(report.totals.found == expected.items.count + expected.rejected)
        #expect(report.totals.rejected == expected.rejected)
        if let error = expected.error {
            #expect(report.sources.map(\.code) == [error])
        } else {
            #expect(Set(report.sources.map(\.format)) == [expected.format])
        }
        #expect(outcome.status == (accounts.isEmpty ? 2 : expected.rejected > 0 ? 1 : 0))
    }

    @Test(arguments: others)
    func isNotReadAsSomethingElse(sample: ExportSample) throws {
        let unread = try #require(Self.unread(sample))
        let (outcome, items, report) = try convert(sample)

        #expect(items.count == unread.accounts, "\(unread.reason)")
        #expect(report.totals.rejected == unread.rejected, "\(unread.reason)")
        #expect(Set(report.sources.compactMap(\.format)) == Set([unread.format].compactMap { $0 }))
        if unread.accounts == 0 { #expect(outcome.status > 1) }
        // Nothing is invented: accounts are expected ones, or there are links beside them.
        let isComplete = Set(items).isSuperset(of: sample.expected.items)
        #expect(isComplete || Set(items).isSubset(of: sample.expected.items))
    }
}
