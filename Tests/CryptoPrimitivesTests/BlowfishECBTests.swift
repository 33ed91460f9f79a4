import CryptoPrimitives
import Encodings
import TOTPDomain
import Testing

@Suite("Blowfish with the longest key")
struct BlowfishECBTests {
    /// PBKDF2-HMAC-SHA1 of `password`, with the salt 0001020304050607 and 2,000 iterations.
    private func key() throws -> SecureBytes {
        try KeyDerivation.pbkdf2(
            .sha1, passphrase: Passphrase("password").utf8, salt: [UInt8](0..<8), iterations: 2000,
            count: BlowfishECB.keyCount)
    }

    @Test("OpenSSL's BF_set_key with this key encrypts WinAuth1 to the first block")
    func vector() throws {
        #expect(try Hex.encode(key().withBytes { Array($0.suffix(16)) }) == "9719476a8552bc5907ff2ac3bbfbf1d9")
        // The second block is the padding alone.
        let ciphertext = try #require(Hex.decode("4925bf813e15136f651e8fcf7f8247f0"))
        #expect(try BlowfishECB.open(ciphertext, key: key()).withBytes { Array($0) } == Array("WinAuth1".utf8))
    }

    @Test("Wrong padding and broken blocks are refused", arguments: ["", "00", "4925bf813e15136f"])
    func wrong(hex: String) throws {
        let key = try key(), ciphertext = try #require(Hex.decode(hex))
        #expect(throws: CryptoError.authenticationFailed) { try BlowfishECB.open(ciphertext, key: key).count }
    }
}
