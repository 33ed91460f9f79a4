import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("From inputs to a ledger")
struct ImportRunTests {
    let folder: TemporaryFolder
    private let time = Date(timeIntervalSince1970: 1_795_253_400)

    init() throws { folder = try TemporaryFolder() }

    /// Images, lists, and every kind of problem.
    private func makeInputs() throws -> [Input] {
        try folder.makeFolder("shots/sub")
        for number in 0..<12 {
            let script = try (0...number % 3).map { "code \(try link("picture \(number), \($0)"))" }
            try folder.write(
                ScriptedPicture.bytes(script.joined(separator: "\n")),
                to: "shots/\(number.isMultiple(of: 2) ? "" : "sub/")\(number).png")
        }
        try folder.write("\(try link("list"))\notpauth://totp/bad\n\(try link("picture 0, 0"))", to: "shots/list.txt")
        try folder.write("a shopping list", to: "shots/other.txt")
        try folder.write("", to: "shots/empty.png")
        try folder.write(ScriptedPicture.bytes("broken"), to: "shots/broken.png")
        try folder.write(ScriptedPicture.bytes("code https://example.com"), to: "shots/web.png")
        return InputCollector.collect([folder.path("shots"), folder.path("missing")])
    }

    @Test("Results do not depend on the number of jobs", arguments: [1, 2, 8])
    func jobs(jobs: Int) async throws {
        let inputs = try makeInputs()
        let run = ImportRun(reader: reader(), jobs: jobs)
        let results = try await run.read(inputs)
        #expect(results.map(\.name) == inputs.map(\.name))
        let expected: [SourceResult.Status: Int] = [.ok: 12, .partial: 1, .failed: 3, .noCode: 1, .skipped: 1]
        #expect(Dictionary(grouping: results, by: \.status).mapValues(\.count) == expected)

        let (ledger, items) = try run.collect(results, now: time)
        #expect(
            ledger.totals
                == Ledger.Totals(
                    found: 27, added: 25, updated: 0, duplicates: 1, rejected: 1, skipped: [.notAnAccount: 1]))
        let pictures = (0..<12).sorted { path($0) < path($1) }
        let names = pictures.flatMap { number in (0...number % 3).map { "picture \(number), \($0)" } }
        // `list.txt` is between the images of the folder and of its subfolder.
        #expect(items.map(\.name).filter { $0 != "list" } == names)
    }

    @Test("Every finished input is reported to the caller")
    func finished() async throws {
        let inputs = try makeInputs()
        let calls = CallLog<Void>()
        _ = try await ImportRun(reader: reader(), jobs: 4).read(inputs) { _ in calls.append(()) }
        #expect(calls.all.count == inputs.count)
    }

    @Test("A run that is cancelled gives no results")
    func cancelled() async throws {
        let inputs = try makeInputs()
        let run = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ImportRun(reader: reader(), jobs: 2).read(inputs)
        }
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    // MARK: - Into a vault

    @Test("A dry run works out the same and writes nothing")
    func dryRun() async throws {
        let existing = try account("list")
        let vault = MemoryVault([existing])
        let run = ImportRun(reader: reader(), jobs: 2)
        let results = try await run.read(try makeInputs())
        let dry = try run.merge(results, into: vault, isDryRun: true, now: time)
        #expect(vault.items() == [existing])
        #expect(vault.writes.all == [])

        let real = try run.merge(results, into: vault, isDryRun: false, now: time)
        #expect(real.totals == dry.totals)
        #expect(
            real.totals
                == Ledger.Totals(
                    found: 27, added: 24, updated: 0, duplicates: 2, rejected: 1, skipped: [.notAnAccount: 1]))
        #expect(vault.items().count == 25)
        #expect(vault.writes.all == [25])
    }

    @Test("A second run adds nothing, and writes nothing", arguments: [.skip, .update] as [DuplicatePolicy])
    func secondRun(policy: DuplicatePolicy) async throws {
        let vault = MemoryVault()
        let run = ImportRun(reader: reader(), jobs: 2, policy: policy)
        let results = try await run.read(try makeInputs())
        _ = try run.merge(results, into: vault, isDryRun: false, now: time)
        let again = try run.merge(results, into: vault, isDryRun: false, now: time.addingTimeInterval(60))
        #expect(
            again.totals
                == Ledger.Totals(
                    found: 27, added: 0, updated: 0, duplicates: 26, rejected: 1, skipped: [.notAnAccount: 1]))
        #expect(vault.writes.all == [25])
    }

    @Test("An error of the vault is passed on")
    func vaultFails() async throws {
        struct FailingVault: VaultStore {
            struct Failure: Error {}
            func content() throws -> VaultContent { throw Failure() }
            func update<Result: Sendable>(
                _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
            ) throws -> Result {
                throw Failure()
            }
        }
        let run = ImportRun(reader: reader(), jobs: 1)
        for isDryRun in [true, false] {
            #expect(throws: FailingVault.Failure.self) {
                try run.merge([SourceResult("a.png")], into: FailingVault(), isDryRun: isDryRun)
            }
        }
    }

    // MARK: - Folders

    @Test("A folder in which nothing could be read is a failure, unless a file in it failed")
    func skippedFolders() async throws {
        for name in [
            "letters/a.txt", "letters/sub/b.txt", "mixed/a.txt", "mixed/links.txt", "broken/a.txt", "broken/x.png",
        ] {
            try folder.makeFolder(
                String(name.prefix { $0 != "." }.split(separator: "/").dropLast().joined(separator: "/")))
            try folder.write(name == "mixed/links.txt" ? try link("a") : "a letter", to: name)
        }
        let inputs = InputCollector.collect(["mixed", "letters", "broken"].map { folder.path($0) })
        let results = try await ImportRun(reader: reader(), jobs: 2).read(inputs)
        #expect(
            results.map { $0.name.replacing(folder.path(""), with: "") } == [
                "mixed/a.txt", "mixed/links.txt", "letters", "letters/a.txt", "letters/sub/b.txt", "broken/a.txt",
                "broken/x.png",
            ])
        #expect(results.map(\.status) == [.skipped, .ok, .failed, .skipped, .skipped, .skipped, .failed])
        #expect(results.compactMap(\.failure?.code) == [.emptyFolder, .notAnImage])
    }

    private func path(_ number: Int) -> String { "\(number.isMultiple(of: 2) ? "" : "sub/")\(number).png" }
}
