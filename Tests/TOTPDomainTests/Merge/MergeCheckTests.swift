import Platform
import TOTPDomain
import Testing

/// Each test merges with the real merger, and spoils the result.
@Suite("A merge that loses something is caught")
struct MergeCheckTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let before: [Account]
    private let accepted: [Account]

    init() throws {
        var deleted = try Self.item("gone", secret: 9)
        deleted.isDeleted = true
        before = [try Self.item("alice"), try Self.item("counted", secret: 2, counter: 10), deleted]
        accepted = [
            try Self.item("Alice"), try Self.item("bob"), try Self.item("counted", secret: 2, counter: 12),
            try Self.item("new counter", secret: 3, counter: 5), try Self.item("new counter", secret: 3, counter: 7),
            try Self.item("gone", secret: 9), try Self.item("bob"),
        ]
    }

    @Test("A good merge passes", arguments: DuplicatePolicy.allCases)
    func good(policy: DuplicatePolicy) throws {
        let (after, outcomes) = merged(policy)
        try MergeCheck.verify(before: before, after: after, accepted: accepted, outcomes: outcomes)
        try MergeCheck.verify(before: [], after: [], accepted: [], outcomes: [])
    }

    @Test("Any missing account is detected", arguments: DuplicatePolicy.allCases)
    func missing(policy: DuplicatePolicy) throws {
        let (after, outcomes) = merged(policy)
        for index in after.indices {
            var spoiled = after
            spoiled.remove(at: index)
            expectRefusal(spoiled, outcomes)
            // The count fits again, with another account.
            spoiled.append(try Self.item("somebody", secret: 7))
            expectRefusal(spoiled, outcomes)
        }
    }

    @Test("An account that nobody added is detected")
    func tooMany() throws {
        let (after, outcomes) = merged(.skip)
        expectRefusal(after + [try Self.item("somebody", secret: 7)], outcomes)
    }

    @Test("An account whose secret, name or kind has changed is detected")
    func changed() throws {
        let (after, outcomes) = merged(.skip)
        let changes: [(inout Account) throws -> Void] = [
            { $0.secret = try OTPSecret(bytes: [1, 2, 3]) }, { $0.name = "somebody" }, { $0.issuer = "" },
            { $0.parameters = try OTPParameters(kind: .totp, digits: 8) }, { $0.pin = OTPPin("1234") },
            { $0.isDeleted.toggle() },
        ]
        for index in after.indices {
            for change in changes {
                var spoiled = after
                try change(&spoiled[index])
                expectRefusal(spoiled, outcomes)
            }
        }
    }

    @Test("Missing and wrong outcomes are found")
    func outcomes() throws {
        let (after, outcomes) = merged(.skip)
        expectRefusal(after, outcomes.dropLast())
        expectRefusal(after, outcomes.map { _ in .duplicate(note: nil) })
        expectRefusal(after, outcomes.map { _ in .added(nil) })
    }

    @Test("Lowered counters, and counters below the highest of a new account, are found", arguments: [(1, 9), (4, 5)])
    func counter(index: Int, counter: Int64) throws {
        var (after, outcomes) = merged(.skip)
        try #require(after[index].parameters.counter == counter + (index == 1 ? 1 : 2))
        after[index].parameters = after[index].parameters.atCounter(counter)
        expectRefusal(after, outcomes)
    }

    @Test("The message names the account, and has no secret in it")
    func message() throws {
        let (after, outcomes) = merged(.skip)
        let spoiled = after.filter { $0.name != "bob" } + [try Self.item("somebody", secret: 7)]
        let error = #expect(throws: MergeError.self) {
            try MergeCheck.verify(before: before, after: spoiled, accepted: accepted, outcomes: outcomes)
        }
        #expect(error?.description.contains("\"Acme: bob\" is missing") == true)
        #expect(error?.description.contains(try Self.item("bob").secret.base32) == false)
    }

    // MARK: -

    private func merged(_ policy: DuplicatePolicy) -> (after: [Account], outcomes: [MergeOutcome]) {
        var merger = AccountMerger(before, policy: policy, now: Self.now)
        let outcomes = accepted.map { merger.merge($0) }
        return (merger.accounts, outcomes)
    }

    private func expectRefusal(_ after: [Account], _ outcomes: some Sequence<MergeOutcome>) {
        #expect(throws: MergeError.self) {
            try MergeCheck.verify(before: before, after: after, accepted: accepted, outcomes: Array(outcomes))
        }
    }

    private static func item(_ name: String, secret: UInt8 = 1, counter: Int64? = nil) throws -> Account {
        Account(
            issuer: "Acme", name: name, secret: try OTPSecret(bytes: [UInt8](repeating: secret, count: 20)),
            parameters: try OTPParameters(kind: counter == nil ? .totp : .hotp, counter: counter), createdAt: now)
    }
}
