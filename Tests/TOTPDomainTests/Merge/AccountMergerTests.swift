import Platform
import TOTPDomain
import Testing

struct AccountMergerTests {
    private static let then = Date(timeIntervalSince1970: 1_700_000_000)
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    // MARK: - Same accounts

    @Test(arguments: [
        ("Acme", "alice"), ("ACME", "Alice"), (" A c m e ", "a\u{A0}lice"), ("acme", "ALI CE"),
    ])
    func namesThatDifferInCaseAndWhitespaceAreTheSame(issuer: String, name: String) throws {
        var merger = merger(holding: [try item()])
        #expect(merger.merge(try item(issuer: issuer, name: name)) == .duplicate(note: nil))
        #expect(merger.accounts.count == 1)
    }

    @Test(arguments: [
        ("Acme Inc", "alice", "Acme: alice"), ("Acme", "bob", "Acme: alice"), ("", "alice", "Acme: alice"),
        ("Acmealice", "", "Acme: alice"),
    ])
    func theSameSecretUnderAnotherNameIsKeptAndNamed(issuer: String, name: String, twin: String) throws {
        var merger = merger(holding: [try item()])
        #expect(merger.merge(try item(issuer: issuer, name: name)) == .added(.sameSecret(twin)))
        #expect(merger.accounts.count == 2)
    }

    @Test(arguments: [
        try OTPParameters(kind: .totp, algorithm: .sha256), try OTPParameters(kind: .totp, digits: 8),
        try OTPParameters(kind: .totp, period: 60), try OTPParameters(kind: .hotp), try OTPParameters(kind: .steam),
    ])
    func theSameSecretWithOtherParametersIsKeptAndNamed(parameters: OTPParameters) throws {
        var merger = merger(holding: [try item()])
        #expect(merger.merge(try item(parameters: parameters)) == .added(.sameSecret("Acme: alice")))
    }

    @Test
    func anotherPINIsAnotherAccount() throws {
        let yandex = try OTPParameters(kind: .yandex)
        var merger = merger(holding: [try item(parameters: yandex, pin: "1234")])
        #expect(merger.merge(try item(parameters: yandex, pin: "1234")) == .duplicate(note: nil))
        #expect(merger.merge(try item(parameters: yandex, pin: "5678")) == .added(.sameSecret("Acme: alice")))
        #expect(merger.merge(try item(parameters: yandex)) == .added(.sameSecret("Acme: alice")))
    }

    @Test
    func anotherSecretIsAnotherAccount() throws {
        var merger = merger(holding: [try item()])
        #expect(merger.merge(try item(secret: 2)) == .added(.sameName))
        #expect(merger.merge(try item(name: "bob", secret: 3)) == .added(nil))
        #expect(merger.merge(try item(issuer: " ACME", secret: 4)) == .added(.sameName))
    }

    @Test("Accounts without issuer and name are not taken for namesakes")
    func namelessAccounts() throws {
        var merger = merger(holding: [try item(issuer: "", name: "")])
        #expect(merger.merge(try item(issuer: "", name: "", secret: 2)) == .added(nil))
    }

    @Test
    func mergedAccountsCountForTheNext() throws {
        var merger = merger(holding: [])
        #expect(merger.merge(try item()) == .added(nil))
        #expect(merger.merge(try item()) == .duplicate(note: nil))
        #expect(merger.merge(try item(name: "bob")) == .added(.sameSecret("Acme: alice")))
        #expect(merger.merge(try item(name: "bob")) == .duplicate(note: nil))
        #expect(merger.accounts.map(\.name) == ["alice", "bob"])
    }

    @Test
    func tombstonesNeverMatch() throws {
        var tombstone = try item()
        tombstone.isDeleted = true
        var merger = merger(holding: [tombstone], .update)
        let again = try item()
        #expect(merger.merge(again) == .added(nil))
        #expect(merger.accounts == [tombstone, again])
    }

    // MARK: - Policies

    @Test
    func skipLeavesTheExistingAccount() throws {
        let old = try item()
        var merger = merger(holding: [old], .skip)
        let outcome = merger.merge(try item(issuer: "ACME", note: "new", tags: ["new"]))
        #expect(outcome == .duplicate(note: outcome.note))
        #expect(outcome.note?.text == "its note and tags are not taken")
        #expect(merger.accounts == [old])
    }

    @Test
    func keepKeepsBoth() throws {
        let old = try item(), new = try item()
        var merger = merger(holding: [old], .keep)
        #expect(merger.merge(new) == .added(nil))
        #expect(merger.accounts == [old, new])
    }

    @Test
    func updateTakesTheDetailsOfTheNewAccount() throws {
        let old = try item(issuer: "acme", note: "old note", tags: ["a", "b"])
        var new = try item(issuer: "Acme", name: "Alice", note: "new note", tags: ["b", "c"])
        new.isFavorite = true
        new.source = .init(format: "aegis", importedAt: Self.now)
        var merger = merger(holding: [try item(secret: 2), old], .update)
        #expect(merger.merge(new) == .updated(note: nil))

        var expected = old
        (expected.issuer, expected.name, expected.note) = ("Acme", "Alice", "new note")
        expected.tags = ["a", "b", "c"]
        expected.isFavorite = true
        expected.source = new.source
        expected.updatedAt = Self.now
        #expect(merger.accounts.last == expected)
        #expect(merger.accounts.count == 2)
    }

    @Test("A note that was read before in the same run is not replaced in silence")
    func updateNamesWhatItReplaces() throws {
        var merger = merger(holding: [], .update)
        _ = merger.merge(try item(note: "first"))
        #expect(merger.merge(try item(note: "second")).note?.text == "its note replaces what was read before it")
        #expect(merger.merge(try item(note: "  ")) == .duplicate(note: nil))
        #expect(merger.accounts.map(\.note) == ["second"])
    }

    @Test
    func updateKeepsDetailsThatTheNewAccountLacks() throws {
        var old = try item(note: "note", tags: ["a"])
        old.isFavorite = true
        var merger = merger(holding: [old], .update)
        #expect(merger.merge(try item()) == .duplicate(note: nil))
        #expect(merger.accounts == [old])
    }

    // MARK: - Counters

    @Test
    func updateOnlyMovesACounterForward() throws {
        let hotp = { (counter: Int64) in try item(parameters: OTPParameters(kind: .hotp, counter: counter)) }
        var merger = merger(holding: [try hotp(10)], .update)
        #expect(merger.merge(try hotp(3)) == .duplicate(note: nil))
        #expect(merger.accounts.map(\.parameters.counter) == [10])
        #expect(merger.merge(try hotp(12)) == .updated(note: nil))
        #expect(merger.accounts.map(\.parameters.counter) == [12])
        #expect(merger.accounts.map(\.updatedAt) == [Self.now])
    }

    @Test
    func skipSaysThatTheNewCounterIsAhead() throws {
        let hotp = { (counter: Int64) in try item(parameters: OTPParameters(kind: .hotp, counter: counter)) }
        var merger = merger(holding: [try hotp(10)], .skip)
        #expect(merger.merge(try hotp(10)) == .duplicate(note: nil))
        #expect(merger.merge(try hotp(3)) == .duplicate(note: nil))
        #expect(merger.merge(try hotp(12)).note?.text == "its counter is 12, the existing one is 10")
        #expect(merger.accounts.map(\.parameters.counter) == [10])
    }

    @Test(arguments: [DuplicatePolicy.skip, .update])
    func theHighestCounterOfANewAccountCounts(policy: DuplicatePolicy) throws {
        let hotp = { (counter: Int64) in try item(parameters: OTPParameters(kind: .hotp, counter: counter)) }
        var merger = merger(holding: [try item()], policy)
        let counters: [Int64] = [5, 9, 7]
        let outcomes = try counters.map { merger.merge(try hotp($0)) }
        #expect(merger.accounts.map(\.parameters.counter) == [nil, 9])
        #expect(outcomes[0] == .added(.sameSecret("Acme: alice")))
        if policy == .skip { #expect(outcomes[1].note?.text == "its counter 9 replaces 5, read before it") }
        #expect(outcomes[2] == .duplicate(note: nil))
    }

    private func merger(holding items: [Account], _ policy: DuplicatePolicy = .skip) -> AccountMerger {
        AccountMerger(items, policy: policy, now: Self.now)
    }

    private func item(
        issuer: String = "Acme",
        name: String = "alice",
        secret: UInt8 = 1,
        parameters: OTPParameters? = nil,
        pin: String = "",
        note: String? = nil,
        tags: [String] = []
    ) throws -> Account {
        Account(
            issuer: issuer,
            name: name,
            secret: try OTPSecret(bytes: [UInt8](repeating: secret, count: 20)),
            parameters: try parameters ?? OTPParameters(kind: .totp),
            pin: OTPPin(pin),
            note: note,
            tags: tags,
            createdAt: Self.then
        )
    }
}
