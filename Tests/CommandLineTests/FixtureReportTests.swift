import FixtureSupport
import Foundation
import TOTPDomain
import Testing

/// The whole folder of fixtures in one run: what `FixtureImportTests` checks a file at a time must hold for all at once.
struct FixtureReportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What the fixtures' expectations say beyond ``FixtureExpectation``.
    private struct Extras: Decodable {
        var otherCodes: Int
        var incompleteSets: Int?
        var warning: String?
    }

    private struct BatchReport: Decodable {
        struct Batch: Decodable {
            var id: String
            var parts: Int
            var present, missing: [Int]
            var mixed: Bool?
            var sources: [String]
        }
        var inputs: Int
        var batches: [Batch]
    }

    private static let unread: Set<String> = {
        let list = try? String(
            contentsOf: FixtureFolder.package.appending(path: "Fixtures/unread-yet.txt"), encoding: .utf8)
        return Set((list ?? "").split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") })
    }()

    /// `GROUP/NAME`, as the list and the end of a source's name have it.
    private static func place(_ path: String) -> String { path.split(separator: "/").suffix(2).joined(separator: "/") }

    private static var readable: [URL] {
        FixtureExpectation.inputs.filter { !unread.contains(place($0.file)) }
    }

    private func convert(_ more: [String] = []) throws -> Program.Outcome {
        try Program.run(
            [
                "convert", FixtureFolder.images.file, "--to", "json", "--output", "-", "--on-duplicate", "keep",
                "--report", folder.path("report.json"),
            ] + more)
    }

    @Test func everyEntryOfEveryFileStandsInOrder() throws {
        let outcome = try convert(["--verbose"])
        #expect(outcome.status == 1, "some fixtures are damaged on purpose")
        let items = try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
        let report = try ReportDocument(folder.path("report.json"))
        let sources = Dictionary(uniqueKeysWithValues: report.sources.map { (Self.place($0.name), $0) })
        var next = items[...]
        for input in FixtureExpectation.inputs {
            let place = Self.place(input.file)
            let expected = try FixtureExpectation(of: input)
            let source = try #require(sources[place], "\(place) is not in the report")
            let read = next.prefix(source.entries.count { $0.outcome != "rejected" })
            next = next.dropFirst(read.count)
            // The list must shrink when the scanner gets better.
            if Self.unread.contains(place) {
                #expect(Array(read) != expected.items, "\(place) is read now: take it off the list")
                continue
            }
            #expect(Array(read) == expected.items, "\(place)")
            #expect(source.entries.compactMap(\.code) == expected.rejected, "\(place)")
            #expect(source.status == expected.status, "\(place)")
            #expect(source.code == expected.failure, "\(place)")
            #expect(source.codes ?? 0 == expected.codes, "\(place)")
        }
        #expect(next.isEmpty, "no account may come from nowhere")
        #expect(report.totals.found == items.count + report.totals.rejected)
        Messages.expectPlain(outcome.errors)
        Messages.expectHidden(items.map(\.secret), in: outcome.errors, "standard error")
        Messages.expectHidden(items.map(\.secret), in: try folder.text("report.json"), "the report")
    }

    /// A warning stands where it must, and nowhere else.
    @Test func warningsStandWhereTheyBelong() throws {
        _ = try convert()
        let report = try ReportDocument(folder.path("report.json"))
        for source in report.sources where !Self.unread.contains(Self.place(source.name)) {
            let expectation = URL(filePath: source.name + FixtureExpectation.ending)
            guard let data = try? Data(contentsOf: expectation) else { continue }
            let expected = try JSONDecoder().decode(Extras.self, from: data)
            let warnings = source.warnings ?? []
            let place = Comment(rawValue: "\(Self.place(source.name)): \(warnings)")
            func isSaid(_ words: String) -> Bool { warnings.contains { $0.contains(words) } }
            #expect(isSaid("the picture is") == (expected.warning == "image-damaged"), place)
            #expect(isSaid("one part of a larger QR code") == (expected.incompleteSets ?? 0 > 0), place)
            let isAboutOthers = isSaid("not about accounts") || isSaid("no account in it")
            #expect(isAboutOthers == (expected.otherCodes > 0), place)
        }
    }

    @Test func batchesArePutTogetherOverAllFiles() throws {
        _ = try convert()
        let report = try JSONDecoder().decode(BatchReport.self, from: Data(folder.bytes("report.json")))
        var expected: [String: [(file: String, batch: FixtureExpectation.Batch)]] = [:]
        for input in Self.readable {
            guard let batch = try FixtureExpectation(of: input).batch, batch.size > 1 else { continue }
            expected["\(batch.id)/\(batch.size)", default: []].append((Self.place(input.file), batch))
        }
        #expect(report.batches.count == expected.count)
        for batch in report.batches {
            let parts = try #require(expected["\(batch.id)/\(batch.parts)"])
            #expect(batch.present == Set(parts.map(\.batch.index)).sorted())
            #expect(batch.missing == (0..<batch.parts).filter { !batch.present.contains($0) })
            #expect(Set(batch.sources.map(Self.place)) == Set(parts.map(\.file)))
            // Two exports with the number 0 look alike: it must be said, as a missing part could not be told.
            #expect((batch.mixed ?? false) == (batch.id == "0"))
        }
    }

    @Test func reportIsTheSameForAnyNumberOfJobs() throws {
        _ = try convert(["--jobs", "1"])
        let alone = try folder.bytes("report.json")
        _ = try convert(["--jobs", "4"])
        #expect(try folder.bytes("report.json") == alone)
    }

    @Test func vaultHoldsWhatIsExpectedAndNothingElse() throws {
        let vault = try SampleVault(in: folder)
        let report = folder.path("report.json")
        let imported = try vault.run(["import", FixtureFolder.images.file, "--vault", vault.path, "--report", report])
        #expect(imported.status == 1, "some fixtures are damaged on purpose")
        let listed = try vault.run(["list", vault.path, "--json", "--reveal"])
        #expect(listed.status == 0)
        let held = try JSONDecoder().decode(ItemsDocument.self, from: listed.output).items.map { AccountIdentity($0) }
        let expected = Set(
            try Self.readable.flatMap { try FixtureExpectation(of: $0).items }.map { AccountIdentity($0) })
        #expect(held.count == Set(held).count, "no account stands there twice")
        #expect(expected.subtracting(held).isEmpty, "\(expected.subtracting(held).map(\.item.name))")
        if Self.unread.isEmpty { #expect(Set(held) == expected) }
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
