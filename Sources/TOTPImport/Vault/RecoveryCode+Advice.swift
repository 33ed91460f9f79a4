internal import Encodings
package import Vault

extension RecoveryCode {
    /// Advice for a new code; ``command(for:)`` comes after it.
    package static let advice =
        "Write it on paper, with this command. If you forget the passphrase, type the code in its place:"

    /// The command that takes the code in place of the passphrase, and asks for a new passphrase.
    package static func command(for vault: String) -> String { "totp-import vault passwd \(vault.quotedForShell)" }
}
