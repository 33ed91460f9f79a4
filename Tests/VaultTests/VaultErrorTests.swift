import SafeFile
import Testing

@testable import Vault

@Suite("What is said of a vault that does not open")
struct VaultErrorTests {
    private static let file = FileError(.notFound, path: "some.json", detail: "")

    @Test(
        "Each error is one line that says what to do, and knows whether another passphrase could help",
        arguments: [
            (.file(file), "check the name", false), (.notAVault(reason: "empty"), "not a TOTPly vault", false),
            (.newerVersion(2), "install a newer totp-import", false),
            (
                .refused(field: "header.slots", reason: "is wrong"), "header.slots is wrong; restore the .bak file",
                false
            ),
            (.wrongPassphrase, "passphrase is wrong", true), (.wrongRecoveryCode, "not one of this vault's", true),
            (.malformedRecoveryCode, "check for a typing error", true), (.changed, "restore the .bak file", false),
            (.damagedContent("items[0].id"), "items[0].id", false),
            (.cryptographyFailed("no memory"), "no memory", false),
        ] as [(VaultError, String, Bool)])
    func advice(error: VaultError, words: String, isAboutPassphrase: Bool) {
        #expect(error.advice.contains(words))
        #expect(!error.advice.contains("\n"))
        #expect(error.description == error.advice)
        #expect(error.isAboutPassphrase == isAboutPassphrase)
    }
}
