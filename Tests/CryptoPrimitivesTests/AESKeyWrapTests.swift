import CryptoPrimitives
import FixtureSupport
import Testing

struct AESKeyWrapTests {
    private static let kek = [UInt8](0..<32)
    private static let key = [UInt8](hex: "00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F")

    /// RFC 3394, section 4.
    @Test(
        arguments: [
            (16, 16, "1FA68B0A8112B447 AEF34BD8FB5A7B82 9D3E862371D2CFE5"),
            (24, 16, "96778B25AE6CA435 F92B5B97C050AED2 468AB8A17AD84E5D"),
            (32, 16, "64E8C3F9CE0F5BA2 63E9777905818A2A 93C8191E7D6E8AE7"),
            (24, 24, "031D33264E15D332 68F24EC260743EDC E1C6C7DDEE725A93 6BA814915C6762D2"),
            (32, 24, "A8F9BC1612C68B3F F6E6F4FBE30E71E4 769C8B80A32CB895 8CD5D17D6B254DA1"),
            (
                32, 32,
                "28C9F404C4B810F4 CBCCB35CFB87F826 3F5786E2D80ED326 CBC7F0E71A99F43B FB988B9B7A02DD21"
            ),
        ] as [(kekCount: Int, keyCount: Int, wrapped: String)])
    func unwrapsTheVectorsOfRFC3394(kekCount: Int, keyCount: Int, wrapped: String) throws {
        let unwrapped = try unwrap([UInt8](hex: wrapped), kek: Array(Self.kek.prefix(kekCount)))
        #expect(unwrapped == Array(Self.key.prefix(keyCount)))
    }

    /// RFC 5649, section 6.
    @Test(
        "A key of any length may be padded",
        arguments: [
            (
                "138BDEAA9B8FA7FC61F97742E72248EE5AE6AE5360D1AE6A5F54F373FA543B6A",
                "C37B7E6492584340BED12207808941155068F738"
            ),
            ("AFBEB0F07DFBF5419200F2CCB50BB24F", "466F7250617369"),
        ])
    func padded(wrapped: String, key: String) throws {
        let kek = [UInt8](hex: "5840DF6E29B02AF1AB493B705BF16EA1AE8338F4DCC176A8")
        #expect(try unwrap([UInt8](hex: wrapped), kek: kek) == [UInt8](hex: key))
        refuses([UInt8](hex: wrapped), kek: kek)
    }

    @Test func refusesEveryChangedBitAndEveryOtherLength() {
        refuses([UInt8](hex: "1FA68B0A8112B447 AEF34BD8FB5A7B82 9D3E862371D2CFE5"), kek: Array(Self.kek.prefix(16)))
    }

    private func refuses(_ wrapped: [UInt8], kek: [UInt8]) {
        for bit in 0..<(wrapped.count * 8) {
            var changed = wrapped
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.authenticationFailed) { try unwrap(changed, kek: kek) }
        }
        for count in 0..<wrapped.count {
            #expect(throws: CryptoError.authenticationFailed) { try unwrap(Array(wrapped.prefix(count)), kek: kek) }
        }
        #expect(throws: CryptoError.authenticationFailed) { try unwrap(wrapped + wrapped, kek: kek) }
        #expect(throws: CryptoError.authenticationFailed) { try unwrap(wrapped, kek: kek.reversed()) }
    }

    @Test("A wrapping key must have 16, 24 or 32 bytes", arguments: [0, 8, 15, 17, 33])
    func refusesOtherKeys(count: Int) {
        #expect(throws: CryptoError.invalidParameter("a key of \(count) bytes")) {
            try unwrap([UInt8](repeating: 0, count: 24), kek: [UInt8](repeating: 1, count: count))
        }
    }

    private func unwrap(_ wrapped: [UInt8], kek: [UInt8]) throws -> [UInt8] {
        try AESKeyWrap.unwrap(wrapped, key: SecureBytes(copying: kek)).withBytes { Array($0) }
    }
}
