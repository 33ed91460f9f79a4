import CryptoPrimitives
import Encodings
import TOTPDomain

/// 2FAGuard's backup (`Docs/formats/2faguard.md`).
package struct TwoFAGuardFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "2faguard",
            app: "2FAGuard",
            file: "encrypted backup, .2fabackup",
            encryption: .always,
            exportSteps: .menu("Export › Backup, with a password; its Uri-List is read as otpauth")
        )
    }

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

    private static let members = KnownMembers("Issuer Username Secret Algorithm Digits Period Notes")

    private struct File: Decodable {
        var tokens: JSONList<TwoFAGuardToken>

        enum CodingKeys: String, CodingKey { case tokens = "Tokens" }
    }

    /// - Parameter text: the decrypted JSON.
    func document(of text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        try FormatVersion("2FAGuard version", from: 1, to: 1, at: ["Version"], in: text).checkEncrypted()
        let file = try JSONFile.decode(File.self, from: text)
        let document = try ImportedDocument(
            format: description.id, list: file.tokens, at: ["Tokens"], in: text, limits)
        return naming(unread: Self.members, in: text, document)
    }
}

/// An account of 2FAGuard.
struct TwoFAGuardToken: Decodable, ExportedAccount {
    var issuer: LenientText?
    var username: LenientText?
    /// Base32.
    var secret: LenientText?
    /// An index.
    var algorithm: LenientNumber?
    var digits: LenientNumber?
    var period: LenientNumber?
    var notes: LenientText?

    private static let algorithms: [OTPAlgorithm] = [.sha1, .sha256, .sha512]

    enum CodingKeys: String, CodingKey {
        case issuer = "Issuer", username = "Username", secret = "Secret", algorithm = "Algorithm"
        case digits = "Digits", period = "Period", notes = "Notes"
    }

    var names: (issuer: String, name: String) { (issuer.orEmpty, username.orEmpty) }

    /// The app has no type: Steam accounts are those of the issuer Steam.
    func draft() throws(EntryError) -> AccountDraft {
        let isSteam = issuer.orEmpty.trimmingWhitespace.lowercased() == "steam"
        var draft = try AccountDraft(kind: isSteam ? .steam : .totp, base32: try secret.checked("the secret"))
        try draft.take(algorithm: try algorithmName(), digits: digits, period: period)
        draft.note = notes.orEmpty
        return draft
    }

    private func algorithmName() throws(EntryError) -> LenientText? {
        guard let index = try algorithm.checked("the algorithm", .algorithmUnknown) else { return nil }
        guard
            let algorithm = Int(exactly: index).flatMap({
                Self.algorithms.indices.contains($0) ? Self.algorithms[$0] : nil
            })
        else { throw EntryError(.algorithmUnknown, "the algorithm must be 0, 1 or 2, not \(index)") }
        return .text(algorithm.rawValue)
    }
}
