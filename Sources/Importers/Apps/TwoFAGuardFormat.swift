import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// 2FAGuard's backup (`Docs/formats/2faguard.md`).
package struct TwoFAGuardFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "2faguard",
        app: "2FAGuard",
        file: "encrypted backup, .2fabackup",
        encryption: .always,
        exportSteps: .menu("Export › Backup, with a password; its Uri-List is read as otpauth")
    )

    private static let backup = HeadedBackup(
        app: "2FAGuard", other: "Uri-List", magic: "2FAGuardBackupV", version: "1",
        cost: KeyDerivation.Argon2Cost(passes: 3, memory: 67_108, lanes: 1), nonceCount: AEGIS256.nonceCount,
        tagCount: AEGIS256.tagCount
    ) { (sealed, key, nonce) throws(CryptoError) in try AEGIS256.open(sealed, key: key, nonce: nonce) }

    package func recognizes(_ content: SourceContent) -> Bool { Self.backup.isStart(of: content) }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try document(of: Self.backup.open(request), request.limits)
    }

    /// The app stores no type: accounts with the issuer Steam are Steam accounts.
    private static let token = EntryShape(
        issuer: "Issuer", name: "Username", secret: "Secret", kind: .always(.totp), steamIssuer: .steam,
        algorithm: "Algorithm", algorithms: .numbered, digits: "Digits", period: "Period", note: "Notes")

    /// The others of `Backup`.
    private static let members = KnownNames(
        reading: token, "Version Tokens Icon IconType IconBase64 UpdatedTime CreationTime",
        list: "Tokens")

    /// - Parameter text: the decrypted JSON.
    package func document(of text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        try FormatVersion("2FAGuard version", from: 1, to: 1, at: ["Version"], in: text).checkEncrypted()
        return try accounts(
            at: ["Tokens"], in: text, limits, knowing: Self.members, account: Self.token.account)
    }
}
