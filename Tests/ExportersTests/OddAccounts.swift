import FixtureSupport
import TOTPDomain

/// Accounts with values that apps and formats trip over, in random combinations.
enum OddAccounts {
    private static let names = [
        "", "alice", "Acorn", "a:b", ":", "a:b:", "Steam", "steam", "null", " alice ", "a\r\nb", "a\nb", "A::b",
        "a,b;\"c\"", "=1+1", "Acorn: alice",
    ]
    private static let digits: [Int64] = [6, 6, 6, 7, 8, 1, 5, 9, 10]
    private static let periods: [Int64] = [30, 30, 30, 60, 1, 7, 45, 61, 90, 120, 121, 256, 65_536, 2_147_483]
    private static let counters: [Int64] = [0, 1, 41, 1 << 31 - 1, 1 << 31, 1 << 53 - 1, 1 << 53, .max]
    private static let notes: [String?] = [nil, nil, "a note", " a note ", " ", "", "one\r\ntwo", "one\ntwo", "=1"]
    private static let tags: [[String]] = [
        [], [], ["work"], [" work "], ["work", "work"], ["a;b", "c"], ["a,b"], ["", "old"], ["work", " work"],
    ]

    static func list(_ count: Int, seed: UInt64) throws -> [Account] {
        var generator = SeededGenerator(seed: seed)
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &generator)] }
        return try (0..<count).map { index in
            let kind = any([.totp, .totp, .totp, .hotp, .hotp, .steam, .motp, .yandex] as [OTPKind])
            // Every tenth account has the secret of the one before it.
            let number = index % 10 == 9 ? index - 1 : index
            let secret = (0..<16).map { UInt8(truncatingIfNeeded: $0 * 37 + number >> ($0 % 2 * 8)) }
            return Account(
                issuer: any(names), name: any(names), secret: try OTPSecret(bytes: secret),
                parameters: try OTPParameters(
                    kind: kind, algorithm: any([.sha1, .sha1, .sha256, .sha512, .md5]), digits: any(digits),
                    period: any(periods), counter: any(counters)),
                pin: kind == .motp || kind == .yandex ? OTPPin(any(["", "1234"])) : nil, note: any(notes),
                tags: any(tags), isFavorite: any([false, false, true]))
        }
    }
}
