import CryptoPrimitives
import Encodings
import TOTPDomain

/// 2FAGuard's backup (`Docs/formats/2faguard.md`).
package struct TwoFAGuardFormat: ImportFormat {
    package let description = FormatDescription(
        id: "2faguard",
        app: "2FAGuard",
        file: "encrypted backup, .2fabackup",
        encryption: .always,
        exportSteps: .menu("Export › Backup, with a password; its Uri-List is read as otpauth")
    )

    private static let magic = Array("2FAGuardBackupV".utf8)
    private static let cost = KeyDerivation.Argon2Cost(passes: 3, memory: 67_108, lanes: 1)

    package func recognizes(_ content: SourceContent) -> Bool { content.bytes.starts(with: Self.magic) }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let backup = try HeadedBackup(
            request.content.bytes, magic: Self.magic, version: "1", nonceCount: AEGIS256.nonceCount,
            tagCount: AEGIS256.tagCount, of: "2FAGuard", other: "Uri-List")
        let text = try backup.open(request, Self.cost) { (sealed, key, nonce) throws(CryptoError) in
            try AEGIS256.open(sealed, key: key, nonce: nonce)
        }
        return try document(of: text, request.limits)
    }

    /// The app stores no type: accounts with the issuer Steam are Steam accounts.
    private static let token = EntryShape(
        issuer: "Issuer", name: "Username", secret: "Secret", kind: .always(.totp), knowsSteamByIssuer: true,
        algorithm: "Algorithm", numberedAlgorithms: [.sha1, .sha256, .sha512], digits: "Digits", period: "Period",
        note: "Notes")

    /// The others of `Backup`.
    private static let members = KnownNames(
        reading: token, "Version Tokens Icon IconType IconBase64 UpdatedTime CreationTime",
        list: "Tokens")

    /// - Parameter text: the decrypted JSON.
    func document(of text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        try FormatVersion("2FAGuard version", from: 1, to: 1, at: ["Version"], in: text).checkEncrypted()
        let document = try ImportedDocument(
            format: description.id, list: JSONFile(text).list("Tokens"), at: ["Tokens"], in: text, limits,
            account: Self.token.account)
        return naming(unread: Self.members, in: text, document)
    }
}
