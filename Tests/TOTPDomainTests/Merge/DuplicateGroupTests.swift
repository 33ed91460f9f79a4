import Testing

@testable import TOTPDomain

@Suite("Accounts that may be one")
struct DuplicateGroupTests {
    private func item(_ issuer: String, _ name: String, _ secret: UInt8, digits: Int = 6) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(bytes: [UInt8](repeating: secret, count: 20)),
            parameters: try OTPParameters(kind: .totp, digits: Int64(digits)))
    }

    private func groups(_ items: [Account]) -> [String] {
        DuplicateGroup.groups(of: items).map { "\($0.reason) \($0.places.map(String.init).joined(separator: " "))" }
    }

    @Test("Groups are in the order of their accounts; an account may be in two")
    func order() throws {
        let items = [
            try item("Acme", "alice", 1), try item("Birch", "bob", 2), try item("Birch", "other", 1),
            try item(" ACME", "Alice ", 3), try item("Birch", "bob", 2), try item("Birch", "bob", 2, digits: 8),
        ]
        #expect(groups(items) == ["sameSecret 0 2", "sameName 0 3", "sameSecret 1 4 5"])
    }

    @Test(
        "A group without some of its accounts: nothing is left to choose where one is left, or one secret of a name",
        arguments: [
            (DuplicateGroup.Reason.sameName, [], [0, 1, 2]), (.sameName, [2], [0, 1]), (.sameName, [0], nil),
            (.sameName, [1, 2], nil), (.sameSecret, [0], [1, 2]), (.sameSecret, [0, 1], nil),
        ] as [(DuplicateGroup.Reason, Set<Int>, [Int]?)])
    func without(reason: DuplicateGroup.Reason, removed: Set<Int>, rest: [Int]?) throws {
        let items = [
            try item("Acme", "alice", 1), try item("Acme", "alice", 2), try item("Acme", "alice", 2, digits: 8),
        ]
        let group = DuplicateGroup(reason: reason, places: [0, 1, 2])
        #expect(group.without(removed, of: items)?.places == rest)
    }

    @Test("Accounts without a name have no name in common")
    func unnamed() throws {
        #expect(groups([try item("", "", 1), try item("", " ", 2), try item("", "x", 3)]) == [])
    }

    @Test("A list without duplicates, and an empty one, have no groups")
    func none() throws {
        #expect(groups([]) == [])
        #expect(groups([try item("Acme", "alice", 1), try item("Acme", "bob", 2)]) == [])
    }

    @Test("Deleted accounts do not count")
    func deleted() throws {
        var gone = try item("Acme", "alice", 1)
        gone.isDeleted = true
        #expect(groups([gone, try item("Acme", "alice", 1), try item("Acme", "alice", 2)]) == ["sameName 1 2"])
    }
}
