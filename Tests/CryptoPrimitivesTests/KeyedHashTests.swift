import CryptoPrimitives
import Encodings
import Testing

@Suite("Keyed hashes")
struct KeyedHashTests {
    /// Made with Python: `hashlib.blake2b(message, digest_size=16, key=bytes(range(32)))`.
    @Test(
        "BLAKE2b with a key gives the published hashes",
        arguments: [
            ([], "3daf97bce7888fd59773c66bf647459c"), (Array("abc".utf8), "1a64be47e4729d951c302ee543f97cf3"),
            ((0..<1280).map { UInt8($0 & 255) }, "09cc62ca5a77b2e91bf8544894497695"),
        ] as [([UInt8], String)])
    func knownAnswers(message: [UInt8], hash: String) throws {
        let keyed = try KeyedHash(key: Array(0..<32))
        #expect(keyed.of(message).map { Hex.encode($0) } == hash)
    }

    @Test("Another key gives another hash")
    func otherKey() throws {
        let hashes = try [0, 1].map { try KeyedHash(key: [UInt8](repeating: $0, count: 32)).of(Array("abc".utf8)) }
        #expect(hashes[0] != hashes[1])
    }

    @Test("A key of another length is refused", arguments: [0, 16, 31, 33, 64])
    func keyLength(count: Int) {
        #expect(throws: CryptoError.self) { try KeyedHash(key: [UInt8](repeating: 1, count: count)) }
    }
}
