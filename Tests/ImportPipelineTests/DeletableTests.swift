import FixtureSupport
import Links
import Platform
import SafeFile
import TOTPDomain
import Testing

@testable import ImportPipeline

/// Whether an input may be deleted: one value, which all that speaks of deletion follows.
@Suite("What may be deleted")
struct DeletableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Of a file that exists.
    private func result(_ name: String = "a.txt", _ entries: [ImportedEntry], isMember: Bool = false) throws
        -> SourceResult
    {
        let path = try folder.write("x", to: name)
        var result = SourceResult(name, entries: entries)
        (result.file, result.fileState) = (path, FileState(path))
        return result
    }

    private func ledger(
        _ results: [SourceResult], in list: [Account] = [], _ policy: DuplicatePolicy = .fill
    ) throws -> Ledger {
        var list = list
        return try Ledger.merging(
            results, into: &list, at: Date(timeIntervalSince1970: 1_795_253_400), by: Ledger.merge(policy))
    }

    private func reason(_ ledger: Ledger) -> String? {
        let fates = InputFates(ledger)
        let reason = fates.deletables.lazy.compactMap(\.reason).first
        // The list of files to delete follows it.
        #expect((reason == nil) == (fates.done.count == 1))
        #expect(ledger.decisions(fates).contains { $0.kind == .delete } == (reason == nil))
        return reason
    }

    @Test("A copy of which all was taken may be deleted")
    func aCopyThatWasTaken() throws {
        #expect(reason(try ledger([try result("a.txt", [.item(try account("alice"))])])) == nil)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout SourceResult) -> Void
        let reason: String
    }

    static let cases = [
        Case(testDescription: "a warning", change: { $0.warnings = ["something"] }, reason: "a warning is about it"),
        Case(
            testDescription: "a damaged image, read to its end",
            change: { ($0.status, $0.codes, $0.warnings) = (.partial, 1, ["damaged"]) }, reason: "a warning is about it"
        ),
        Case(
            testDescription: "a newer version", change: { $0.newerVersion = 9 }, reason: "a warning is about it"),
        Case(
            testDescription: "a QR code that was not read", change: { $0.doubts = [.unreadCode] },
            reason: "a QR code may be missing"),
        Case(
            testDescription: "another QR code",
            change: {
                $0.skipped.add(.notAnAccount)
                $0.records += 1
            }, reason: "it has something else as well: 1 not an account"),
        Case(
            testDescription: "an entry without a code",
            change: {
                $0.skipped.add(.noOneTimeCode)
                $0.records += 1
            }, reason: "it has something else as well: 1 without a one-time code"),
        Case(
            testDescription: "passwords", change: { $0.keepsakes = [.passwords] },
            reason: "it also has passwords, not taken"),
        Case(
            testDescription: "recovery codes, encrypted",
            change: { ($0.keepsakes, $0.isEncrypted) = ([.recoveryCodes], true) },
            reason: "it also has recovery codes, not taken"),
        Case(
            testDescription: "text beside links",
            change: { for line in [3, 4, 6] { $0.leftovers.add(.text, line: line) } },
            reason: "it has other text: lines 3 to 4"),
        Case(
            testDescription: "data after the end", change: { $0.leftovers.add(.data) },
            reason: "it has data after its end"),
        Case(
            testDescription: "an app's own data", change: { $0.keepsakes = [.ownData("the database of KeePass")] },
            reason: "it is the database of KeePass, not a copy made for moving accounts"),
        Case(
            testDescription: "an encrypted copy", change: { $0.isEncrypted = true },
            reason: "it is encrypted, and may stay as a backup"),
        Case(
            testDescription: "a part", change: { $0.status = .partial }, reason: "not everything in it was taken"),
    ]

    @Test("A file with a warning, a doubt or something else of value stays, and the reason is said", arguments: cases)
    func more(_ example: Case) throws {
        var result = try result("a.txt", [.item(try account("alice"))])
        example.change(&result)
        #expect(reason(try ledger([result])) == example.reason)
    }

    @Test("A secret of an odd length does not keep its file, but a second warning about the account does")
    func oddLength() throws {
        var result = try result("a.txt", [.item(try account("alice"))])
        result.warnings = [Warning.secretLength.at("entry 1")]
        #expect(reason(try ledger([result])) == nil)
        for both in [Warning.secretLength.and("something"), Warning("something").and(.secretLength)] {
            result.warnings = [both]
            #expect(reason(try ledger([result])) == "a warning is about it")
        }
    }

    @Test("A file stays that was written to or replaced after it was read, or of which that is unknown")
    func changed() throws {
        var result = try result("a.txt", [.item(try account("alice"))])
        try folder.write("xy", to: "a.txt")
        #expect(reason(try ledger([result])) == "it changed after it was read")
        result.fileState = nil
        #expect(reason(try ledger([result])) == "it changed after it was read")
    }

    @Test("If several parts of a file must stay for the same kind of reason, the first reason is said")
    func firstReason() throws {
        var damaged = try result("a.zip", [.item(try account("alice"))])
        damaged.status = .partial
        var doubtful = try result("a.zip", [.item(try account("bob"))])
        doubtful.doubts = [.unreadCode]
        let whole = try result("a.zip", [.item(try account("carol"))])
        for (parts, reason) in [
            ([damaged, doubtful, whole], "not everything in it was taken"),
            ([doubtful, damaged, whole], "a QR code may be missing"),
        ] {
            let fates = InputFates(try ledger(parts))
            #expect(fates.deletables.last?.reason?.hasSuffix(reason) == true)
            #expect(fates.done.isEmpty)
        }
    }

    @Test("A note is taken, or the file stays", arguments: DuplicatePolicy.allCases)
    func note(policy: DuplicatePolicy) throws {
        var noted = try account("alice")
        noted.note = "codes: 1234 5678"
        let result = try result("a.txt", [.item(noted)])
        let isTaken = policy != .skip
        #expect(
            reason(try ledger([result], in: [try account("alice")], policy))
                == (isTaken ? nil : "not everything in it was taken: its note is not taken"))
        var other = try account("alice")
        other.note = "another"
        let contrary = try ledger([result], in: [other])
        #expect(reason(contrary) == "not everything in it was taken: its note differs from the existing one")
        #expect(
            contrary.sources[0].mergeNotice(of: 0)?.problem
                == "\"alice\" already exists; its note differs from the existing one (--on-duplicate update replaces it)"
        )
        #expect(!String(decoding: contrary.report(command: "import").utf8, as: UTF8.self).contains("1234"))
    }

    @Test("A file of which a note was replaced by another file's stays, and so does the other file")
    func replacedNote() throws {
        var (first, second) = (try account("alice"), try account("alice"))
        (first.note, second.note) = ("first", "second")
        let results = [try result("a.txt", [.item(first)]), try result("b.txt", [.item(second)])]
        let fates = InputFates(try ledger(results, .update))
        #expect(fates.deletables.allSatisfy { $0.reason == "what was written lacks a detail of its accounts" })
    }

    @Test("An account that resembles another, and a detail that was lost whatever its spelling")
    func twinsAndLosses() throws {
        let result = try result("a.txt", [.item(try account("alice", secret: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))])
        let twin = try account("bob", secret: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(reason(try ledger([result], in: [twin])) == "an account in it resembles another one")
        var lost = try ledger([result])
        lost.losses = [Ledger.Loss(label: "ALICE", loss: ExportLoss(index: 0, code: "note", "no notes"))]
        #expect(reason(lost) == "what was written lacks a detail of its accounts")
    }

    @Test("Nothing is named after a run that wrote nothing")
    func unwritten() throws {
        let results = [try result("a.txt", [.item(try account("alice"))])]
        var ledger = try ledger(results)
        ledger.whyAllStay = "nothing was written"
        #expect(reason(ledger) == "nothing was written")
        let run = ImportRun(reader: reader(), jobs: 1)
        #expect(reason(try run.merge(results, into: MemoryVault(), isDryRun: true)) == "nothing was written")
        #expect(reason(try run.merge(results, into: MemoryVault())) == nil)
    }

    @Test("All parts of an archive share the worst, and standard input is not a file")
    func parts() throws {
        var good = try result("a.zip", [.item(try account("alice"))])
        good.isMember = true
        var other = good
        other.entries = []
        (other.records, other.status, other.skippedInput) = (0, .skipped, .content)
        #expect(
            InputFates(try ledger([good, other])).deletables == [
                .no(reason: "another part of the same file must stay: it was not looked into"),
                .no(reason: "it was not looked into"),
            ])
        #expect(InputFates(try ledger([good])).deletables.map(\.reason) == [nil])
        let typed = SourceResult("-", entries: [.item(try account("alice"))])
        #expect(InputFates(try ledger([typed])).done.isEmpty)
    }

    @Test("A PIN that came later is that of the account that was added")
    func pins() throws {
        func yandex(_ pin: String) throws -> Account {
            Account(
                issuer: "Y", name: "alice", secret: try OTPSecret(bytes: [UInt8](repeating: 7, count: 16)),
                parameters: try OTPParameters(kind: .yandex), pin: OTPPin(pin))
        }
        let results = try [("a", ""), ("b", "1234")].map { name, pin in
            SourceResult(name, entries: [.item(try yandex(pin))])
        }
        let vault = MemoryVault()
        let ledger = try ImportRun(reader: reader(), jobs: 1).merge(results, into: vault)
        #expect(ledger.totals.added == 1 && ledger.totals.updated == 1)
        #expect(ledger.added.map(\.pin) == [OTPPin("1234")] && vault.items().map(\.pin) == [OTPPin("1234")])
    }

    @Test("Links and secrets in hidden text are found beside codes of any length", .timeLimit(.minutes(5)))
    func hiddenText() {
        let link = Array("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ".utf8)
        func leftovers(_ hidden: [UInt8]) -> [Leftover.Kind] {
            var result = SourceResult(Input(name: "a.png", location: .memory([])))
            result.look(for: [link, [], [0x0A], [0x61]], in: [hidden[...]])
            return result.leftovers.all.map(\.kind)
        }
        #expect(leftovers(Array("a\naaa\n".utf8) + link + [0x0A] + link) == [])
        #expect(leftovers(link + Array(" otpauth://totp/b?secret=MFRGGZDFMZTWQ2LK".utf8)) == [.link])
        #expect(leftovers(link + Array(" MFRGGZDFMZTWQ2LK".utf8)) == [.secret])
    }

    @Test("Of many leftovers, the first of each kind is kept")
    func manyLeftovers() {
        var leftovers = Leftovers()
        for line in 1...100 { leftovers.add(.comment, line: 2 * line) }
        leftovers.add(.secret, line: 300)
        leftovers.add(.secret, line: 302)
        #expect(leftovers.all.count { $0.kind == .comment } == 16 && leftovers.all.last?.place == .lines(300...300))
        #expect(leftovers.warnings.map(\.problem) == ["it may have another secret: line 300"])
    }
}
