import FixtureSupport
import Foundation
import Testing

/// `convert --to json` of files that were not made for these tests gives the expected accounts.
@Suite(.enabled(if: !ExportSample.corpus.isEmpty, "\(FixtureFolder.needsCorpus)"))
struct CorpusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func isComplete() {
        #expect(ExportSample.corpus.count >= 75)
        #expect(Set(ExportSample.corpus.compactMap(\.expected.format)).count >= 25)
    }

    private func convert(_ sample: ExportSample, passphrase: String?) throws -> Program.Outcome {
        let passphrases = try folder.write("\(passphrase ?? "")\n", to: "passphrases.txt")
        return try Program.run([
            "convert", sample.url.file, "--to", "json", "--output", "-", "--on-duplicate", "keep",
            "--report", folder.path("report.json"), "--source-passphrase-file", passphrases,
        ])
    }

    @Test(
        "Every export of the corpus gives the expected accounts, rejections and exit code",
        arguments: ExportSample.corpus)
    func givesTheExpectedAccounts(sample: ExportSample) throws {
        let expected = sample.expected
        let outcome = try convert(sample, passphrase: expected.password)

        let items = try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
        #expect(items == expected.items)
        let ledger = try ReportDocument(folder.path("report.json"))
        let source = try #require(ledger.sources.first)
        #expect(ledger.totals.found == items.count + expected.rejected)
        #expect(ledger.totals.rejected == expected.rejected)
        #expect(source.codes ?? 0 == expected.codes)
        if let error = expected.error {
            #expect(outcome.status == 2)
            // A picture without an account is not a failed file.
            #expect(expected.isPicture ? source.status == "no-code" : source.code == error)
        } else {
            // A missing part of an export is a problem, too.
            let isTroubled = expected.rejected > 0 || ledger.batches.contains { !$0.missing.isEmpty }
            #expect(outcome.status == (isTroubled ? 1 : 0))
            #expect(source.format == (expected.isPicture ? "png" : expected.format))
        }
        Messages.expectHidden(expected.items.map(\.secret), in: outcome.errors, "standard error")
    }

    @Test(
        "A wrong passphrase exits with 3 and gives no account",
        arguments: ExportSample.corpus.filter { $0.expected.password != nil })
    func aWrongPassphraseGivesNothing(sample: ExportSample) throws {
        let outcome = try convert(sample, passphrase: "wrong")
        #expect(outcome.status == 3)
        #expect(try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items.isEmpty)
        let source = try #require(ReportDocument(folder.path("report.json")).sources.first)
        #expect(source.status == "failed" && source.code == "wrong-password")
    }
}
