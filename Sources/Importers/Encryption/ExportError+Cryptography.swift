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

    /// Runs what reading needs as well, for a file that was read and is written again.
    package static func encryptingAgain<Value: ~Copyable>(
        _ body: () throws(SourceError) -> Value
    ) throws(ExportError) -> Value {
        do throws(SourceError) { return try body() } catch {
            throw ExportError(.cryptographyFailed, "the file cannot be encrypted: \(error.message)")
        }
    }
}
