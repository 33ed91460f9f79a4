import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

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

    @Test(
        "A secret is read from a setting, however it is written",
        arguments: [
            "A_TOTP_SECRET=\(one)", "export A_TOTP_SECRET=\"\(one)\" # x", "A_TOTP_SECRET = '\(one)'",
            "- A_TOTP_SECRET=\(one)",
            "# x\n; y\n\nset A_TOTP_SECRET=\(one)\r\n", "\"A_TOTP_SECRET\" = \"\"\"\n\(one)\"\"\"",
            "A_TOTP_SECRET=$'\(one)'",
            "A_TOTP_SECRET=\"JBSW Y3DP EHPK 3PXP\"", "PATH=/bin:$HOME\nA_TOTP_SECRET=\(one)\nAPI_TOKEN=\(two)",
        ])
    func forms(text: String) throws {
        let document = try read(text)
        #expect(document.format == "env-list" && document.warnings.isEmpty)
        #expect(document.items.map(\.fieldsLine) == ["totp A_TOTP_SECRET| \(Self.one) SHA1 6 30"])
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("A longer text is not a file of settings")
    func limit() {
        let setting = "A_TOTP_SECRET=\(Self.one)\n#"
        for (count, isRead) in [(Limit.settings, true), (Limit.settings + 1, false)] {
            let text = setting + String(repeating: "x", count: count - setting.utf8.count)
            #expect((EnvText(Array(text.utf8)) != nil) == isRead)
        }
    }

    @Test(
        "Settings with the same words belong to the secret",
        arguments: [
            ("A_TOTP_DIGITS=8\nA_TOTP_PERIOD=60\nA_TOTP_HASH=SHA256", "totp A_TOTP_SECRET| \(one) SHA256 8 60", 0),
            ("A_TOTP_ISSUER=Acorn\nA_TOTP_USER=alice", "totp Acorn|alice \(one) SHA1 6 30", 0),
            ("A_TOTP_COUNTER=7", "hotp A_TOTP_SECRET| \(one) SHA1 6 7", 0),
            ("A_DIGITS=8\nWORKERS=8\nQVEXO=SHA256", "totp A_TOTP_SECRET| \(one) SHA1 6 30", 2),
            ("B_TOTP_DIGITS=8\nOTP_SECRET=0f0f", "totp A_TOTP_SECRET| \(one) SHA1 6 30", 2),
            ("A_TOTP_DIGITS=8\nQVEXO=60", "totp A_TOTP_SECRET| \(one) SHA1 8 30", 1),
            ("QVEXO=8\nWORKERS=8", "totp A_TOTP_SECRET| \(one) SHA1 6 30", 1),
            ("\nVPN_CMD=\"oathtool -b --totp -d 8 \(two)\"", "totp A_TOTP_SECRET| \(one) SHA1 6 30", 1),
            ("\nWORKERS=8", "totp A_TOTP_SECRET| \(one) SHA1 6 30", 0),
        ])
    func siblings(more: String, line: String, warnings: Int) throws {
        let document = try read("A_TOTP_SECRET=\(Self.one)\n\(more)\n")
        #expect(document.items.map(\.fieldsLine) == [line] && document.warnings.count == warnings)
    }

    @Test("Sections are issuers, links say all, and a value from elsewhere is rejected")
    func sections() throws {
        let document = try read(
            """
            [vpn]
            host = a.example
            totp_secret = \(Self.one)
            [mail]
            a_otp = "otpauth://totp/Acorn:alice?secret=\(Self.two)"
            b_otp = ${OTHER}
            """)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp vpn| \(Self.one) SHA1 6 30", "totp Acorn|alice \(Self.two) SHA1 6 30",
            ])
        #expect(document.rejections.map(\.code) == [.secretMissing])
    }

    @Test(
        "A file of nothing but secrets is recognized, and other files are not",
        arguments: [
            ("github = \"\(one)\"\ngoogle = \"gezd gnbv gy3t qojq\"\nmail = '\(one)'\n", "env-list"),
            ("SESSION_SECRET=\(one)\nJWT_SECRET=\(two)\nCOOKIE_KEY=\(one)\n", nil),
            ("API_TOKEN=\(one)\nPATH=/bin\n", nil), ("OTP_SECRET=0f0f0f0f\nPATH=/bin\n", nil),
            ("issuer=Acorn\nsecret=\(one)\n", "list"), ("A=otpauth://totp/A:b?secret=\(one)\n", "otpauth"),
            ("A_TOTP_SECRET=\"\(one)\n", nil),
            ("a word\nVPN_OTP=\(one)\n", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }

    private static func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

    @Test(
        "Secrets of Kubernetes: data in base64, and stringData as it is",
        arguments: [
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: otp}
            data:
              A_TOTP_SECRET: \(base64(one))
              A_TOTP_DIGITS: \(base64("8"))
              API_TOKEN: \(base64(two))
            """,
            """
            kind: Secret
            apiVersion: v1
            stringData:
              A_TOTP_SECRET: \(one)
              A_TOTP_DIGITS: "8"
              API_TOKEN: \(two)
            """,
            """
            {"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Secret", "data": {
            "A_TOTP_SECRET": "\(base64(one))", "A_TOTP_DIGITS": "\(base64("8"))", "API_TOKEN": "\(base64(two))"}}]}
            """,
        ])
    func manifest(text: String) throws {
        let document = try read(text)
        #expect(document.format == "env-list" && document.records == 3)
        #expect(document.items.map(\.fieldsLine) == ["totp A_TOTP_SECRET| \(Self.one) SHA1 8 30"])
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("Of several secrets of Kubernetes, each has its own settings, and what is not base64 is named")
    func manifests() throws {
        let document = try read(
            """
            apiVersion: v1
            kind: ConfigMap
            data:
              A_TOTP_SECRET: \(Self.two)
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: vpn}
            data: {totp_secret: \(Self.base64(Self.one)), B_OTP: "\(Self.two)!"}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: mail}
            stringData: {totp_secret: \(Self.two), totp_digits: "8"}
            """)
        #expect(
            document.items.map(\.fieldsLine) == ["totp vpn| \(Self.one) SHA1 6 30", "totp mail| \(Self.two) SHA1 8 30"])
        // The object of another kind is not read.
        let named = document.unread.names.map(\.name)
        #expect(named.contains("B_OTP") && named.contains("A_TOTP_SECRET"))
        let other = try read(
            """
            apiVersion: v1
            kind: Secret
            meta: {name: vpn}
            stringData:
              A_TOTP_SECRET: \(Self.one)
            """)
        #expect(other.items.count == 1 && other.unread.names.map(\.name) == ["meta"])
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
