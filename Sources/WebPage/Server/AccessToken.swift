import CryptoPrimitives
import Encodings
import SecureMemory

/// What the page shows to prove that it is the one that this run opened: 256 random bits.
package struct AccessToken: Sendable {
    private let bytes: LockedBytes

    /// - throws: ``CryptoError`` if the system has no randomness.
    package init() throws(CryptoError) {
        var random = try RandomBytes.make(32)
        bytes = LockedBytes(copying: random)
        random.wipe()
    }

    /// 64 hexadecimal digits, for the address.
    package var text: String { Hex.encode(bytes) }

    /// Whether a header of a request is the token. Takes the same time for every wrong one of its length.
    package func matches(authorization: String?) -> Bool {
        let prefix = "Bearer "
        guard let authorization, authorization.hasPrefix(prefix) else { return false }
        let digits = Array(authorization.utf8.dropFirst(prefix.utf8.count))
        guard digits.count == 2 * bytes.count else { return false }
        return ConstantTime.areEqual(digits, Array(text.utf8))
    }
}
