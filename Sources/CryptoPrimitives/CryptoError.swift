/// Why a cryptographic operation failed.
package enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A tag did not verify: a wrong key, or changed data. The two cannot be distinguished.
    case authenticationFailed
    /// A length or cost is out of range; the text names it.
    case invalidParameter(String)
    /// libcrypto failed; the text names the operation. Most often it ran out of memory.
    case operationFailed(String)

    package var description: String {
        switch self {
        case .authenticationFailed: "the data does not verify: wrong key, or the data was changed"
        case .invalidParameter(let what): what
        case .operationFailed(let operation): "\(operation) failed in the cryptographic library"
        }
    }
}
