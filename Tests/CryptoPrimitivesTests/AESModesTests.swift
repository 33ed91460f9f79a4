import CryptoPrimitives
import FixtureSupport
import Testing

/// AES in CBC and CFB mode with keys of all sizes.
struct AESModesTests {
    private static let iv = [UInt8](0..<16)
    private static let plaintext = [UInt8](
        hex: """
            6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
            """)
    private static let keys = [
        "2b7e151628aed2a6abf7158809cf4f3c", "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
    ].map { [UInt8](hex: $0) }

    /// NIST SP 800-38A, appendix F.2.
    @Test(
        arguments: zip(
            keys,
            [
                """
                7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2
                73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7
                """,
                """
                4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a
                571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd
                """,
                """
                f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d
                39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b
                """,
            ]))
    func decryptsTheVectorsForCBC(key: [UInt8], ciphertext: String) throws {
        let opened = try AESCBC.open(
            [UInt8](hex: ciphertext), key: SecureBytes(copying: key), iv: Self.iv, isPadded: false)
        #expect(opened.withBytes { Array($0) } == Self.plaintext)
    }

    /// NIST SP 800-38A, appendix F.3, and the same without the end of the last block.
    @Test(
        "The vectors for CFB are decrypted, also if they end within a block",
        arguments: zip(
            keys,
            [
                """
                3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b
                26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6
                """,
                """
                cdc80d6fddf18cab34c25909c99a417467ce7f7f81173621961a2b70171d3d7a
                2e1e8a1dd59b88b1c8e60fed1efac4c9c05f9f9ca9834fa042ae8fba584b09ff
                """,
                """
                dc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407b
                df10132415e54b92a13ed0a8267ae2f975a385741ab9cef82031623d55b1e471
                """,
            ]))
    func decryptsTheVectorsForCFB(key: [UInt8], ciphertext: String) throws {
        let ciphertext = [UInt8](hex: ciphertext)
        for count in [0, 1, 15, 16, 17, 63, 64] {
            let opened = try AESCFB.open(
                Array(ciphertext.prefix(count)), key: SecureBytes(copying: key), iv: Self.iv)
            #expect(opened.withBytes { Array($0) } == Array(Self.plaintext.prefix(count)))
        }
    }

    @Test(
        "A key must have 16, 24 or 32 bytes, an IV 16",
        arguments: [(0, 16), (15, 16), (17, 16), (31, 16), (33, 16), (16, 0), (24, 12), (32, 17)])
    func refusesOtherKeysAndIVs(keyCount: Int, ivCount: Int) {
        let key = [UInt8](repeating: 1, count: keyCount), iv = [UInt8](repeating: 2, count: ivCount)
        let block = [UInt8](repeating: 0, count: 16)
        let expected = CryptoError.invalidParameter("a key of \(keyCount), an IV of \(ivCount) and 16 bytes")
        #expect(throws: expected) {
            try AESCBC.open(block, key: SecureBytes(copying: key), iv: iv).withBytes { $0.count }
        }
        #expect(throws: expected) {
            try AESCFB.open(block, key: SecureBytes(copying: key), iv: iv).withBytes { $0.count }
        }
    }
}
