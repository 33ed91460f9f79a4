import FixtureSupport
import Foundation
import Testing

/// The import of the project's own pictures and links.
struct FixtureImportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func thereAreEnoughFixtures() {
        #expect(ImageFixtures.inputs.count { $0.pathExtension == "png" } >= 60)
    }

    /// One file of each status in each group; `FixtureReportTests` reads all files in one run.
    static let samples: [URL] = {
        var seen: Set<[String]> = []
        return ImageFixtures.inputs.filter { input in
            guard let status = try? ExpectedAccounts(of: input).status.rawValue else { return false }
            return seen.insert([input.deletingLastPathComponent().lastPathComponent, status]).inserted
        }
    }()

    @Test(
        "Every sample image gives the expected accounts, rejections and status, and no secret in a message",
        arguments: samples)
    func givesWhatIsExpected(input: URL) throws {
        let expected = try ExpectedAccounts(of: input)
        let report = folder.path("report.json")
        let outcome = try Program.run([
            "convert", input.file, "--to", "json", "--on-duplicate", "keep", "--report", report,
        ])
        let items = try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
        let source = try #require(try ReportDocument(report).sources.first)
        #expect(items == expected.items)
        #expect(source.entries.compactMap(\.code) == expected.rejectionCodes)
        #expect(source.status == expected.status.rawValue)
        #expect(source.codes ?? 0 == expected.codes)
        #expect(source.code == expected.error)
        if expected.isDamaged { #expect(source.warnings?.contains { $0.contains("the image is ") } == true) }
        for secret in expected.items.map(\.secret) where secret.utf8.count > 8 {
            #expect(!outcome.errors.contains(secret))
        }
    }

    @Test func fillsAVaultOnceAndForAll() throws {
        let vault = try SampleVault(in: folder), report = folder.path("report.json")
        let arguments = ["import", FixtureFolder.images.file, "--vault", vault.path, "--report", report]
        let first = try vault.run(arguments)
        #expect(first.status == 1, "some fixtures are damaged on purpose")
        let totals = try ReportDocument(report).totals
        #expect(totals.found == totals.added + totals.updated + totals.duplicates + totals.rejected)

        let listed = try vault.run(["list", vault.path, "--json", "--reveal"])
        let accounts = Set(try JSONDecoder().decode(ItemsDocument.self, from: listed.output).items)
        #expect(accounts.count == totals.added)
        for input in ImageFixtures.inputs {
            for item in try ExpectedAccounts(of: input).items {
                let isThere = accounts.contains {
                    $0.secret == item.secret && $0.type == item.type && $0.digits == item.digits
                        && $0.issuer.lowercased() == item.issuer.lowercased()
                        && $0.name.lowercased() == item.name.lowercased()
                }
                #expect(isThere, "\(input.lastPathComponent): \(item.issuer): \(item.name)")
            }
        }
        let batches = try ReportDocument(report).batches
        #expect(batches.contains { $0.missing == [1] && $0.parts == 3 }, "the export with its second part missing")
        #expect(batches.contains { $0.missing.isEmpty && $0.present == [0, 1, 2] }, "the complete one")

        let before = try vault.bytes()
        let second = try vault.run(arguments)
        #expect(second.status == 1)
        #expect(try ReportDocument(report).totals.added == 0)
        #expect(try vault.bytes() == before)

        let hidden = try vault.run(["list", vault.path])
        let reported = try folder.text("report.json")
        for secret in accounts.map(\.secret) where secret.utf8.count > 8 {
            #expect(!hidden.text.contains(secret) && !first.errors.contains(secret) && !reported.contains(secret))
        }
    }
}
