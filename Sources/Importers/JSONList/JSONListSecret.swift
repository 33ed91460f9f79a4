import Encodings
import TOTPDomain

/// Whether texts are secrets: the proof for names that passwords and keys of other kinds have, too.
enum JSONListSecret {
    /// The bytes of the shortest secret that a name and an issuer prove.
    static let minimumCount = 10

    /// Whether the values of one name are secrets: each can be one, one has a digit, and they are not all hexadecimal,
    /// which cannot be told from base32.
    static func areSecrets(_ texts: [String]) -> Bool {
        !texts.isEmpty && texts.allSatisfy(SecretEvidence.canBeSecret)
            && texts.contains { $0.utf8.contains(where: isDigit) }
            && !texts.allSatisfy { Hex.decode($0.trimmingWhitespace) != nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 50...55 ~= byte }

    /// How a secret is written.
    enum Encoding: String, CaseIterable {
        case base32, hex, base64, ascii
    }

    static func bytes(_ text: String, _ encoding: Encoding) throws(EntryError) -> [UInt8] {
        guard !SecretEvidence.isCode(text) else {
            throw EntryError(.secretTooShort, "the secret is a code, not a secret or a link")
        }
        switch encoding {
        case .base32:
            guard !SecretEvidence.isMixed(text) else {
                throw EntryError(.secretNotBase32, "the secret is in upper and lower case: these are words, or base64")
            }
            return try OTPSecret.bytes(base32: Array(text.utf8).span)
        case .hex:
            guard let bytes = Hex.decode(text.trimmingWhitespace) else {
                throw EntryError(.secretNotHex, "the secret is not hexadecimal")
            }
            return bytes
        case .base64:
            guard let bytes = Base64.decode(text.trimmingWhitespace) else {
                throw EntryError(.fieldDamaged, "the secret is not base64")
            }
            return bytes
        case .ascii: return Array(text.utf8)
        }
    }
}
