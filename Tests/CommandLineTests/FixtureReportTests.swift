import FixtureSupport
import Foundation
import TOTPDomain
import Testing

/// All fixtures in one run. Their expectations are not inputs: some are lists of accounts, too.
struct FixtureReportTests {
    private struct Run: Sendable {
        let outcome: Program.Outcome
        /// The bytes of the report.
        let report: Data

        init(jobs: Int) throws {
            let folder = try TemporaryFolder()
            let options = [
                "--to", "json", "--output", "-", "--on-duplicate", "keep", "--report", folder.path("report.json"),
                "--verbose", "--jobs", "\(jobs)",
            ]
            outcome = try Program.run(["convert"] + ImageFixtures.inputs.map(\.file) + options)
            report = try Data(folder.bytes("report.json"))
        }

        var items: [ExpectedAccounts.Item] {
            get throws { try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items }
        }
        var ledger: ReportDocument { get throws { try JSONDecoder().decode(ReportDocument.self, from: report) } }
    }

    /// One run for all tests that look at its result.
    private static let run = Result { try Run(jobs: 2) }

    @Test func everyEntryOfEveryFileIsInOrder() throws {
        let run = try Self.run.get()
        #expect(run.outcome.status == 1, "some fixtures are damaged on purpose")
        let items = try run.items, report = try run.ledger
        let sources = Dictionary(uniqueKeysWithValues: report.sources.map { (ImageFixtures.place($0.name), $0) })
        var next = items[...]
        for input in ImageFixtures.inputs {
            let place = ImageFixtures.place(input.file)
            let expected = try ExpectedAccounts(of: input)
            let source = try #require(sources[place], "\(place) is not in the report")
            let read = next.prefix(source.entries.count { $0.outcome != "rejected" })
            next = next.dropFirst(read.count)
            #expect(Array(read) == expected.items, "\(place)")
            #expect(source.entries.compactMap(\.code) == expected.rejectionCodes, "\(place)")
            #expect(source.status == expected.status.rawValue, "\(place)")
            #expect(source.code == expected.error, "\(place)")
            #expect(source.codes ?? 0 == expected.codes, "\(place)")
        }
        #expect(next.isEmpty, "no account may come from nowhere")
        #expect(report.totals.found == items.count + report.totals.rejected)
        Messages.expectPlain(run.outcome.errors)
        Messages.expectHidden(items.map(\.secret), in: run.outcome.errors, "standard error")
        Messages.expectHidden(items.map(\.secret), in: String(decoding: run.report, as: UTF8.self), "the report")
    }

    /// A warning is given where it must be, and nowhere else.
    @Test func warningsAreWhereTheyBelong() throws {
        var compared = 0
        for source in try Self.run.get().ledger.sources {
            guard let expected = try? ExpectedAccounts(of: URL(filePath: source.name)) else { continue }
            compared += 1
            let warnings = source.warnings ?? []
            let place = Comment(rawValue: "\(ImageFixtures.place(source.name)): \(warnings)")
            func isSaid(_ words: String) -> Bool { warnings.contains { $0.contains(words) } }
            #expect(isSaid("the image is") == (expected.isDamaged), place)
            #expect(isSaid("a part of a larger QR code") == (expected.incompleteSets > 0), place)
            let isAboutOthers =
                isSaid("not an account; skipped") || isSaid("not accounts; skipped") || isSaid("but no account")
            #expect(isAboutOthers == (expected.otherCodes > 0), place)
        }
        #expect(compared > 0)
    }

    @Test func batchesArePutTogetherOverAllFiles() throws {
        let report = try Self.run.get().ledger
        var expected: [String: [(file: String, batch: ExpectedAccounts.Batch)]] = [:]
        for input in ImageFixtures.inputs {
            guard let batch = try ExpectedAccounts(of: input).batch, batch.size > 1 else { continue }
            expected["\(batch.id)/\(batch.size)", default: []].append((ImageFixtures.place(input.file), batch))
        }
        #expect(report.batches.count == expected.count)
        for batch in report.batches {
            let parts = try #require(expected["\(batch.id)/\(batch.parts)"])
            #expect(batch.present == Set(parts.map(\.batch.index)).sorted())
            #expect(batch.missing == (0..<batch.parts).filter { !batch.present.contains($0) })
            #expect(Set(batch.sources.map(ImageFixtures.place)) == Set(parts.map(\.file)))
            // Two exports with the number 0 look alike, and a missing part would not be noticed: a warning says so.
            #expect((batch.mixed ?? false) == (batch.id == "0"))
        }
    }

    @Test(arguments: [1, 8])
    func resultIsTheSameForAnyNumberOfJobs(jobs: Int) throws {
        let one = try Self.run.get(), other = try Run(jobs: jobs)
        #expect(other.report == one.report)
        #expect(other.outcome.output == one.outcome.output)
        // The report of each run has a name of its own.
        let lines = [other, one].map { $0.outcome.errorLines.filter { !$0.hasPrefix("Report:") } }
        #expect(lines[0] == lines[1])
    }

    @Test func vaultHoldsWhatIsExpectedAndNothingElse() throws {
        let folder = try TemporaryFolder()
        let vault = try SampleVault(in: folder)
        let report = folder.path("report.json")
        let imported = try vault.run(
            ["import"] + ImageFixtures.inputs.map(\.file) + ["--vault", vault.path, "--report", report])
        #expect(imported.status == 1, "some fixtures are damaged on purpose")
        let listed = try vault.run(["list", vault.path, "--json", "--reveal"])
        #expect(listed.status == 0)
        let held = try JSONDecoder().decode(ItemsDocument.self, from: listed.output).items.map { AccountIdentity($0) }
        let expected = Set(
            try ImageFixtures.inputs.flatMap { try ExpectedAccounts(of: $0).items }.map { AccountIdentity($0) })
        #expect(held.count == Set(held).count, "no account is there twice")
        #expect(expected.subtracting(held).isEmpty, "\(expected.subtracting(held).map(\.item.name))")
        #expect(Set(held) == expected)
        let totals = try ReportDocument(report).totals
        #expect(totals.added == held.count)
        #expect(totals.found == totals.added + totals.updated + totals.duplicates + totals.rejected)

        let secrets = held.map(\.item.secret)
        Messages.expectHidden(secrets, in: imported.errors + imported.text, "the import")
        Messages.expectHidden(secrets, in: try folder.text("report.json"), "the report")
        Messages.expectHidden(secrets, in: try vault.run(["list", vault.path]).text, "list")
        Messages.expectHidden(secrets, in: try vault.run(["list", vault.path, "--json"]).text, "list --json")
        Messages.expectHidden(secrets, in: try vault.run(["codes", vault.path]).text, "codes")
        Messages.expectHidden(secrets, in: String(decoding: try vault.bytes(), as: UTF8.self), "the vault file")
    }
}
