import CryptoPrimitives
import Encodings
import SecureMemory

/// A secret that only the page and the program know: 256 random bits. It never travels; the keys of all requests come
/// from it.
package struct AccessToken: Sendable {
    private let bytes: LockedBytes

    /// - Throws: ``CryptoError`` if the system has no randomness.
    package init() throws(CryptoError) {
        var random = try RandomBytes.make(32)
        bytes = LockedBytes(copying: random)
        random.wipe()
    }

    /// 64 hexadecimal digits, for the address.
    package var text: String { Hex.encode(bytes) }

    /// The secret of the first load of the page.
    package var secret: LoadSecret { LoadSecret(SecureBytes(copying: bytes)) }
}

/// The source of the keys of a load of the page: the token, and after a reload a secret derived from it. A tab keeps
/// only the next secret: the earlier secret, and so the traffic before the reload, cannot be recovered from it.
package final class LoadSecret: Sendable {
    private let bytes: SecureBytes

    init(_ bytes: consuming SecureBytes) { self.bytes = bytes }

    package func next() throws(CryptoError) -> LoadSecret { LoadSecret(try derive("next load")) }

    package func derive(_ purpose: String) throws(CryptoError) -> SecureBytes {
        try KeyDerivation.hkdfSHA256(
            key: bytes, salt: Array("totp-import page".utf8), info: Array(purpose.utf8), count: AESGCM.keyCount)
    }
}

/// The keys of one load of the page in one tab, which has chosen a random id for it: so two loads never share a key.
package final class ChannelKeys: Sendable {
    private let proof: SecureBytes
    package let requests: SecureBytes
    package let answers: SecureBytes

    package init(_ secret: LoadSecret, channel: String) throws(CryptoError) {
        proof = try secret.derive("proof \(channel)")
        requests = try secret.derive("requests \(channel)")
        answers = try secret.derive("answers \(channel)")
    }

    /// Returns the proof in the head of a request, which is checked before its body is taken.
    package func proof(_ method: String, _ target: String, counter: UInt64, length: String) throws(CryptoError)
        -> [UInt8]
    {
        var key = proof.withBytes { Array($0) }
        defer { key.wipe() }
        return try Digest.sha256.hmac(key: key, Array("\(method) \(target)\n\(counter)\n\(length)".utf8))
    }
}
