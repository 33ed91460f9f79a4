import CryptoPrimitives
import FixtureSupport
import SecureMemory
import Testing

@Suite("Keys as OpenSSL derives them from passphrases")
struct OpenSSLKeyTests {
    /// The first two come from `openssl enc -aes-256-cbc -md md5 -P`; it takes neither of the others.
    @Test(
        "Key and IV by MD5 are those of OpenSSL",
        arguments: [
            (
                passphrase: "correct horse", salt: "0001020304050607",
                key: "e0f73587e34c3d27e658b26999358ae4e1d03cd6305d935c07bcd4f3ca3d2587",
                iv: "327c5cdb618f5aef59184cec4bf628b8"
            ),
            (
                passphrase: "£7 – 灯台", salt: "ffffffffffffffff",
                key: "baf342243da7f67892ef9488b255817899876c24fc9e953b9e76ae8446d48f7a",
                iv: "eb7dc78e26d21a989cd4b9de8e5c960b"
            ),
            (
                passphrase: "", salt: "0000000000000000",
                key: "7dea362b3fac8e00956a4952a3d4f474ee0e898aa8e7deb53fe799cf88533135",
                iv: "01ec4d4c34ae7218691993110fb1dd48"
            ),
            (
                passphrase: String(repeating: "ab", count: 120), salt: "8899aabbccddeeff",
                key: "f66f8564fe30c56e2b8fb9e7fa45c6f9cbdd04e5a3bb3424a1759cdc68a2bf4f",
                iv: "ec373f79a94f69b59d46a1c906795fa2"
            ),
        ])
    func md5(passphrase: String, salt: String, key: String, iv: String) throws {
        let derived = try OpenSSLKey(md5: LockedBytes(copying: passphrase.utf8), salt: [UInt8](hex: salt))
        #expect(derived.key.withBytes { Array($0) } == [UInt8](hex: key))
        #expect(derived.iv == [UInt8](hex: iv))
    }

    /// `openssl enc -aes-256-cbc -md md5 -S 0001020304050607 -pass "pass:correct horse"`
    @Test func decryptsWhatOpenSSLEncrypts() throws {
        let derived = try OpenSSLKey(md5: LockedBytes(copying: "correct horse".utf8), salt: [UInt8](0..<8))
        let ciphertext = [UInt8](hex: "934152102aa9e7496052d49a15b5c484070e61a64cfd2c1e982cc14012991167")
        let plaintext = try AESCBC.open(ciphertext, key: derived.key, iv: derived.iv)
        #expect(plaintext.withBytes { Array($0) } == Array("JBSWY3DPEHPK3PXP".utf8))
    }

    @Test("A salt must have 8 bytes", arguments: [0, 7, 9, 16])
    func refusesOtherSalts(count: Int) {
        #expect(throws: CryptoError.self) {
            _ = try OpenSSLKey(md5: LockedBytes(copying: [1]), salt: [UInt8](repeating: 0, count: count)).iv
        }
    }
}
