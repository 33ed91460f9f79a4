import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The two encryptions of an andOTP backup. Only a matching tag shows which of them a file has.
struct AndOTPEncryption {
    private let bytes: [UInt8]

    private static let iterationsCount = 4, saltCount = 12
    /// The least length in the newer form: iterations, salt, nonce, tag. The older form lacks iterations and salt.
    private static let minimumCount = iterationsCount + saltCount + AESGCM.nonceCount + AESGCM.tagCount
    private static let iterations = 1...10_000_000
    /// The middle of the range from which the app takes a random number.
    private static let writtenIterations: UInt32 = 150_000

    /// Signatures of other apps' encrypted files and of archives.
    private static let foreignSignatures: [[UInt8]] = [
        [0x03, 0xD9, 0xA2, 0x9A], [0xAC, 0xED, 0x00, 0x05], Array("AUTHENTICATORPRO".utf8),
        Array("AuthenticatorPro".utf8), Array("OTPClient".utf8), [0x1F, 0x8B], Array("7z".utf8) + [0xBC, 0xAF],
    ]

    /// Whether bytes that are not text could be such a file: only the length and the random look of the bytes can be
    /// checked.
    static func couldBeBackup(_ bytes: [UInt8]) -> Bool {
        bytes.count > minimumCount && !foreignSignatures.contains { bytes.starts(with: $0) } && RandomLook.has(bytes)
    }

    /// - Throws: ``SourceError`` with `corrupt`.
    init(_ bytes: [UInt8]) throws(SourceError) {
        guard bytes.count > Self.minimumCount else {
            throw SourceError(.corrupt, "the file is cut off, or not an andOTP backup", .exportAgain)
        }
        self.bytes = bytes
    }

    /// - Returns: the accounts' JSON.
    func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let passphrase else { throw .passphraseRequired }
        // Trying the older form costs almost nothing.
        if let plain = try openOlder(passphrase) { return plain }
        if let plain = try openNewer(passphrase, limits) { return plain }
        throw .wrongPassphrase
    }

    /// Nonce, ciphertext and tag; the key is only a hash of the passphrase.
    private func openOlder(_ passphrase: Passphrase) throws(SourceError) -> [UInt8]? {
        let hash = try SourceError.decrypting(Digest.sha256.hash(passphrase.utf8))
        return try Self.open(bytes[...], key: SecureBytes(copying: hash))
    }

    /// Iterations, salt, nonce, ciphertext and tag.
    ///
    /// - Returns: nil also for a number of iterations that no app writes: these bytes are a nonce of the older form.
    private func openNewer(_ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> [UInt8]? {
        let iterations = Int(bytes.integer(UInt32.self, at: 0, .big) ?? 0)
        guard Self.iterations ~= iterations else { return nil }
        let rest = bytes.dropFirst(Self.iterationsCount)
        let key = try limits.pbkdf2(
            .sha1, passphrase: passphrase, salt: Array(rest.prefix(Self.saltCount)), iterations: iterations)
        return try Self.open(rest.dropFirst(Self.saltCount), key: key)
    }

    /// - Returns: nil if the tag does not verify.
    private static func open(
        _ message: ArraySlice<UInt8>, key: borrowing SecureBytes
    ) throws(SourceError) -> [UInt8]? {
        let nonce = Array(message.prefix(AESGCM.nonceCount))
        let ciphertext = Array(message.dropFirst(AESGCM.nonceCount))
        return try SourceError.decryptingUnlessWrong(
            AESGCM.open(ciphertext, key: key, nonce: nonce, associatedData: []).copied())
    }
}

extension AndOTPEncryption {
    /// Encrypts a backup in the newer form.
    ///
    /// - Parameter backup: the accounts' JSON.
    package static func seal(
        _ backup: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> [UInt8] {
        let salt = try random.bytes(saltCount), nonce = try random.bytes(AESGCM.nonceCount)
        let message = try ExportError.encrypting { () throws(CryptoError) in
            let key = try KeyDerivation.pbkdf2(
                .sha1, passphrase: passphrase.utf8, salt: salt, iterations: Int(writtenIterations),
                count: AESGCM.keyCount)
            return try AESGCM.seal(SecureBytes(copying: backup), key: key, nonce: nonce, associatedData: [])
        }
        return writtenIterations.bytes(.big) + salt + nonce + message
    }
}

/// Encrypted OpenPGP messages, RFC 9580: recognized so the error can say what to do.
enum OpenPGPMessage {
    /// RSA, ElGamal, ECDH, X25519, X448.
    private static let keyAlgorithms: Set<UInt8> = [1, 2, 16, 18, 25, 26]

    static func matches(_ bytes: [UInt8]) -> Bool {
        OpenPGPArmor.matches(bytes) || startsWithSessionKey(bytes)
    }

    /// Whether the first packet is a session key for someone's public key, and another packet follows. Less than one in
    /// a million random files looks like that.
    private static func startsWithSessionKey(_ bytes: [UInt8]) -> Bool {
        guard let body = sessionKeyPacket(bytes), body.count > 12, body.upperBound < bytes.count else { return false }
        let version = bytes[body.lowerBound], algorithm = bytes[body.lowerBound + 9]
        return version == 3 && keyAlgorithms.contains(algorithm) && bytes[body.upperBound] & 0x80 != 0
    }

    /// The body of the first packet if it has tag 1, or nil if it does not end within the bytes.
    private static func sessionKeyPacket(_ bytes: [UInt8]) -> Range<Int>? {
        guard bytes.count > 3 else { return nil }
        let start: Int, count: Int
        switch (bytes[0], bytes[1]) {
        case (0x84, _), (0xC1, ..<192): (start, count) = (2, Int(bytes[1]))
        case (0x85, _): (start, count) = (3, Int(bytes.integer(UInt16.self, at: 1, .big) ?? 0))
        case (0xC1, 192..<224): (start, count) = (3, (Int(bytes[1]) - 192) << 8 + Int(bytes[2]) + 192)
        default: return nil
        }
        return start + count <= bytes.count ? start..<(start + count) : nil
    }
}
