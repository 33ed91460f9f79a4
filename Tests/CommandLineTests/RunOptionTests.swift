import Encodings
import FixtureSupport
import Foundation
import Testing

/// Flags that change the messages, the output, and the definition of an error.
struct RunOptionTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(
            ["otpauth://hotp/Old:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=3"], in: folder)
        try folder.write("otpauth://totp/Good:bob?secret=MFRGGZDFMZTWQ2LKMFRGGZDF\n", to: "good.txt")
        try folder.write("otpauth://totp/Bad:eve?secret=MFRGGZDF1ZTWQ2LK\n", to: "bad.txt")
        try folder.write(
            "otpauth://hotp/OLD:Alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=9\n", to: "ahead.txt")
        try folder.write(
            "otpauth://hotp/Old:renamed?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=3\n", to: "renamed.txt")
    }

    private func importing(_ names: [String], _ flags: [String] = []) throws -> Program.Outcome {
        try vault.run(["import"] + names.map(folder.path) + ["--vault", vault.path] + flags)
    }

    @Test func quietSaysNothingButErrors() throws {
        #expect(try importing(["good.txt"], ["--quiet"]).errors.isEmpty)
        let outcome = try importing(["bad.txt", "good.txt"], ["--quiet"])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("bad.txt, line 1"))
        #expect(outcome.output.isEmpty)
    }

    @Test func verboseNamesEveryEntry() throws {
        let outcome = try importing(["good.txt", "good.txt"], ["--verbose"])
        #expect(outcome.errorLines.count { $0.contains("Good: bob") } == 2)
        #expect(outcome.errors.contains("added: \(folder.path("good.txt"))"))
        #expect(outcome.errors.contains("duplicate: \(folder.path("good.txt"))"))
    }

    @Test func trialRunWritesNothing() throws {
        let names = try folder.names(), before = try vault.bytes()
        #expect(try importing(["good.txt"], ["--dry-run"]).status == 0)
        let new = try Program.run(["import", folder.path("good.txt"), "--vault", folder.path("new.json"), "--dry-run"])
        #expect(new.status == 0)
        #expect(new.errors.contains("1 added"))
        #expect(new.text == "add:    Good: bob (\(folder.path("good.txt")))\n")
        let convert = ["convert", folder.path("good.txt"), "--to", "json", "--dry-run"]
        #expect(try Program.run(convert + ["--output", folder.path("out.json")]).status == 0)
        #expect(try Program.run(convert).output.isEmpty)
        #expect(try vault.bytes() == before)
        #expect(try folder.names() == names)
    }

    /// A warning is an account that is there under another name, or a counter that is ahead.
    @Test("With --strict, a warning exits with 1", arguments: ["renamed.txt", "ahead.txt"])
    func strictCountsWarnings(name: String) throws {
        let outcome = try importing([name], ["--dry-run"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("warning:"))
        #expect(try importing([name], ["--dry-run", "--strict"]).status == 1)
        #expect(try importing(["good.txt"], ["--dry-run", "--strict"]).status == 0)
    }

    @Test(
        "--on-duplicate skips, updates or keeps an account whose counter is ahead",
        arguments: [("skip", [3], "1 duplicate"), ("update", [9], "1 updated"), ("keep", [3, 9], "1 added")])
    func duplicates(policy: String, counters: [Int64], words: String) throws {
        let outcome = try importing(["ahead.txt"], ["--on-duplicate", policy])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains(words))
        #expect(try vault.items().map(\.parameters.counter) == counters)
    }

    private struct Ledger: Decodable {
        struct Entry: Decodable {
            var index: Int
            var outcome: String
            var issuer, name, reason, code: String?
        }
        struct Source: Decodable {
            var name, status: String
            var format: String?
            var entries: [Entry]
        }
        var version, inputs: Int
        var command: String
        var totals: ReportDocument.Totals
        var sources: [Source]
    }

    @Test func reportIsTheContract() throws {
        let path = folder.path("report.json")
        let outcome = try importing(["good.txt", "bad.txt", "good.txt"], ["--report", path, "--json"])
        #expect(outcome.output == Data(try folder.bytes("report.json")))
        let ledger = try JSONDecoder().decode(Ledger.self, from: outcome.output)
        #expect(ledger.version == 1 && ledger.command == "import" && ledger.inputs == 3)
        #expect(ledger.sources.map(\.name) == ["good.txt", "bad.txt", "good.txt"].map(folder.path))
        #expect(ledger.sources.map(\.status) == ["ok", "partial", "ok"])
        #expect(ledger.sources.allSatisfy { $0.format == "otpauth" && $0.entries.map(\.index) == [0] })
        let entries = ledger.sources.flatMap(\.entries)
        #expect(entries.map(\.outcome) == ["added", "rejected", "duplicate"])
        #expect(entries.map(\.issuer) == ["Good", nil, "Good"])
        #expect(entries[1].code == "secret-not-base32" && entries[1].reason?.isEmpty == false)
        let totals = ledger.totals
        #expect(totals.found == 3 && totals.added == 1 && totals.duplicates == 1 && totals.rejected == 1)
    }

    @Test(
        "Output is colored if CLICOLOR_FORCE asks for it, and neither NO_COLOR nor --no-color forbids it",
        arguments: [
            (environment: ["CLICOLOR_FORCE": "1"], flags: [], isColored: true),
            (environment: [:], flags: [], isColored: false),
            (environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], flags: [], isColored: false),
            (environment: ["CLICOLOR_FORCE": "1"], flags: ["--no-color"], isColored: false),
            (environment: ["CLICOLOR_FORCE": "0"], flags: [], isColored: false),
        ] as [(environment: [String: String], flags: [String], isColored: Bool)])
    func colors(environment: [String: String], flags: [String], isColored: Bool) throws {
        let outcome = try Program.run(
            ["convert", folder.path("bad.txt"), "--to", "json"] + flags, environment: environment)
        #expect(outcome.errors.contains("\u{1B}[") == isColored)
    }

    @Test func jobsHaveALimit() throws {
        let limit = Limit.jobs
        #expect(try Program.run(["list", folder.path("good.txt"), "--jobs", "\(limit)"]).status == 0)
        for jobs in [0, limit + 1] {
            let outcome = try Program.run(["list", folder.path("good.txt"), "--jobs", "\(jobs)"])
            #expect(outcome.status == 64 && outcome.errors.contains(LimitMessage.jobs(limit)))
        }
    }

    // MARK: - Inputs

    @Test func standardInputIsAnInput() throws {
        let link = try folder.bytes("good.txt")
        let picture = try Data(contentsOf: FixtureFolder.images.appending(path: "plain/code.png"))
        for (input, count) in [(Data(link), 1), (picture, 1), (Data(), 0)] {
            let outcome = try Program.run(["convert", "-", "--to", "otpauth"], input: input)
            #expect(outcome.status == (count == 1 ? 0 : 2))
            #expect(outcome.text.split(separator: "\n").count == count)
        }
        #expect(try Program.run(["scan", "-"], input: picture).status == 0)
    }

    /// Users who keep the vault in the folder of pictures import that folder again and again.
    @Test func theVaultIsNoInputOfItsOwn() throws {
        let shots = try folder.makeFolder("shots")
        try FileManager.default.moveItem(atPath: vault.path, toPath: "\(shots)/vault.json")
        let run = ["import", ".", "--vault", "vault.json", "--report", "report.json"]
        for added in [1, 1, 0] {
            if added == 1 {
                try folder.write("otpauth://totp/Good:\(UUID())?secret=MFRGGZDFMZTWQ2LK\n", to: "shots/\(UUID()).txt")
            }
            let outcome = try Program.run(run, passphrase: SampleVault.passphrase, in: URL(filePath: shots))
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try ReportDocument("\(shots)/report.json").totals.added == added)
        }
        #expect(FileManager.default.fileExists(atPath: "\(shots)/vault.json.bak.2"))
    }

    @Test func foldersAreSearchedInDepthAndInNameOrder() throws {
        try folder.makeFolder("in/b/c")
        for (name, path) in [("two", "b/c/x.txt"), ("one", "a.txt"), ("three", "z.txt"), ("hidden", ".h.txt")] {
            try folder.write("otpauth://totp/\(name)?secret=MFRGGZDFMZTWQ2LK\n", to: "in/\(path)")
        }
        let outcome = try Program.run(["list", folder.path("in"), "--json"])
        let names = outcome.text.split(separator: "\n").compactMap { $0.firstMatch(of: #/"name":"(\w+)"/#)?.1 }
        #expect(names == ["one", "two", "three"])
    }
}
