import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Checking a written export")
struct ExportCheckTests {
    private func check(
        _ read: [Account], of written: [Account], losses: [ExportLoss] = [], leftOut: [Int] = []
    ) -> LedgerError? {
        let export = Export(
            files: [], losses: losses,
            leftOut: leftOut.map { LeftOutAccount(index: $0, code: "type-not-supported", reason: "") })
        let check = ExportCheck(export, of: written, generator: PlainGenerator(), time: 1_795_253_400)
        #expect(check.count == written.count - leftOut.count)
        do throws(LedgerError) {
            try check.check([SourceResult("out", entries: read.map { .item($0) })])
            return nil
        } catch { return error }
    }

    @Test("Equal accounts pass, in any order")
    func same() throws {
        let items = [try account("alice"), try account("bob")]
        #expect(check(items, of: items) == nil)
        #expect(check(items.reversed(), of: items) == nil)
        #expect(check([], of: []) == nil)
    }

    @Test("A lost, changed, added or renamed account is an error that says which")
    func differences() throws {
        let alice = try account("alice"), bob = try account("bob")
        var changed = bob
        changed.parameters = try OTPParameters(kind: .totp, digits: 8)
        var renamed = bob
        renamed.name = "robert"
        #expect(check([alice], of: [alice, bob]) == .codesDiffer(label: "bob"))
        #expect(check([alice, changed], of: [alice, bob]) == .codesDiffer(label: "bob"))
        #expect(check([alice, bob], of: [alice])?.description.contains("one more account, \"bob\"") == true)
        #expect(check([alice, renamed], of: [alice, bob])?.description.contains("\"robert\"") == true)
        #expect(check([alice, renamed], of: [alice, bob])?.description.contains("nothing was written") == true)
    }

    @Test("Accounts left out are not expected, and recorded losses are accepted")
    func recorded() throws {
        let alice = try account("alice"), bob = try account("bob")
        var renamed = bob
        renamed.name = "robert"
        #expect(check([alice], of: [alice, bob], leftOut: [1]) == nil)
        #expect(check([alice, bob], of: [alice, bob], leftOut: [1]) != nil)
        let loss = ExportLoss(index: 1, code: .name, "")
        #expect(check([alice, renamed], of: [alice, bob], losses: [loss]) == nil)
        #expect(check([renamed], of: [alice, bob], losses: [loss], leftOut: [0]) == nil)
        let other = ExportLoss(index: 0, code: .name, "")
        #expect(check([alice, renamed], of: [alice, bob], losses: [other]) != nil)
    }

    @Test("A lost PIN is accepted only if it is recorded")
    func pins() throws {
        var item = try account("alice")
        item.parameters = try OTPParameters(kind: .motp)
        item.pin = OTPPin("1234")
        var without = item
        without.pin = nil
        #expect(check([without], of: [item]) != nil)
        #expect(check([without], of: [item], losses: [ExportLoss(index: 0, code: .detail(.pin), "")]) == nil)
    }

    @Test("A file that cannot be read back is an error")
    func unreadable() throws {
        let rejection = EntryRejection(
            position: EntryPosition(entry: 1), problem: EntryError(.secretMissing, "the entry has no secret"))
        let check = ExportCheck(Export(files: []), of: [try account("alice")], generator: PlainGenerator(), time: 0)
        let rejected = SourceResult("out", entries: [.rejected(rejection)])
        #expect(throws: LedgerError.exportUnreadable("the entry has no secret")) { try check.check([rejected]) }
        var failed = SourceResult("out", entries: [])
        failed.failure = SourceError(.corrupt, "the file is damaged")
        #expect(throws: LedgerError.exportUnreadable("the file is damaged")) { try check.check([failed]) }
        failed.failure = SourceError(.limitExceeded, "more than 3 entries, the limit")
        let error = #expect(throws: LedgerError.self) { try check.check([failed]) }
        #expect(
            error?.description == """
                the accounts do not fit into one file that can be read again: more than 3 entries, the limit; nothing was \
                written; convert fewer accounts at once, into several files
                """)
    }
}
