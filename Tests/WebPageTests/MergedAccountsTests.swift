import ImportPipeline
import Platform
import TOTPDomain
import Testing

@testable import WebPage

@Suite("The accounts of the page")
struct MergedAccountsTests {
    private func account(_ name: String, secret: String? = nil, kind: OTPKind = .totp) throws -> Account {
        Account(
            issuer: "Acorn", name: name, secret: try OTPSecret(bytes: Array((secret ?? "secret of \(name)").utf8)),
            parameters: try OTPParameters(kind: kind), createdAt: Date(timeIntervalSince1970: 0))
    }

    private func input(_ id: String, _ items: [Account]) -> SessionInput {
        SessionInput(id: id, name: id, kind: .file, results: [SourceResult(typed: items, named: id)])
    }

    /// The facts that do not depend on the time of a merge.
    private func facts(_ accounts: MergedAccounts) -> [[String]] {
        [
            accounts.items.map { "\($0.id) \($0.label) \($0.note ?? "")" },
            accounts.accountsBeforeEdits.map { "\($0.id) \($0.label) \($0.note ?? "")" },
            accounts.items.map { "\(accounts.place($0.id) ?? -1) \(accounts.account(of: $0)?.label ?? "none")" },
            accounts.sources.sorted { $0.key < $1.key }.map { id, sources in
                "\(id): \(sources.flatMap(\.outcomes).map { text($0) })"
            },
            accounts.ledger.sources.map(\.result.name),
        ]
    }

    private func text(_ outcome: Ledger.Outcome) -> String {
        if case .merged(let item, let outcome) = outcome { "\(item.label) \(outcome)" } else { "rejected" }
    }

    @Test("Inputs that are added are not merged again with those before, and the result is the same", arguments: 1...3)
    func growth(step: Int) throws {
        var noted = try account("alice")
        noted.note = "a note"
        let base = VaultContent(items: [try account("alice"), try account("bob")])
        var saved = input("i0", [try account("bob")])
        saved.saved = []
        let carol = try account("carol"), dave = try account("dave")
        var david = dave
        david.name = "david"
        let inputs =
            [saved, input("i1", [carol]), input("i2", [noted, try account("carol")])]
            + [input("i3", []), input("i4", [try account("carol@work", secret: "secret of carol"), dave])]
            + [input("i5", [try account("eve")])]
        let edits: [Account.ID: AccountChange] = [carol.id: .deleted, dave.id: .changed(david)]
        for edits in [[:], edits] {
            var grown = try MergedAccounts(inputs: [saved], base: base, edits: edits)
            for end in stride(from: 1, to: inputs.count + step, by: step) {
                #expect(try grown.grow(Array(inputs.prefix(end)), base: base, edits: edits))
            }
            #expect(facts(grown) == facts(try MergedAccounts(inputs: inputs, base: base, edits: edits)))
        }
    }

    @Test("They do not grow by anything but further inputs")
    func otherChanges() throws {
        let base = VaultContent(items: [try account("alice")])
        let first = input("i1", [try account("bob")]), second = input("i2", [try account("carol")])
        var read = second
        read.results += [SourceResult(typed: [try account("dave")], named: "more")]
        var saved = second
        saved.saved = []
        var secret = try account("eve", kind: .motp)
        secret.pin = OTPPin("1234")
        let inputs = [first, second]
        let changes: [(what: String, inputs: [SessionInput], base: VaultContent, edits: [Account.ID: AccountChange])] =
            [
                ("removed", [first], base, [:]), ("in another order", [second, first], base, [:]),
                ("read again", [first, read], base, [:]), ("saved", [first, saved], base, [:]),
                ("saved and added", inputs + [saved], base, [:]),
                ("with a PIN", inputs + [input("i3", [secret])], base, [:]),
                ("another vault", inputs, VaultContent(items: [try account("zoe")]), [:]),
                ("edited", inputs, base, [try account("bob").id: .deleted]),
            ]
        var accounts = try MergedAccounts(inputs: inputs, base: base, edits: [:])
        let before = facts(accounts)
        for change in changes {
            #expect(try !accounts.grow(change.inputs, base: change.base, edits: change.edits), "\(change.what)")
            #expect(facts(accounts) == before, "\(change.what)")
        }
        #expect(try accounts.grow(inputs, base: base, edits: [:]))
        #expect(facts(accounts) == before)
    }
}
