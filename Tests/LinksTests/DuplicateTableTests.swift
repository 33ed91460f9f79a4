import Encodings
import FixtureSupport
import Testing

@testable import Links

struct DuplicateTableTests {
    private static func place(_ number: Int) -> DuplicateTable.Place { DuplicateTable.Place(source: 0, number: number) }

    @Test func findsTheFirstOfEach() {
        var table = DuplicateTable()
        let marks: [(secret: UInt64, account: UInt64)] = [(1, 2), (1, 3), (4, 3), (1, 3), (0, 0), (0, 0)]
        let found = marks.enumerated().map { index, mark in
            table.add(Fingerprints(secret: mark.secret, account: mark.account), at: Self.place(index + 1))
        }
        #expect(found.map { $0.secret?.number } == [nil, 1, nil, 1, nil, nil])
        #expect(found.map { $0.account?.number } == [nil, nil, 2, 2, nil, nil])
    }

    /// 0 is not kept: an account is known by its issuer alone, or by its name alone, but not by nothing.
    @Test func namesWithoutAnyHaveNoFingerprint() {
        let key = FingerprintKey()
        let marks = [("", ""), ("Acme", ""), ("", "Acme"), ("Zoë", ""), ("", "Zoë")].map {
            key.fingerprint(issuer: $0.0, name: $0.1)
        }
        #expect(marks.first == 0)
        #expect(Set(marks).count == marks.count)
    }

    @Test func theCapacityIsTheLimit() {
        #expect(DuplicateTable().capacity == Limit.duplicates)
        #expect(DuplicateTable(capacity: .max).capacity == Limit.duplicates)
    }

    @Test("A table keeps as many links as the limit, and still finds them when it is full")
    func aFullTable() {
        let limit = Limit.duplicates
        var table = DuplicateTable()
        func marks(_ number: Int) -> Fingerprints {
            let mark = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
            return Fingerprints(secret: mark, account: mark)
        }
        for number in 1...limit { _ = table.add(marks(number), at: Self.place(number)) }
        #expect(!table.isFull)
        #expect(table.add(marks(limit), at: Self.place(limit + 1)).secret == Self.place(limit))
        #expect(!table.isFull)
        for _ in 1...2 { #expect(table.add(marks(limit + 1), at: Self.place(limit + 2)).secret == nil) }
        #expect(table.isFull)
        #expect(table.add(marks(1), at: Self.place(limit + 3)).account == Self.place(1))
    }

    /// Against a dictionary, with many links, filled to the brim.
    @Test func agreesWithADictionary() {
        let capacity = 5_000
        var table = DuplicateTable(capacity: capacity)
        var secrets: [UInt64: Int] = [:], accounts: [UInt64: Int] = [:]
        var held = 0
        var random = SeededGenerator(seed: 3)
        for number in 1...20_000 {
            // Multiples of a large step, so that neighbouring slots are contended.
            let marks = Fingerprints(
                secret: UInt64.random(in: 1...6_000, using: &random) << 50,
                account: UInt64.random(in: 1...9_000, using: &random))
            let (secret, account) = table.add(marks, at: Self.place(number))
            #expect(secret.map { Int($0.number) } == secrets[marks.secret])
            #expect(account.map { Int($0.number) } == accounts[marks.account])
            if secret == nil || account == nil, held < capacity {
                held += 1
                if secret == nil { secrets[marks.secret] = number }
                if account == nil { accounts[marks.account] = number }
            }
        }
        #expect(held == capacity)
        #expect(table.isFull)
    }
}
