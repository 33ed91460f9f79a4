import Encodings
import Links
import TOTPDomain
import Testing

/// Rules about accounts hold for links, for names that are not UTF-8, and for accounts of Google Authenticator exports.
struct AccountRuleTests {
    private let checker: LinkChecker

    init() throws { checker = try .standard() }

    @Test(
        "The names of a link and of an account of a Google export break the same rules",
        arguments: [
            ("Acme", "alice", "Acme", "alice", []),
            ("", "alice", "", "alice", ["issuer-missing"]),
            ("Acme", "", "Acme", "", ["label-missing"]),
            ("Acme", "alice:1", "Acme", "alice:1", ["name-colon"]),
        ] as [(issuer: String, name: String, plainIssuer: String, plainName: String, rules: Set<String>)])
    func names(issuer: String, name: String, plainIssuer: String, plainName: String, rules: Set<String>) {
        let label = issuer.isEmpty ? name : "\(issuer):\(name)"
        let about: Set<String> = ["issuer-missing", "label-missing", "name-colon", "issuer-differs"]
        let query = "secret=\(Secrets.sha1)" + (issuer.isEmpty ? "" : "&issuer=\(issuer)")
        #expect(checker.ids("otpauth://totp/\(label)?\(query)").intersection(about) == rules)
        #expect(checker.ids(Export(issuer: plainIssuer, name: plainName).link).intersection(about) == rules)
        guard !name.isEmpty else { return }
        let other = checker.ids("otpauth://totp/\(label)%EB?\(query)")
        #expect(other.contains("not-utf-8") && other.intersection(about) == rules)
    }

    @Test(
        "The secret of a link and of an account of a Google export break the same rules",
        arguments: [
            ("SHA1", 20, []), ("SHA256", 20, ["secret-below-hash", "algorithm-rare"]),
            ("SHA256", 32, ["algorithm-rare"]),
            ("SHA512", 32, ["secret-below-hash", "algorithm-rare"]), ("SHA1", 10, ["secret-short"]),
        ] as [(String, Int, Set<String>)])
    func secrets(algorithm: String, count: Int, rules: Set<String>) {
        let secret = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        let link = "otpauth://totp/Acme:alice?secret=\(Base32.encode(secret))&issuer=Acme&algorithm=\(algorithm)"
        #expect(checker.ids(link) == rules)
        #expect(checker.ids(Export(secret: secret, algorithm: algorithm).link).subtracting(["code-dense"]) == rules)
    }

    @Test("An account of a Google export with a repeated byte and eight digits breaks both rules")
    func repeatedBytesAndEightDigits() {
        let export = Export(secret: [UInt8](repeating: 7, count: 20), hasEightDigits: true)
        #expect(checker.ids(export.link) == ["secret-repeats", "digits-eight"])
    }

    /// A Google Authenticator export of one account.
    private struct Export {
        var issuer = "Acme"
        var name = "alice"
        var secret = (0..<20).map { UInt8($0 * 9 + 5) }
        var algorithm = "SHA1"
        var hasEightDigits = false

        var link: String {
            func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(bytes.count)] + bytes }
            let type: [UInt8] = [6 << 3, 2]
            let numbers: [String: UInt8] = ["SHA1": 1, "SHA256": 2, "SHA512": 3]
            let account =
                field(1, secret) + field(2, Array(name.utf8)) + field(3, Array(issuer.utf8))
                + [4 << 3, numbers[algorithm] ?? 0, 5 << 3, hasEightDigits ? 2 : 1] + type
            let payload = field(1, account) + [2 << 3, 1, 3 << 3, 1, 4 << 3, 0]
            return "otpauth-migration://offline?data=" + PercentCoding.encode(Base64.encode(payload))
        }
    }
}
