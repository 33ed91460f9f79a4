import FixtureSupport
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Comparison of accounts")
struct AccountComparisonTests {
    private static func item(
        _ name: String = "alice", issuer: String = "Acme", secret: UInt8 = 1, kind: OTPKind = .totp,
        algorithm: OTPAlgorithm = .sha1, digits: Int64 = 6, period: Int64 = 30, counter: Int64 = 5, pin: String = ""
    ) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(bytes: Array(repeating: secret, count: 20)),
            parameters: try OTPParameters(
                kind: kind, algorithm: algorithm, digits: digits, period: period, counter: counter),
            pin: OTPPin(pin))
    }

    private static func compare(_ first: [Account], _ second: [Account]) -> AccountComparison {
        AccountComparison(first, second, generator: PlainGenerator(), time: 1_795_253_400)
    }

    @Test("A list is the same as itself in any order", arguments: 1...5 as ClosedRange<UInt64>)
    func itself(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var items = try InventedAccounts.list(200, seed: seed)
        items += items.prefix(20)
        let comparison = Self.compare(items, items.shuffled(using: &generator))
        #expect(comparison.findings == [])
        #expect(comparison.same == items.count)
        #expect(comparison.isSame)
    }

    @Test(
        "Each parameter counts",
        arguments: [
            (try item(digits: 8), "6 and 8 digits"), (try item(period: 60), "periods of 30 and 60 seconds"),
            (try item(algorithm: .sha512), "algorithms SHA1 and SHA512"),
            (try item(kind: .steam), "types totp and steam"),
            (try item(kind: .hotp), "types totp and hotp"),
        ])
    func parameters(other: Account, what: String) throws {
        let findings = Self.compare([try Self.item()], [other]).findings
        guard case .different(0, 0, let differences)? = findings.first, findings.count == 1 else {
            Issue.record("\(findings)")
            return
        }
        #expect(differences.first == what)
    }

    @Test("Counters and PINs count")
    func counters() throws {
        let counters = Self.compare([try Self.item(kind: .hotp)], [try Self.item(kind: .hotp, counter: 6)])
        #expect(counters.findings == [.different(0, 0, what: ["counters 5 and 6"])])
        let highest = try Self.item(kind: .hotp, counter: .max)
        #expect(Self.compare([highest], [highest]).isSame)
        let pins = Self.compare([try Self.item(kind: .motp, pin: "1234")], [try Self.item(kind: .motp)])
        #expect(pins.findings == [.different(0, 0, what: ["one of them has no PIN"])])
    }

    @Test("A renamed account matches, and is reported as renamed")
    func names() throws {
        let comparison = Self.compare([try Self.item("alice")], [try Self.item("bob")])
        #expect(comparison.findings == [.renamed(0, 0)])
        #expect(comparison.isSame && comparison.same == 1)
    }

    @Test("Missing and extra accounts are found, duplicates as well")
    func counts() throws {
        let alice = try Self.item(), bob = try Self.item("bob", secret: 2), carol = try Self.item("carol", secret: 3)
        let comparison = Self.compare([alice, bob, alice], [carol, alice])
        #expect(comparison.findings == [.missing(1), .missing(2), .extra(0)])
        #expect(comparison.same == 1)
        #expect(!comparison.isSame)
    }

    @Test("Accounts with one secret are paired by similarity")
    func sharedSecrets() throws {
        let long = try Self.item("alice", digits: 8), short = try Self.item("alice"), bob = try Self.item("bob")
        #expect(Self.compare([long, short, bob], [bob, short, long]).findings == [])
        #expect(Self.compare([long, short], [try Self.item("carol"), long]).findings == [.renamed(1, 0)])
        #expect(
            Self.compare([long, bob], [short, bob]).findings == [.different(0, 0, what: ["8 and 6 digits"])])
    }
}
