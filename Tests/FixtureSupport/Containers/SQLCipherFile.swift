import COpenSSL
import CryptoPrimitives
import SecureMemory

/// A database as SQLCipher 3 encrypts it, written from the format's description.
package enum SQLCipherFile {
    package struct Failed: Error {}

    private static let pageCount = 1024
    private static let reservedCount = 48

    package static func make(_ statements: String, passphrase: String) throws -> [UInt8] {
        let plain = try SQLiteFile.make(statements, pageSize: pageCount, reservedCount: Int32(reservedCount))
        var generator = SeededGenerator(seed: 64)
        let salt = generator.bytes(16)
        let key = try bytes(Array(passphrase.utf8), salt, iterations: 64_000)
        let macKey = try bytes(key, salt.map { $0 ^ 0x3A }, iterations: 2)
        var file = salt
        for start in stride(from: 0, to: plain.count, by: pageCount) {
            let iv = generator.bytes(16), page = start / pageCount + 1
            let body = plain[(page == 1 ? 16 : start)..<(start + pageCount - reservedCount)]
            let text = try encrypted(Array(body), key, iv)
            let number = (0..<4).map { UInt8(truncatingIfNeeded: page >> (8 * $0)) }
            file += try text + iv + Digest.sha1.hmac(key: macKey, text + iv + number) + generator.bytes(12)
        }
        return file
    }

    private static func bytes(_ passphrase: [UInt8], _ salt: [UInt8], iterations: Int) throws -> [UInt8] {
        try KeyDerivation.pbkdf2(
            .sha1, passphrase: LockedBytes(copying: passphrase), salt: salt, iterations: iterations, count: 32
        ).withBytes { Array($0) }
    }

    private static func encrypted(_ bytes: [UInt8], _ key: [UInt8], _ iv: [UInt8]) throws -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { throw Failed() }
        defer { EVP_CIPHER_CTX_free(context) }
        var out = [UInt8](repeating: 0, count: bytes.count + 16)
        var written: Int32 = 0
        guard EVP_EncryptInit_ex2(context, EVP_aes_256_cbc(), key, iv, nil) == 1,
            EVP_EncryptUpdate(context, &out, &written, bytes, Int32(bytes.count)) == 1, Int(written) == bytes.count
        else { throw Failed() }
        return Array(out.prefix(bytes.count))
    }
}
