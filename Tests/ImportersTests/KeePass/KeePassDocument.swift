import Encodings
import FixtureSupport
import Links
import TOTPDomain

@testable import PasswordManagerFormats

/// KeePass's XML with invented accounts in it.
struct KeePassDocument {
    /// Fields of each entry.
    var entries: [[(key: String, value: String)]] = []

    /// As the programs export it.
    var xml: String {
        var generator = SeededGenerator(seed: UInt64(entries.count))
        func identifier() -> String {
            // 24 characters of base64 that end as those of sixteen bytes do.
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
            return String((0..<21).map { _ in letters.randomElement(using: &generator) ?? "A" }) + "A=="
        }
        let entries = entries.map { fields in
            let strings = fields.map { field in
                "<String><Key>\(Self.escaped(field.key))</Key>"
                    + "<Value ProtectInMemory=\"True\">\(Self.escaped(field.value))</Value></String>"
            }
            return "<Entry><UUID>\(identifier())</UUID>\(strings.joined())</Entry>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <KeePassFile><Meta><Generator>tests</Generator></Meta><Root><Group><UUID>\(identifier())</UUID>\
            <Name>Root</Name>\(entries.joined(separator: "\n"))</Group></Root></KeePassFile>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Adds random accounts, in each of the four ways in which programs keep them.
    ///
    /// - Returns: the accounts that a reader should find.
    mutating func addAccounts(_ count: Int, seed: UInt64) throws -> [ExpectedAccounts.Item] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { index in
            let kinds: [OTPKind] = index % 4 == 2 ? [.hotp] : index % 4 == 1 ? [.totp] : [.totp, .hotp, .steam]
            let kind = kinds.randomElement(using: &generator) ?? .totp
            var item = try InventedAccounts.item(of: index % 4 == 3 && kind == .hotp ? .totp : kind, using: &generator)
            let fields: [(String, String)]
            switch index % 4 {
            case 0: fields = [("otp", KeyURI.write(item))]
            case 1: fields = try Self.timeFields(&item)
            case 2: fields = try Self.counterFields(&item)
            default: fields = try Self.seedFields(&item)
            }
            entries.append([("Title", item.issuer), ("UserName", item.name), ("Password", "x")] + fields)
            (item.issuer, item.name) = AccountLabel.normalized(issuer: item.issuer, name: item.name)
            return ExpectedAccounts.Item(item)
        }
    }

    private static func timeFields(_ item: inout Account) throws -> [(String, String)] {
        let old = item.parameters
        let algorithm: OTPAlgorithm = old.algorithm == .md5 ? .sha256 : old.algorithm
        item.parameters = try OTPParameters(
            kind: .totp, algorithm: algorithm, digits: Int64(old.digits), period: old.period.map(Int64.init))
        let name = [.sha1: "HMAC-SHA-1", .sha256: "HMAC-SHA-256"][algorithm] ?? "HMAC-SHA-512"
        return [
            ("TimeOtp-Secret-Base32", item.secret.base32), ("TimeOtp-Length", "\(old.digits)"),
            ("TimeOtp-Period", "\(old.period ?? 30)"), ("TimeOtp-Algorithm", name),
        ]
    }

    private static func counterFields(_ item: inout Account) throws -> [(String, String)] {
        let counter = item.parameters.counter ?? 0
        item.parameters = try OTPParameters(kind: .hotp, counter: counter)
        return [("HmacOtp-Secret-Hex", Hex.encode(item.secret.bytes)), ("HmacOtp-Counter", "\(counter)")]
    }

    private static func seedFields(_ item: inout Account) throws -> [(String, String)] {
        let old = item.parameters
        guard old.kind == .totp else {
            return [("TOTP Seed", item.secret.base32), ("TOTP Settings", "\(old.period ?? 30);S")]
        }
        item.parameters = try OTPParameters(
            kind: .totp, digits: Int64(old.digits), period: old.period.map(Int64.init))
        return [("TOTP Seed", item.secret.base32), ("TOTP Settings", "\(old.period ?? 30);\(old.digits)")]
    }
}
