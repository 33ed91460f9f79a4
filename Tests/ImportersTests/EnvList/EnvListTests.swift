import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AnythingFormats

@Suite("Secrets among settings")
struct EnvListTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    @Test(
        "A name says that its value is a secret of one-time codes",
        arguments: [
            ("GITHUB_TOTP_SECRET", true), ("AWS_MFA_SECRET", true), ("VPN_OTP", true), ("otpSeed", true),
            ("site.two_factor.secret", true), ("TOTP_URI", true), ("OTP_KEY_BASE", false), ("API_TOKEN", false),
            ("GITHUB_SECRET", false), ("SECRET_TOTP_GITHUB", false), ("MFA_ENABLED", false), ("TOTP_ISSUER", false),
            ("TOTP_ENCRYPTION_KEY", false), ("OTP_BACKUP_KEY", false), ("SCALE_FACTOR", false), ("", false),
        ])
    func strong(name: String, isStrong: Bool) { #expect(VariableName(name).isStrong == isStrong) }

    @Test(
        "The words before those for codes say whose the secret is",
        arguments: [
            ("GITHUB_TOTP_SECRET", ["github"]), ("MY_VPN_OTP", ["my", "vpn"]), ("TOTP_SECRET", []),
            ("GITHUB_SECRET", []),
        ])
    func owner(name: String, words: [String]) { #expect(VariableName(name).owner == words) }

    @Test("A longer text is not a file of settings")
    func limit() {
        let setting = "A_TOTP_SECRET=\(Self.one)\n#"
        for (count, isRead) in [(Limit.settings, true), (Limit.settings + 1, false)] {
            let text = setting + String(repeating: "x", count: count - setting.utf8.count)
            #expect((EnvText(Array(text.utf8)) != nil) == isRead)
        }
    }

    @Test("Thousands of texts of names and words give no secrets")
    func prose() {
        var generator = SeededGenerator(seed: 44)
        for _ in 0..<10_000 {
            let lines = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                "\(InventedProse.word(&generator))=\(InventedProse.password(&generator))"
            }
            #expect(!EnvListFormat().recognizes(SourceContent(Array(lines.joined(separator: "\n").utf8))))
        }
    }
}
