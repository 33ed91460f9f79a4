import FixtureSupport
import Platform
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("The list of problems")
struct ProblemTests {
    private let time = Date(timeIntervalSince1970: 1_795_253_400)

    private func ledger(_ results: [SourceResult]) throws -> Ledger {
        var items: [Account] = []
        return try Ledger.merging(results, into: &items, at: time, by: Ledger.merge(.skip))
    }

    private func rejection(_ line: Int, label: String = "", _ error: EntryError) -> ImportedEntry {
        .rejected(EntryRejection(position: EntryPosition(line: line), label: label, problem: error))
    }

    @Test("Failures, rejected entries and warnings are listed in input order")
    func order() throws {
        let failed = SourceResult(
            Input(name: "-", location: .standardInput), failure: SourceError(.corrupt, "\"a; b\" is cut off"))
        var partial = SourceResult(
            "b.txt",
            entries: [
                .item(try account("alice")), rejection(2, EntryError(.secretMissing, "the secret is empty")),
                rejection(3, label: "Birch: bob", EntryError(.typeUnknown, "the type is unknown", .addByHand)),
            ], status: .partial, folder: "folder")
        partial.warnings = [Warning("Time is not read", "check these accounts").at("entry 1 (alice)")]
        let problems = try ledger([failed, partial]).problems
        #expect(
            problems.map(\.line) == [
                "standard input: \"a; b\" is cut off; export it again",
                "b.txt, line 2: the secret is empty",
                "b.txt, line 3 (Birch: bob): the type is unknown; add this account by hand",
                "b.txt: entry 1 (alice): Time is not read; check these accounts",
            ])
        #expect(problems.map(\.source) == [0, 1, 1, 1])
        #expect(problems.map(\.remedy) == [.exportAgain, .correctLink, .addByHand, "check these accounts"])
        #expect(problems.map(\.group) == ["", "folder", "folder", "folder"])
        #expect(
            problems.map(\.kind) == [
                .failed(.corrupt), .rejected(.secretMissing), .rejected(.typeUnknown),
                .warning("Time is not read; check these accounts"),
            ])
    }

    @Test(
        "A warning may mean a loss, unless all of its input was read",
        arguments: [
            (.ok, false), (.skipped, false), (.partial, true), (.noCode, true), (.failed, true),
        ] as [(SourceResult.Status, Bool)])
    func severity(status: SourceResult.Status, isLoss: Bool) {
        var result = SourceResult("a.png", status: status)
        result.warnings = ["its name is long"]
        #expect(result.warningProblems.map(\.isLoss) == [isLoss])
    }

    @Test("A detail that an export does not store is a problem of its account")
    func export() throws {
        let items = [try account("alice"), try account("bob", secret: Array("secret of bob".utf8))]
        var ledger = try ledger([SourceResult("a.txt", entries: items.map { .item($0) })])
        let left = LeftOutAccount(index: 1, code: .kindNotSupported, reason: "it cannot store the type")
        let loss = ExportLoss(index: 0, code: .name, "it cannot store the name")
        ledger.take(Export(files: [], losses: [loss], leftOut: [left]), of: items)
        let problems = ledger.problems
        #expect(problems.map(\.kind) == [.rejected(.kindNotSupported), .lost(.name)])
        #expect(problems.map(\.remedy) == [.keepInOldApp, .text("write it down, or keep the old app")])
        #expect(problems.map(\.isLoss) == [true, false])
        #expect(problems.last?.place == "\"\(items[0].label)\"")
    }

    @Test("A missing part of a Google Authenticator export is not a problem of one input")
    func incompleteExport() throws {
        let part = MigrationPart(batchID: 7, size: 2, index: 0, fingerprint: 1)
        let problems = try ledger([SourceResult("a.png", parts: [part])]).problems
        #expect(problems.map(\.kind) == [.incompleteExport] && problems.map(\.source) == [nil])
        #expect(problems.first?.advice == .text("export again, or add the image of the missing code"))
    }

    @Test("Two warnings in one line keep the advice of the second")
    func together() {
        var warning: Warning?
        warning.add("the link has no counter; it starts at 0")
        warning.add(Warning("text follows its secret", "check these accounts"))
        #expect(
            warning?.message
                == "the link has no counter; it starts at 0; text follows its secret; check these accounts")
        #expect(warning?.advice == "check these accounts")
    }
}
