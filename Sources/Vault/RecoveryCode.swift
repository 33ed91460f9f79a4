import CryptoPrimitives
import Encodings
import SecureMemory
import TOTPDomain

/// A key to a vault that can be written on paper: 32 random bytes as base32, then a checksum of four characters.
package struct RecoveryCode: Sendable {
    let bytes: LockedBytes

    static let byteCount = 32
    /// With the checksum, without hyphens.
    private static let characterCount = 56

    /// Makes a new random code.
    package static func make() throws(VaultError) -> RecoveryCode {
        do {
            let key = try RandomBytes.makeKey(byteCount)
            return key.withBytes { RecoveryCode(bytes: $0) }
        } catch { throw .cryptographyFailed(error.description) }
    }

    init(bytes: some Collection<UInt8>) { self.bytes = LockedBytes(copying: bytes) }

    /// Whether a text looks like a code, right or mistyped: it has the right number of letters and digits, apart from
    /// spaces and hyphens.
    static func looksTyped(_ text: Passphrase) -> Bool {
        var count = 0
        for character in text.utf8 where !ASCII.isWhitespace(character) && character != ASCII.hyphen {
            guard
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= character
                    || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= ASCII.uppercased(character)
            else { return false }
            count += 1
        }
        return count == characterCount
    }

    /// Reads a typed code, ignoring spaces, hyphens and case.
    ///
    /// - Throws: ``VaultError/malformedRecoveryCode`` if the length or the checksum is wrong.
    package init(typed text: Passphrase) throws(VaultError) {
        var characters = text.utf8.filter { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen }.map(ASCII.uppercased)
        var digits = Array(characters.prefix(52))
        defer {
            characters.wipe()
            digits.wipe()
        }
        guard characters.count == Self.characterCount, var decoded = try? Base32.decode(digits.span),
            decoded.count == Self.byteCount
        else { throw .malformedRecoveryCode }
        bytes = LockedBytes(copying: decoded)
        decoded.wipe()
        // Compared as text, so that the last character's unused bits are checked as well.
        guard Array(try ungrouped.utf8) == characters else { throw .malformedRecoveryCode }
    }

    /// Fourteen groups of four characters.
    package var text: String {
        get throws(VaultError) {
            let characters = Array(try ungrouped)
            return stride(from: 0, to: characters.count, by: 4)
                .map { String(characters[$0..<min($0 + 4, characters.count)]) }
                .joined(separator: "-")
        }
    }

    private var ungrouped: String {
        get throws(VaultError) {
            let hash: [UInt8]
            do { hash = try Digest.sha256.hash(bytes) } catch { throw .cryptographyFailed(error.description) }
            return Base32.encode(Array(bytes)) + Base32.encode(hash).prefix(4)
        }
    }
}
