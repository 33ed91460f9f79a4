import CryptoPrimitives
import FixtureSupport
import Foundation
import TOTPDomain

/// Invented accounts and requests for tests of writers.
enum TargetAccounts {
    /// Accounts of every kind: most with parameters that many apps accept, some with others, some with every detail.
    static func list(_ count: Int, seed: UInt64) throws -> [Account] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { _ in
            let kind = OTPKind.allCases.randomElement(using: &generator) ?? .totp
            var item = try InventedAccounts.item(of: kind, using: &generator)
            item.createdAt = Date(
                timeIntervalSince1970: 1_700_000_000 + Double(Int.random(in: 0...80_000_000, using: &generator)))
            item.updatedAt = item.createdAt
            if kind != .yandex {
                let bytes = (0..<Int.random(in: 1...128, using: &generator)).map { _ in
                    UInt8.random(in: .min ... .max, using: &generator)
                }
                item.secret = try OTPSecret(bytes: bytes)
            }
            if Int.random(in: 0..<5, using: &generator) > 0 {
                item.parameters = try OTPParameters(
                    kind: kind,
                    algorithm: [.sha1, .sha1, .sha256, .sha512].randomElement(using: &generator) ?? .sha1,
                    digits: [6, 6, 7, 8].randomElement(using: &generator),
                    period: [30, 30, 60].randomElement(using: &generator),
                    counter: Int64.random(in: 0...1000, using: &generator))
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                item = InventedAccounts.complete(item, using: &generator)
                item.isDeleted = false
            }
            return item
        }
    }

    static let passphrase = Passphrase("correct horse – π")
}

extension ExportRequest {
    /// Encrypted, with bytes that are really random.
    static func encrypted(_ items: [Account]) -> ExportRequest {
        ExportRequest(
            items: items, protection: .passphrase(TargetAccounts.passphrase),
            now: Date(timeIntervalSince1970: 1_795_253_400), random: RealRandom())
    }
}

extension ExportRequest {
    /// The same request, unencrypted, with bytes that are really random.
    var withoutPassphrase: ExportRequest {
        var request = self
        request.protection = .none
        return request
    }
}

private struct RealRandom: RandomSource {
    func bytes(_ count: Int) throws(ExportError) -> [UInt8] {
        try ExportError.encrypting { () throws(CryptoError) in try RandomBytes.make(count) }
    }
}
