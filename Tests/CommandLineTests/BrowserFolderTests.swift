import FixtureSupport
import Foundation
import Testing

/// The storage of a browser's extension: a folder, in a profile or in an archive, is one input.
struct BrowserFolderTests {
    private let folder: TemporaryFolder
    private static let accounts = 10

    init() throws {
        folder = try TemporaryFolder()
        let fixture = FixtureFolder.package.appending(path: "Fixtures/exports/authenticator-extension/profile-tables")
        try folder.makeFolder("Default/Local Extension Settings/id")
        for file in try FixtureFolder.files(below: fixture) where file.lastPathComponent != "expected.json" {
            try folder.write(
                FixtureFolder.bytes(file), to: "Default/Local Extension Settings/id/\(file.lastPathComponent)")
        }
        // Another extension's, and one without anything.
        try folder.makeFolder("Default/Local Extension Settings/other")
        for (name, text) in [("CURRENT", "MANIFEST-000001\n"), ("000003.log", "")] {
            try folder.write(text, to: "Default/Local Extension Settings/other/\(name)")
        }
    }

    private func convert(_ input: String) throws -> (outcome: Program.Outcome, report: ReportDocument) {
        let outcome = try Program.run([
            "convert", folder.path(input), "--to", "json", "--plain", "--output", "-", "--report",
            folder.path("report.json"),
        ])
        return (outcome, try ReportDocument(folder.path("report.json")))
    }

    @Test(
        "The folder of the extension, and its file CURRENT, are one input with all accounts",
        arguments: ["Default/Local Extension Settings/id", "Default/Local Extension Settings/id/CURRENT"])
    func isOneInput(input: String) throws {
        let (outcome, report) = try convert(input)
        #expect(outcome.status == 0 && report.totals.found == Self.accounts)
        #expect(report.sources.map(\.name) == [folder.path(input)])
        #expect(report.sources.map(\.format) == ["authenticator-extension"])
    }

    @Test func isFoundInAProfile() throws {
        let (outcome, report) = try convert("Default")
        #expect(outcome.status == 0 && report.totals.found == Self.accounts)
        #expect(report.sources.map(\.status).sorted() == ["ok", "skipped"])
    }

    @Test func isFoundInATarArchiveOfAProfile() throws {
        let tar = try #require(ExternalProgram(named: "tar"))
        let packed = try tar.run(["-cf", folder.path("profile.tar"), "-C", folder.path("."), "Default"])
        #expect(packed.exitCode == 0)
        // In an archive, the empty files of the folder are inputs of their own, which are skipped.
        let (outcome, report) = try convert("profile.tar")
        #expect(outcome.status == 0 && report.totals.found == Self.accounts)
        #expect(report.sources.count { $0.status == "ok" } == 1)
    }

    @Test(
        "The folder of another extension, and a single table, fail with the folder to name instead",
        arguments: ["Default/Local Extension Settings/other", "Default/Local Extension Settings/id/000005.ldb"])
    func saysWhatToNameInstead(input: String) throws {
        let (outcome, report) = try convert(input)
        #expect(outcome.status == 2 && report.sources.map(\.code) == ["unrecognised"])
        #expect(outcome.errors.contains("storage") && outcome.errors.contains("name the"))
    }
}
