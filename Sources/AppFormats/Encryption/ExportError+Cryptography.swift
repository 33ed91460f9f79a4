import CryptoPrimitives
import TOTPDomain

extension ExportError {
    package init(_ error: CryptoError) { self.init(.cryptographyFailed, "the file cannot be encrypted: \(error)") }

    /// Runs cryptography for a file that is written.
    package static func encrypting<Value: ~Copyable>(
        _ body: () throws(CryptoError) -> Value
    ) throws(ExportError) -> Value {
        do throws(CryptoError) { return try body() } catch { throw ExportError(error) }
    }
}
