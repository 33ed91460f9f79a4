import FixtureSupport
import Foundation
import Testing

/// Several backups of FreeOTP 2 in one run: the key of one opens accounts of others.
struct FreeOTPBackupsTests {
    private static let samples = ExportSample.fixtures.filter { $0.place.hasPrefix("freeotp/v2-restore-") }

    private func convert(_ samples: [ExportSample], jobs: Int = 2) throws -> (
        outcome: Program.Outcome, report: ReportDocument
    ) {
        let folder = try TemporaryFolder(), report = folder.path("report.json")
        let passphrases = try folder.write("\(Self.samples.first?.expected.password ?? "")\n", to: "passphrases.txt")
        let outcome = try Program.runWithoutTerminal(
            ["convert"] + samples.map(\.url.file)
                + [
                    "--to", "json", "--output", "-", "--source-passphrase-file", passphrases, "--jobs", "\(jobs)",
                    "--report", report,
                ])
        return (outcome, try ReportDocument(report))
    }

    @Test func allAreReadWhateverTheNumberOfJobs() throws {
        let (outcome, report) = try convert(Self.samples, jobs: 1)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(report.sources.map(\.status) == ["ok", "ok", "ok", "ok"])
        #expect(report.sources.map(\.entries.count) == [1, 3, 3, 1])
        #expect(report.totals.added == 3)
        // The report of each run has a name of its own.
        func lines(_ outcome: Program.Outcome) -> [String] { outcome.errorLines.filter { !$0.hasPrefix("Report:") } }
        for jobs in [2, 4] {
            let again = try convert(Self.samples, jobs: jobs).outcome
            #expect(again.output == outcome.output)
            #expect(lines(again) == lines(outcome))
        }
    }

    @Test func withoutTheOldestEachSaysOnceWhatHappened() throws {
        let (outcome, report) = try convert(Array(Self.samples[1...2]))
        #expect(outcome.status == 1)
        #expect(report.sources.map(\.status) == ["partial", "partial"])
        #expect(report.totals.added == 2)
        #expect(report.totals.rejected == 4)
        #expect(report.sources.map { $0.warnings?.count } == [1, 1])
        #expect(outcome.errors.contains("FreeOTP 2.0.2 to 2.0.4"))
    }
}
