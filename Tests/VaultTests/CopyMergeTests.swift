import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

/// What two copies of a vault say of the same account, in either order.
@Suite("Two copies of a vault")
struct CopyMergeTests {
    private static let start = Date(timeIntervalSince1970: 1_795_253_400)

    /// A copy that was changed some minutes later.
    private func changed(
        _ base: VaultDocument, minutes: Double, _ change: (inout [Account]) throws -> Void
    ) throws -> VaultDocument {
        var copy = base
        let now = Self.start.addingTimeInterval(60 * minutes)
        try change(&copy.content.items)
        let before = Dictionary(base.content.items.map { ($0.id, $0) }) { first, _ in first }
        for place in copy.content.items.indices where before[copy.content.items[place].id] != copy.content.items[place]
        {
            copy.content.items[place].updatedAt = now
        }
        try copy.record(since: base, at: now)
        return copy
    }

    private func merged(_ one: VaultDocument, _ other: VaultDocument) throws -> [VaultDocument] {
        [try CopyMerge(one, with: other).document, try CopyMerge(other, with: one).document]
    }

    @Test(
        "An account that was added to both copies becomes the older one, with the tags of both",
        arguments: [(0, 5), (5, 0), (3, 3)])
    func twins(first: Double, second: Double) throws {
        let base = try changed(VaultDocument(VaultContent()), minutes: 0) { $0 = [try sampleItem(named: "bob")] }
        func added(_ minutes: Double, _ tag: String) throws -> (VaultDocument, Account) {
            var item = try sampleItem()
            item = Account(
                issuer: item.issuer, name: item.name, secret: item.secret, parameters: item.parameters,
                createdAt: Self.start.addingTimeInterval(60 * minutes))
            item.tags = [tag]
            return (try changed(base, minutes: minutes) { $0.append(item) }, item)
        }
        let (one, mine) = try added(first, "home"), (other, their) = try added(second, "work")
        let oldest = try #require(
            [mine, their].min { ($0.createdAt, $0.id.uuidString) < ($1.createdAt, $1.id.uuidString) })
        for document in try merged(one, other) {
            let found = document.content.items.filter { $0.name == mine.name }
            #expect(document.content.items.count == 2)
            #expect(found.map(\.id) == [oldest.id])
            #expect(found.first?.tags.sorted() == ["home", "work"])
        }
    }

    @Test("If both copies have another secret, the counter of the one that lost goes on in the copy that has it")
    func counterOfConflict() throws {
        func secret(_ byte: UInt8) throws -> OTPSecret { try OTPSecret(bytes: [UInt8](repeating: byte, count: 16)) }
        func counting(_ counter: Int64) throws -> OTPParameters { try OTPParameters(kind: .hotp, counter: counter) }
        let base = try changed(VaultDocument(VaultContent()), minutes: 0) {
            $0 = [
                Account(
                    issuer: "Acorn Bank", name: "alice", secret: try secret(1), parameters: try counting(0),
                    createdAt: Self.start)
            ]
        }
        let early = try changed(base, minutes: 1) {
            ($0[0].secret, $0[0].parameters) = (try secret(2), try counting(5))
        }
        let late = try changed(base, minutes: 2) {
            ($0[0].secret, $0[0].parameters) = (try secret(3), try counting(90))
        }
        for both in try merged(early, late) {
            let used = try changed(early, minutes: 3) { $0[0].parameters = try counting(8) }
            for document in try merged(both, used) {
                let expected: [OTPSecret: Int64?] = [try secret(2): 8, try secret(3): 90]
                let counters = Dictionary(document.content.items.map { ($0.secret, $0.parameters.counter) }) { $1 }
                #expect(counters == expected)
            }
        }
    }

    private static let parts: [(name: String, change: @Sendable (inout Account) -> Void)] = [
        ("issuer", { $0.issuer = "Acorn" }), ("name", { $0.name = "bob" }), ("note", { $0.note = "a note" }),
        ("favorite", { $0.isFavorite = true }), ("deleted", { $0.isDeleted = true }),
    ]

    @Test("If one change gave two copies another value, both orders keep the same one", arguments: parts.indices)
    func oneChange(part: Int) throws {
        let base = try changed(VaultDocument(VaultContent()), minutes: 0) { $0 = [try sampleItem()] }
        let one = try changed(base, minutes: 1) { $0[0].tags = ["home"] }
        // As a damaged program could leave it: nothing noted, and the time of the change before.
        var other = one
        Self.parts[part].change(&other.content.items[0])
        #expect(other.content.items != one.content.items)
        let both = try merged(one, other)
        #expect(both[0].content.items == both[1].content.items, "\(Self.parts[part].name)")
    }

    /// One account, and what two copies did with it.
    private static let histories:
        [(
            name: String, here: @Sendable (inout [Account]) throws -> Void,
            there: @Sendable (inout [Account]) throws -> Void
        )] = [
            ("removed and added again here, edited there", { $0 = [$0[0].again] }, { $0[0].note = "there" }),
            ("removed and added again here, tagged there", { $0 = [$0[0].again] }, { $0[0].tags = ["t"] }),
            ("kept twice here, edited there", { $0.append($0[0].again) }, { $0[0].note = "there" }),
            ("kept twice here and the first removed, edited there", { $0 = [$0[0].again] }, { $0[0].issuer += " " }),
            ("kept twice on both sides", { $0.append($0[0].again) }, { $0.append($0[0].again) }),
            (
                "renamed here, added under that name there", { $0[0].name = "new" },
                { items in
                    var other = items[0].again
                    other.name = "new"
                    items.append(other)
                }
            ),
            (
                "renamed here; there added under that name, and the old one removed", { $0[0].name = "new" },
                { items in
                    items = [items[0].again]
                    items[0].name = "new"
                }
            ),
        ]

    @Test("Whatever two copies did with one account, both orders give the same", arguments: histories.indices)
    func oneAccount(number: Int) throws {
        let base = try changed(VaultDocument(VaultContent()), minutes: 0) { $0 = [try sampleItem()] }
        let noted = try changed(base, minutes: 1) { $0[0].note = "noted" }
        for base in [base, noted] {
            let one = try changed(base, minutes: 2, Self.histories[number].here)
            let other = try changed(base, minutes: 3, Self.histories[number].there)
            let both = try merged(one, other).map { document in
                document.content.items.sorted { $0.id.uuidString < $1.id.uuidString }
            }
            #expect(both[0] == both[1], "\(Self.histories[number].name)")
            #expect(both[0].count <= 2)
        }
    }

    @Test("Of an account that was added to both copies, no detail is lost")
    func twins() throws {
        let secret = try OTPSecret(bytes: [UInt8](repeating: 9, count: 20))
        func added(_ minutes: Double, _ change: (inout Account) throws -> Void) throws -> VaultDocument {
            var item = Account(
                issuer: "Acorn", name: "alice", secret: secret, parameters: try OTPParameters(kind: .hotp, counter: 5),
                createdAt: Self.start.addingTimeInterval(60 * minutes))
            try change(&item)
            return try changed(VaultDocument(VaultContent()), minutes: minutes) { $0 = [item] }
        }
        let one = try added(1) { $0.note = "a longer remark" }
        let other = try added(2) {
            $0.note = "recovery 12-34"
            $0.isFavorite = true
            $0.parameters = $0.parameters.atCounter(9)
            $0.token = try Account.Token(serial: "SER")
        }
        for document in try merged(one, other) {
            let item = try #require(document.content.items.first)
            #expect(document.content.items.count == 1)
            #expect(item.parameters.counter == 9 && item.isFavorite && item.token?.serial == "SER")
            #expect(item.note == "a longer remark\nrecovery 12-34")
            // What became one stays one.
            #expect(try merged(document, other)[0].content.items == document.content.items)
        }
    }

    @Test("A counter that was set and set back does not come back from the copy between")
    func counterSetBack() throws {
        let parameters = try OTPParameters(kind: .hotp, counter: 7)
        let base = try changed(VaultDocument(VaultContent()), minutes: 0) {
            $0 = [try sampleItem()]
            $0[0].parameters = parameters
        }
        let set = try changed(base, minutes: 1) { $0[0].parameters = parameters.atCounter(5000) }
        let back = try changed(set, minutes: 2) { $0[0].parameters = parameters }
        for document in try merged(back, set) { #expect(document.content.items[0].parameters.counter == 7) }
    }

    @Test("A value that lost is named in full, and the copy that has it is known as such later")
    func losses() throws {
        let base = try changed(VaultDocument(VaultContent()), minutes: 0) { $0 = [try sampleItem()] }
        let long = String(repeating: "word ", count: 1000) + "end"
        let early = try changed(base, minutes: 1) {
            $0[0].note = long
            $0[0].token = try Account.Token(serial: "A", user: "alice")
        }
        let late = try changed(base, minutes: 2) {
            $0[0].note = "short"
            $0[0].token = try Account.Token(serial: "B")
        }
        let merge = try CopyMerge(late, with: early)
        #expect(merge.report.choices.map(\.part) == [.note, .member("token")])
        #expect(merge.report.choices.map(\.other) == [long, #"{"serial":"A","user":"alice"}"#])
        #expect(merge.report.choices.allSatisfy { !$0.keepsOther })
        let again = try CopyMerge(merge.document, with: early).report
        #expect(again.choices.isEmpty && again.lostBefore.count == 1)
        #expect(try CopyMerge(merge.document, with: late).report.lostBefore.isEmpty)
    }
}

extension Account {
    /// The same account, imported once more.
    fileprivate var again: Account {
        Account(
            issuer: issuer, name: name, secret: secret, parameters: parameters,
            createdAt: createdAt.addingTimeInterval(90))
    }
}
