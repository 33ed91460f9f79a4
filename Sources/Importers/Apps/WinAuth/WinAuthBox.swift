import CryptoPrimitives
import Encodings
import TOTPDomain

/// Why a password alone does not open a part of WinAuth's file.
struct WinAuthObstacle {
    private let code: SourceError.Code
    private let problem: String
    private let advice: Advice

    /// - Parameter letters: a letter for each way in which the part is encrypted, the outermost first; nil if there is
    ///   only a password.
    init?(_ letters: String) {
        if letters.contains(where: { "um".contains($0) }) {
            (code, problem) = (.accountRestricted, "encrypted for one Windows computer or user")
            advice = "open it with WinAuth on that computer, and use Export there"
        } else if letters.contains(where: { "ab".contains($0) }) {
            (code, problem) = (.accountRestricted, "encrypted with a YubiKey")
            advice = "open it with WinAuth and the YubiKey, and use Export there"
        } else if letters == "y" {
            return nil
        } else {
            (code, problem) = (.unsupportedVersion, "encrypted in an unknown way")
            advice = "open it with WinAuth, and use Export there"
        }
    }

    var ofFile: SourceError { SourceError(code, problem, advice) }

    var ofAccount: EntryError { EntryError(.fieldDamaged, problem, advice) }
}

/// A text that WinAuth encrypted with a password.
///
/// Its hash is of the plaintext, so it proves the passphrase. WinAuth before version 3.1 wrote no hash.
struct WinAuthBox {
    private let salt: [UInt8]
    private let hash: [UInt8]
    private let box: ArraySlice<UInt8>

    private static let magic = Array("WINAUTH3".utf8)
    private static let saltCount = 8
    private static let iterations = 2000

    /// - Throws: ``SourceError`` with `corrupt`.
    init(_ text: String) throws(SourceError) {
        guard let bytes = Hex.decode(text.utf8WithoutSpace) else {
            throw .damaged("its encrypted part is not hexadecimal")
        }
        if bytes.starts(with: Self.magic) {
            let start = Self.magic.count + Self.saltCount, end = start + Digest.sha256.byteCount
            guard bytes.count > end else { throw .damaged("its encrypted part is cut off") }
            salt = Array(bytes[Self.magic.count..<start])
            hash = Array(bytes[start..<end])
            box = bytes[end...]
        } else {
            (salt, hash, box) = ([], [], bytes[...])
        }
        let count = box.count - Self.saltCount
        guard count > 0, count.isMultiple(of: BlowfishECB.blockCount) else {
            throw .damaged("its encrypted part is cut off")
        }
    }

    /// - Returns: the plaintext, and whether a hash proves it.
    /// - Throws: ``SourceError`` with `wrong-password` or `limit-exceeded`.
    func open(
        _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) -> (bytes: [UInt8], isVerified: Bool) {
        let key = try limits.pbkdf2(
            .sha1, passphrase: passphrase, salt: Array(box.prefix(Self.saltCount)), iterations: Self.iterations,
            count: BlowfishECB.keyCount)
        let plain = try SourceError.decrypting(
            BlowfishECB.open(Array(box.dropFirst(Self.saltCount)), key: key).copied())
        guard !hash.isEmpty else { return (plain, false) }
        guard try SourceError.decrypting(Digest.sha256.hash(salt + plain)) == hash else { throw .wrongPassphrase }
        return (plain, true)
    }
}
