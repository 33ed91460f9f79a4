import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

/// Nothing is lost between a record of an input and the vault; if the program loses something, it says so and writes
/// nothing.
@Suite("The promise")
struct PromiseTests {
    let folder: TemporaryFolder
    private let time = Date(timeIntervalSince1970: 1_795_253_400)

    init() throws { folder = try TemporaryFolder() }

    // MARK: - At the source

    /// A format that counts lines, and makes accounts of all lines except the ones that it loses.
    private struct CountingFormat: ImportFormat {
        var lost = 0
        var description: FormatDescription {
            FormatDescription(id: "counting", app: "Counting", file: "text", encryption: .never, exportSteps: "Count.")
        }

        func recognizes(_ content: SourceContent) -> Bool { content.text.starts(with: "count ".utf8) }

        func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
            let lines = request.content.text.split(separator: UInt8(ascii: "\n"))
            var document = ImportedDocument(format: "counting", records: lines.count)
            for line in lines.dropLast(lost) {
                let text = String(decoding: line, as: UTF8.self)
                if text.hasSuffix(" skip") {
                    document.skipped.add(.noOneTimeCode)
                } else if text.hasSuffix("#") {
                    document.skipped.add(.comment)
                } else if let item = try? account(text) {
                    document.entries.append(.item(item))
                }
            }
            return document
        }
    }

    @Test("A reader that loses an entry is caught, and nothing is written", arguments: ["list.txt", "picture.png"])
    func lossyReader(name: String) async throws {
        let vault = MemoryVault([try account("old")])
        let text = "count a\ncount b\ncount c"
        let isPicture = name.hasSuffix("png")
        // Several lines are one payload in a picture, too.
        let bytes = isPicture ? ScriptedPicture.bytes("code count a\ncode count b") : Array(text.utf8)
        let input = Input(name: name, location: .file(path: try folder.write(bytes, to: name)))
        for lost in [0, 1] {
            let run = ImportRun(reader: reader([CountingFormat(lost: lost)]), jobs: 1)
            let results = try await run.read([input])
            #expect(results.map(\.status) == [.ok] || isPicture)
            if lost == 0 {
                #expect(try run.merge(results, into: vault, isDryRun: true).totals.added == (isPicture ? 2 : 3))
                continue
            }
            for isDryRun in [true, false] {
                let error = #expect(throws: LedgerError.self) {
                    try run.merge(results, into: vault, isDryRun: isDryRun)
                }
                let message = error?.description ?? ""
                #expect(message.hasPrefix("\(name): internal error: \(isPicture ? 2 : 3) records, but "))
                #expect(message.contains("nothing was written"))
            }
            #expect(throws: LedgerError.self) { try run.collect(results) }
            #expect(vault.writes.all == [])
        }
    }

    @Test("A QR code that is neither an account nor skipped is caught")
    func lostCode() throws {
        var result = SourceResult("a.png", entries: [.item(try account("a"))])
        // Three codes, of which one is an account and one is not.
        result.records = 3
        result.skipped.add(.notAnAccount)
        #expect(throws: LedgerError.records(source: "a.png", records: 3, accounts: 1, rejected: 0, skipped: 1)) {
            try ImportRun(reader: reader(), jobs: 1).collect([result])
        }
    }

    @Test("Skipped records are counted by reason; found is what remains")
    func skipped() async throws {
        let text = "count a\ncount b skip\ncount c skip\ncount #\ncount d"
        let path = try folder.write(text, to: "list.txt")
        let picture = try folder.write(
            ScriptedPicture.bytes("code count x\ncode https://example.com"), to: "a.png")
        let run = ImportRun(reader: reader([CountingFormat()]), jobs: 1)
        let results = try await run.read([path, picture].map { Input(name: $0, location: .file(path: $0)) })
        let totals = try run.collect(results).ledger.totals
        #expect(
            totals
                == Ledger.Totals(
                    found: 3, added: 3, updated: 0, duplicates: 0, rejected: 0,
                    skipped: [.noOneTimeCode: 2, .comment: 1, .notAnAccount: 1]))
        #expect(totals.records == 7)
        #expect(totals.skipped.summary == "2 without a one-time code, 1 not an account, 1 comment")
        let report = String(decoding: try run.collect(results).ledger.report(command: "import").utf8, as: UTF8.self)
        #expect(
            report.contains(
                """
                "totals":{"records":7,"skipped":{"no-one-time-code":2,"not-an-account":1,"comment":1},"found":3,"added":3,
                """.filter { $0 != "\n" }))
        #expect(report.contains(#""records":5,"skipped":{"no-one-time-code":2,"comment":1},"entries":"#))
        #expect(report.contains(#""codes":2,"records":2,"skipped":{"not-an-account":1},"entries":"#))
    }

    // MARK: - In the merge

    /// A merge's treatment of one account, though it claims to take all.
    private enum Fault: CaseIterable {
        case loses, doubles, replaces, removesOld

        static func merge(_ fault: Fault?) -> Ledger.Merge {
            { accounts, list, _ in
                for item in accounts {
                    switch item.name == "bad" ? fault : nil {
                    case nil: list.append(item)
                    case .loses: break
                    case .doubles: list += [item, item]
                    case .replaces: list.append(list[0])
                    case .removesOld: list[0] = item
                    }
                }
                return accounts.map { _ in .added(nil) }
            }
        }
    }

    @Test(
        "A merge that loses an account is caught, and nothing is written",
        arguments: [nil] + Fault.allCases)
    private func lossyMerge(fault: Fault?) throws {
        let vault = MemoryVault([try account("old"), try account("older")])
        let run = ImportRun(reader: reader(), jobs: 1, merge: Fault.merge(fault))
        let results = [
            SourceResult("a.txt", entries: [.item(try account("good")), .item(try account("bad"))]),
            SourceResult("b.txt", entries: [.item(try account("also good"))]),
        ]
        guard fault != nil else {
            #expect(try run.merge(results, into: vault).totals.added == 3)
            return #expect(vault.items().count == 5)
        }
        let error = #expect(throws: LedgerError.self) { try run.merge(results, into: vault) }
        #expect(error?.description.contains("nothing was written") == true)
        #expect(vault.writes.all == [])
        #expect(throws: LedgerError.self) { try run.merge(results, into: vault, isDryRun: true) }
    }

    @Test("The real merge passes with every policy", arguments: DuplicatePolicy.allCases)
    func realMerge(policy: DuplicatePolicy) throws {
        let run = ImportRun(reader: reader(), jobs: 1, policy: policy)
        let items = try InventedAccounts.list(200, seed: 3)
        let vault = MemoryVault(Array(items.prefix(100)))
        let entries = (items + items.suffix(150)).map { ImportedEntry.item($0) }
        let ledger = try run.merge([SourceResult("a.txt", entries: entries)], into: vault)
        #expect(ledger.totals.found == 350)
        #expect(ledger.verified == ledger.totals.added)
    }

    // MARK: - On the disk

    /// A vault that stores another account than it was given.
    private struct FlippingVault: VaultStore {
        let inner = MemoryVault()
        var flip: @Sendable (inout Account) throws -> Void

        func content() throws -> VaultContent { inner.content() }

        func update<Result: Sendable>(
            _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
        ) throws -> Result {
            try inner.update(
                { content in
                    let result = try change(&content)
                    for index in content.items.indices where content.items[index].name == "flipped" {
                        try flip(&content.items[index])
                    }
                    return result
                }, verify: verify)
        }
    }

    @Test("Codes are computed again from what was written, before it replaces the vault")
    func codes() throws {
        let results = [SourceResult("a.txt", entries: [.item(try account("good")), .item(try account("flipped"))])]
        let run = ImportRun(reader: reader(), jobs: 1)
        let flips: [(String, Bool, @Sendable (inout Account) throws -> Void)] = [
            ("nothing", false, { _ in }),
            ("a note", false, { $0.note = "new" }),
            ("the secret", true, { $0.secret = try OTPSecret(bytes: Array("another".utf8)) }),
            ("the digits", true, { $0.parameters = try OTPParameters(kind: .totp, digits: 8) }),
            ("the period", true, { $0.parameters = try OTPParameters(kind: .totp, period: 60) }),
            ("the PIN", true, { $0.pin = OTPPin("1234") }),
            ("deleted", true, { $0.isDeleted = true }),
        ]
        for (what, isCaught, flip) in flips {
            let vault = FlippingVault(flip: flip)
            if isCaught {
                #expect(throws: LedgerError.codesDiffer(label: "flipped"), "\(what)") {
                    try run.merge(results, into: vault)
                }
                #expect(vault.inner.writes.all == [], "\(what)")
            } else {
                #expect(try run.merge(results, into: vault).verified == 2, "\(what)")
            }
        }
    }

    /// Notes the account of each code.
    private struct NotingGenerator: TOTPGenerator {
        let names = CallLog<String>()

        func code(for item: Account, at time: Int64) throws(CodeError) -> OTPCode {
            names.append(item.name)
            return try PlainGenerator().code(for: item, at: time)
        }
    }

    @Test("A code is computed twice for an added account, and never for one that was there")
    func countOfCodes() throws {
        let results = [SourceResult("a.txt", entries: [.item(try account("one")), .item(try account("two"))])]
        let generator = NotingGenerator()
        let ledger = try ImportRun(reader: reader(), jobs: 1).merge(
            results, into: MemoryVault([try account("old")]), checkingCodesWith: generator, isDryRun: false)
        #expect(ledger.verified == 2)
        #expect(generator.names.all.sorted() == ["one", "one", "two", "two"])
    }

    @Test("A counter that is higher after the merge is not another code")
    func counters() throws {
        func counted(_ counter: Int64) throws -> Account {
            var item = try account("counter")
            item.parameters = try OTPParameters(kind: .hotp, counter: counter)
            return item
        }
        let entries: [ImportedEntry] = [.item(try counted(3)), .item(try counted(9))]
        for policy in DuplicatePolicy.allCases {
            let run = ImportRun(reader: reader(), jobs: 1, policy: policy)
            _ = try run.merge([SourceResult("a.txt", entries: entries)], into: MemoryVault())
        }
    }
}
