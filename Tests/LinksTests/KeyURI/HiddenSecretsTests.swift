import Testing

@testable import Links

@Suite("Texts that people may see, without secrets")
struct HiddenSecretsTests {
    @Test(
        "Links, secrets alone and secrets in groups are replaced; other words stay",
        arguments: [
            ("old otpauth://totp/a?secret=JBSWY3DPEHPK3PXP here", "old otpauth://… here"),
            ("key JBSWY3DPEHPK3PXP,\nnext", "key …,\nnext"),
            ("jbsw y3dp ehpk 3pxp", "…"), ("secret=abc", "…"), ("JBSWYEDPEHPKEPXP", "…"),
            ("2024-01-01: moved to the new phone", "2024-01-01: moved to the new phone"), ("", ""),
        ])
    func hidden(text: String, shown: String) { #expect(text.withoutSecrets == shown) }

    @Test(
        "The name of a format or a file is not a secret, but a link or a long word is",
        arguments: [
            ("otpauth", false), ("otpauth-migration", false), ("otpauthh", false), ("otpauth.txt", false),
            ("apple-otpauth", false), ("otpauth:", true), ("otpauth://totp/a", true), ("otpauth%3A%2F%2F", true),
            ("otpauthJBSWY3DPEHPK3PXP", true), ("x?secret=1", true),
        ])
    func names(text: String, isSecret: Bool) { #expect(text.looksLikeSecret == isSecret) }
}
