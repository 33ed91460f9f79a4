import CryptoPrimitives
import TOTPDomain

/// Codes of every kind, with libcrypto's hash functions.
package struct CodeGenerator: TOTPGenerator {
    private let codes = OneTimeCodes(LibCryptoHashes())

    package init() {}

    package func code(for item: TOTPItem, at time: Int64) throws(CodeError) -> OTPCode {
        try codes.code(for: item, at: time)
    }
}

private struct LibCryptoHashes: CodeCryptography {
    func hash(_ bytes: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
        do { return try Digest(algorithm).hash(bytes) } catch { throw .cryptographyFailed }
    }

    func hmac(of message: [UInt8], key: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
        do { return try Digest(algorithm).hmac(key: key, message) } catch { throw .cryptographyFailed }
    }
}

extension Digest {
    init(_ algorithm: OTPAlgorithm) {
        switch algorithm {
        case .sha1: self = .sha1
        case .sha256: self = .sha256
        case .sha512: self = .sha512
        case .md5: self = .md5
        }
    }
}
