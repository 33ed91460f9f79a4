import TOTPDomain

/// The hash functions of one-time codes, from libcrypto.
package struct CodeHashes: CodeCryptography {
    package func hash(_ bytes: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
        do { return try Digest(algorithm).hash(bytes) } catch { throw .cryptographyFailed }
    }

    package func hmac(
        of message: [UInt8], key: [UInt8], with algorithm: OTPAlgorithm
    ) throws(CodeError) -> [UInt8] {
        do { return try Digest(algorithm).hmac(key: key, message) } catch { throw .cryptographyFailed }
    }
}

extension OneTimeCodes<CodeHashes> {
    package init() { self.init(CodeHashes()) }
}

extension Digest {
    fileprivate init(_ algorithm: OTPAlgorithm) {
        switch algorithm {
        case .sha1: self = .sha1
        case .sha256: self = .sha256
        case .sha512: self = .sha512
        case .md5: self = .md5
        }
    }
}
