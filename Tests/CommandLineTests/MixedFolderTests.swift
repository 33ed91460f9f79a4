import FixtureSupport
import Foundation
import Testing

/// One run over a folder with the exports of many apps: every account arrives once, and the ledger has a place for
/// every file and every entry.
struct MixedFolderTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(in: folder)
    }

    @Test(
        "An earlier version of a vault is skipped in its folder, and read as an argument or beside another file"
    )
    func vaultVersions() throws {
        let folder = try TemporaryFolder()
        let vault = try SampleVault(["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"], in: folder)
        #expect(try vault.run(["vault", "edit", vault.path, "1", "--set-name", "frank", "--yes"]).status == 0)
        try folder.write("otpauth://totp/Birch:bob?secret=MFRGGZDFMZTWQ2LK\n", to: "links.txt.bak.1")
        try folder.write("otpauth://totp/Zoo:carol?secret=MFRGGZDFMZTWQ2LK\n", to: "links.txt")
        let listed = try vault.run(["list", folder.path, "--verbose"])
        #expect(["frank", "bob", "carol"].allSatisfy { listed.text.contains($0) } && !listed.text.contains("eve"))
        #expect(
            listed.errors.contains("vault.json.bak.1: an earlier version of the vault beside it; name it to read it"))
        #expect(listed.status == 0 && listed.errors.contains("vault.json.lock: the lock of the vault beside it"))
        #expect(try vault.run(["list", folder.path("vault.json.bak.1")]).text.contains("eve"))
        try FileManager.default.removeItem(atPath: vault.path)
        #expect(try vault.run(["list", folder.path]).text.contains("eve"))
    }

    @Test(
        "A removed account does not come back from an earlier version, of whatever layout, in a folder or an archive",
        arguments: [nil, .tar, .zip, .sevenZip] as [ArchiveFile.Kind?], [false, true])
    func removedAccount(kind: ArchiveFile.Kind?, isReversed: Bool) throws {
        let folder = try TemporaryFolder()
        let vault = try SampleVault(
            ["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", "otpauth://totp/Acme:bob?secret=MFRGGZDFMZTWQ2LK"],
            in: folder)
        // As a synchronization or an editor may write it again.
        let text = try folder.text("vault.json")
        let indented = "{\n  \"version\": 1,\n  " + text.dropFirst().replacing("\"version\":1,", with: "")
        try folder.write(String(indented), to: "vault.json")
        let removed = try vault.run(["vault", "remove", vault.path, "1", "--yes"])
        #expect(removed.status == 0, "\(removed.errors)")
        var input = folder.path
        if let kind {
            var names = ["vault.json", "vault.json.bak.1", "vault.json.lock"]
            // The lock of 7z is at the end: it is empty.
            if isReversed { names.reverse() }
            let entries = try names.map { ArchiveFile.Entry("sync/\($0)", try folder.bytes($0)) }
            input = try folder.write(ArchiveFile(entries).bytes(kind), to: "sync.archive")
        }
        let listed = try vault.run(["list", input, "--verbose"])
        #expect(listed.text.contains("bob") && !listed.text.contains("eve"), "\(listed.errors)")
        #expect(listed.status == 0, "\(listed.errors)")
        #expect(listed.errors.contains("vault.json.bak.1: an earlier version of the vault beside it"))
        #expect(listed.errors.contains("vault.json.lock: the lock of the vault beside it"))
        guard let kind else { return }
        // An archive without the vault itself is a backup.
        let alone = [ArchiveFile.Entry("vault.json.bak.1", try folder.bytes("vault.json.bak.1"))]
        input = try folder.write(ArchiveFile(alone).bytes(kind), to: "alone.archive")
        #expect(try vault.run(["list", input]).text.contains("eve"))
    }

    @Test(
        "Every account in the corpus is read from one folder",
        .enabled(if: !ExportSample.corpus.isEmpty, "\(FixtureFolder.needsCorpus)"))
    func filesOfRealApps() throws {
        try expectEveryAccount(of: ExportSample.corpus)
    }

    @Test("Every account in the fixtures is read from one folder")
    func exportsMadeFromTheSpecifications() throws {
        // Without key files, as a run takes only one. With one encrypted file per format, as each may try the passphrases
        // of all others.
        // Nor those with files of logins, which are read as well.
        let withFiles: Set<String> = ["bitwarden/attachments.zip", "onepassword/plain.1pux"]
        let samples = ExportSample.goodFixtures.filter { sample in
            // Exports that need the files next to them have their own tests.
            sample.expected.keyFile == nil && !withFiles.contains(sample.place)
                && sample.url.lastPathComponent != "CURRENT"
                && !sample.place.hasPrefix("home-assistant/named/")
                && (sample.expected.password == nil || SealedExportTests.sealed.contains { $0.place == sample.place })
        }
        #expect(samples.count > 100)
        try expectEveryAccount(of: samples)
    }

    /// The formats whose key derivation takes longest, the longest first.
    private static let costly = ["open-authenticator", "2faguard", "cloudotp", "cotp", "aegis", "authy-scripts"]

    /// Each file tries the passphrases in their order until one opens it: those of the costly formats come first.
    private static func passphrases(of samples: [ExportSample]) -> [String] {
        var found: [String] = []
        for sample in costly.flatMap({ id in samples.filter { $0.expected.format == id } }) + samples {
            if let passphrase = sample.expected.password, !found.contains(passphrase) { found.append(passphrase) }
        }
        return found
    }

    private func expectEveryAccount(of samples: [ExportSample]) throws {
        let paths = try copy(samples)
        let strangers = try addStrangers(for: samples)
        let passphrases = Self.passphrases(of: samples)
        try folder.write(passphrases.map { "\($0)\n" }.joined(), to: "passphrases.txt")
        let arguments = [
            "import", folder.path("in"), "--vault", vault.path, "--report", folder.path("report.json"),
            "--source-passphrase-file", folder.path("passphrases.txt"),
        ]
        let outcome = try vault.run(arguments)
        let report = try ReportDocument(folder.path("report.json"))

        #expect(report.sources.map(\.name).sorted() == (paths.keys + strangers).sorted())
        var ledger = ExpectedLedger()
        for source in report.sources {
            if let sample = paths[source.name] {
                ledger.expect(source, of: sample)
                expectMessage(on: source, in: outcome)
            } else {
                #expect(source.status == "skipped" && source.entries.isEmpty, "\(source.name)")
            }
        }
        let totals = report.totals
        #expect(totals.found == samples.reduce(0) { $0 + $1.expected.items.count + $1.expected.rejected })
        #expect(totals.found == totals.added + totals.updated + totals.duplicates + totals.rejected)
        #expect(totals.added == ledger.accounts.count && totals.updated == 0)
        #expect(totals.rejected == samples.reduce(0) { $0 + $1.expected.rejected })

        let listed = try vault.run(["list", vault.path, "--json", "--reveal"])
        #expect(try JSONDecoder().decode(ItemsDocument.self, from: listed.output).items == ledger.accounts)
        #expect(outcome.status == 1, "some entries are damaged on purpose")
        let secrets = ledger.accounts.map(\.secret) + passphrases
        Messages.expectPlain(outcome.errors)
        Messages.expectHidden(secrets, in: outcome.errors, "standard error")
        Messages.expectHidden(secrets, in: try folder.text("report.json"), "the report")
    }

    /// - Returns: the samples, by the path that the program is to call them by.
    private func copy(_ samples: [ExportSample]) throws -> [String: ExportSample] {
        var paths: [String: ExportSample] = [:]
        for sample in samples {
            let place = "in/\(sample.place)"
            try folder.makeFolder((place as NSString).deletingLastPathComponent)
            paths[try folder.write(FixtureFolder.bytes(sample.url), to: place)] = sample
        }
        return paths
    }

    /// Files that are not exports: the ones that an encrypted export needs, and others of the kind found in any folder.
    private func addStrangers(for samples: [ExportSample]) throws -> [String] {
        var generator = SeededGenerator(seed: 4)
        var strangers = [
            try folder.write("Milk, eggs, a new telephone.\n", to: "in/list.txt"),
            try folder.write(#"{"color":"green"}"#, to: "in/settings.json"),
            try folder.write(generator.bytes(3000), to: "in/noise"),
        ]
        for place in Set(samples.map { ($0.place as NSString).deletingLastPathComponent }) {
            let manifest = FixtureFolder.package.appending(path: "Fixtures/exports/\(place)/manifest.json")
            guard FixtureFolder.exists(manifest) else { continue }
            strangers.append(try folder.write(FixtureFolder.bytes(manifest), to: "in/\(place)/manifest.json"))
        }
        for sample in samples {
            let journal = sample.url.deletingLastPathComponent().appending(path: "\(sample.url.lastPathComponent)-wal")
            guard FixtureFolder.exists(journal) else { continue }
            strangers.append(try folder.write(FixtureFolder.bytes(journal), to: "in/\(sample.place)-wal"))
        }
        return strangers
    }

    /// A file that cannot be read, or holds no account, is one line.
    private func expectMessage(on source: ReportDocument.Source, in outcome: Program.Outcome) {
        guard ["failed", "no-code"].contains(source.status) else { return }
        let lines = outcome.errorLines.filter { $0.contains(source.name) }
        #expect(lines.count == 1, "\(source.name): \(lines)")
    }
}

/// The expected ledger and vault, collected source by source.
private struct ExpectedLedger {
    /// Of each account the first one, in the order of the sources.
    private(set) var accounts: [ExpectedAccounts.Item] = []
    private var known: [AccountIdentity: Int] = [:]

    mutating func expect(_ source: ReportDocument.Source, of sample: ExportSample) {
        let expected = sample.expected, place = Comment(rawValue: sample.place)
        #expect(source.status == expected.status.rawValue, place)
        if expected.status == .failed { #expect(source.code == expected.error, place) }
        #expect(source.format == (expected.isPicture ? "png" : expected.format), place)
        #expect(source.entries.count == expected.items.count + expected.rejected, place)

        var outcomes: [String] = []
        for item in expected.items {
            let identity = AccountIdentity(item)
            outcomes.append(known[identity] == nil ? "added" : "duplicate")
            if let index = known[identity] {
                // A higher counter replaces that of the same run.
                accounts[index].counter = accounts[index].counter.map { max($0, item.counter ?? 0) }
            } else {
                known[identity] = accounts.count
                accounts.append(item)
            }
        }
        #expect(source.entries.map(\.outcome).filter { $0 != "rejected" } == outcomes, place)
    }
}
