import Encodings
import Platform
import TOTPDomain

/// Accounts of firms and people that do not exist: the same seed gives the same accounts.
package enum InventedAccounts {
    /// Accounts of every kind, some of them with notes, tags and all that else an account can have.
    package static func list(_ count: Int, seed: UInt64) throws -> [Account] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { index in
            try item(of: OTPKind.allCases[index % OTPKind.allCases.count], using: &generator)
        }
    }

    /// One account with random names, secret and parameters.
    package static func item(
        of kind: OTPKind, using generator: inout some RandomNumberGenerator
    ) throws -> Account {
        let secretCount = kind == .yandex ? 16 : Int.random(in: 1...64, using: &generator)
        let needsPIN = kind == .motp || kind == .yandex
        let createdAt = time(using: &generator)
        return Account(
            id: id(using: &generator),
            issuer: text(using: &generator),
            name: text(using: &generator),
            secret: try OTPSecret(bytes: bytes(secretCount, using: &generator)),
            parameters: try OTPParameters(
                kind: kind,
                algorithm: OTPAlgorithm.allCases.randomElement(using: &generator) ?? .sha1,
                digits: Int64.random(in: 1...10, using: &generator),
                period: Int64.random(in: 1...2_147_483, using: &generator),
                counter: Int64.random(in: 0...Int64.max, using: &generator)
            ),
            pin: needsPIN ? OTPPin("\(Int.random(in: 1000...9999, using: &generator))") : nil,
            createdAt: createdAt,
            updatedAt: createdAt.addingTimeInterval(Double(Int.random(in: 0...100_000, using: &generator)))
        )
    }

    /// Returns the same account with all optional details.
    package static func complete(_ item: Account, using generator: inout some RandomNumberGenerator) -> Account {
        var item = item
        item.note = "\(text(using: &generator))\nsecond line \"quoted\" \\ \u{7}"
        item.tags = [text(using: &generator), "", "work"]
        item.isFavorite = true
        item.token = try? Account.Token(
            serial: (item.id.uuid.0.isMultiple(of: 2) ? "T-" : "T ") + item.id.uuidString.prefix(8),
            manufacturer: "Acorn \"Tokens\"", user: item.name)
        item.source = Account.Source(format: "google-migration", importedAt: time(using: &generator))
        item.isDeleted = Bool.random(using: &generator)
        item.syncedAt = time(using: &generator)
        return item
    }

    /// Names as people have them, and characters that links, JSON and terminals trip over.
    private static let pieces = [
        "Acorn Bank", "Birch Mail", "alice", "bob@example.com", "Ünïcode", "日本", "🔑", "e\u{301}", " ", ":", "/", "?",
        "&", "=", "#", "%", "%41", "+", "@", "\"", "\\", "'", "<b>", "null",
    ]

    private static func text(using generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 0...5, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined()
            .trimmingWhitespace
    }

    private static func bytes(_ count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    private static func time(using generator: inout some RandomNumberGenerator) -> Date {
        Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &generator)))
    }

    private static func id(using generator: inout some RandomNumberGenerator) -> UUID {
        let b = bytes(16, using: &generator)
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }
}
