import FixtureSupport
import TOTPDomain

/// The parts of an account that a link or a code can contain.
struct EssentialFields: Hashable {
    let issuer, name: String
    let secret: OTPSecret
    let parameters: OTPParameters
    let pin: OTPPin?

    init(_ item: Account) {
        (issuer, name, secret, parameters, pin) = (item.issuer, item.name, item.secret, item.parameters, item.pin)
    }
}

/// Invented accounts that links and codes can hold as they are.
enum InventedLinks {
    static func items(_ count: Int, seed: UInt64) throws -> [Account] {
        try InventedAccounts.list(count, seed: seed).map { item in
            var item = item
            // A Yandex link without an issuer is Yandex's.
            if item.parameters.kind == .yandex, item.issuer.isEmpty { item.issuer = "Yandex" }
            return item
        }
    }

    /// An account with parameters that Google Authenticator supports: two kinds, 30 seconds, six or eight digits.
    static func migrationItem(using generator: inout some RandomNumberGenerator) throws -> Account {
        var item = try InventedAccounts.item(
            of: [.totp, .hotp].randomElement(using: &generator) ?? .totp, using: &generator)
        item.parameters = try OTPParameters(
            kind: item.parameters.kind, algorithm: item.parameters.algorithm,
            digits: Bool.random(using: &generator) ? 6 : 8, counter: item.parameters.counter)
        // With an empty issuer, a colon in the name is the issuer's end.
        if item.issuer.isEmpty { item.issuer = "Acorn" }
        return item
    }
}

extension MigrationMessage.Account {
    /// As the app writes it: the issuer is in the name as well.
    init(_ item: Account) {
        self.init(
            secret: item.secret.bytes,
            name: "\(item.issuer):\(item.name)",
            issuer: item.issuer,
            algorithm: [.sha1: 1, .sha256: 2, .sha512: 3, .md5: 4][item.parameters.algorithm],
            digits: item.parameters.digits == 6 ? 1 : 2,
            type: item.parameters.kind == .hotp ? 1 : 2,
            counter: item.parameters.counter
        )
    }
}
