import CryptoPrimitives
import Platform
import TOTPImport
import Testing

@Suite struct CodeTests {
    /// As an app would use CryptoKit.
    private struct AppHashes: CodeCryptography {
        func hash(_ bytes: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
            do { return try digest(algorithm).hash(bytes) } catch { throw .cryptographyFailed }
        }

        func hmac(of message: [UInt8], key: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
            do { return try digest(algorithm).hmac(key: key, message) } catch { throw .cryptographyFailed }
        }

        private func digest(_ algorithm: OTPAlgorithm) -> Digest {
            switch algorithm {
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            case .md5: .md5
            }
        }
    }

    /// RFC 6238, appendix B.
    @Test(arguments: [(59, "94287082"), (1_111_111_109, "07081804"), (20_000_000_000, "65353130")])
    func codesAreThoseOfTheStandard(_ time: Int, _ code: String) throws {
        let account = try Account(
            keyURI: "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8")
        let date = Date(timeIntervalSince1970: Double(time))
        #expect(try account.code(at: date).text == code)
        #expect(try account.code(at: date, using: AppHashes()) == account.code(at: date))
        #expect(try account.code(at: date).secondsLeft == 30 - time % 30)
    }

    @Test(arguments: [-.infinity, -1, 0, .infinity, .nan, 1e300])
    func everyDateHasACode(_ time: Double) throws {
        let account = try Account(keyURI: "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(try account.code(at: Date(timeIntervalSince1970: time)).text.count == 6)
    }

    @Test func aMissingPINIsAnError() throws {
        let account = try Account(keyURI: "motp://Acme:alice?secret=0123456789abcdef")
        #expect(throws: CodeError.pinMissing) { try account.code() }
        #expect(throws: CodeError.pinMissing) { try account.code(at: Date(), using: AppHashes()) }
    }
}
