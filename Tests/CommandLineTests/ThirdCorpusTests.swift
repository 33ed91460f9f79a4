import FixtureSupport
import Foundation
import Testing

/// Tables, lists, newer versions and further apps: each file gives the expected accounts.
@Suite(.enabled(if: !ExportSample.corpus3.isEmpty, "\(FixtureFolder.needsCorpus)"))
struct ThirdCorpusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

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
        #expect(ExportSample.corpus3.count { $0.place.hasPrefix("no-") } >= 9)
    }

    @Test(
        "Every export of the third corpus gives the expected accounts, rejections and exit code",
        arguments: ExportSample.corpus3)
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
}
