import SafeFile
import Testing

@testable import Vault

@Suite("Errors of vaults")
struct VaultErrorTests {
    private static let file = FileError(.notFound, path: "some.json", detail: "")

    @Test(
        "Each error is one line that says what to do, and says whether another passphrase could help",
        arguments: [
            (.file(file), "check the name", false), (.notAVault(reason: "empty"), "not a vault", false),
            (.emptyFile, "so it is not a vault; delete it if nothing was in it, or choose another name", false),
            (.damaged(reason: "cut off"), "the vault is damaged: cut off; restore an earlier version", false),
            (.wrongPassphraseOrCode, "recovery code in place of the passphrase", true),
            (.newerVersion(2), "update totp-import", false),
            (
                .refused(field: "header.slots", reason: "is wrong"),
                "header.slots is wrong; restore an earlier version",
                false
            ),
            (
                .tooLarge(accounts: 200_000, fitting: 140_000),
                "200000 accounts do not fit: a vault has at most 64 MiB, about 140000 such accounts; use several vaults",
                false
            ),
            (.wrongPassphrase, "wrong passphrase (or", true), (.wrongRecoveryCode, "wrong recovery code (or", true),
            (.malformedRecoveryCode, "check for a typing error", true),
            (.passphraseChanged, "its passphrase was changed meanwhile; run this again, and type the new one", true),
            (.changed, "restore an earlier version", false),
            (.damagedContent("items[0].id is missing"), "items[0].id is missing", false),
            (.readBackDiffers("other bytes"), "nothing was replaced; check the disk", false),
            (.cryptographyFailed("no memory"), "no memory", false),
        ] as [(error: VaultError, words: String, isAboutPassphrase: Bool)])
    func advice(error: VaultError, words: String, isAboutPassphrase: Bool) {
        #expect(error.message.contains(words))
        #expect(!error.message.contains("\n"))
        #expect(error.description == error.message)
        #expect(error.isAboutPassphrase == isAboutPassphrase)
    }
}
