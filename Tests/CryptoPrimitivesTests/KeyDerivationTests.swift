import CryptoPrimitives
import FixtureSupport
import SecureMemory
import Testing

struct KeyDerivationTests {
    // MARK: - scrypt

    /// RFC 7914, section 12. The fourth vector there needs 1 GiB.
    @Test(arguments: [
        (
            passphrase: "", salt: "", cost: KeyDerivation.ScryptCost(n: 16, r: 1, p: 1),
            key: """
            77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
            fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
            """
        ),
        (
            passphrase: "password", salt: "NaCl", cost: .init(n: 1024, r: 8, p: 16),
            key: """
            fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
            2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
            """
        ),
        (
            passphrase: "pleaseletmein", salt: "SodiumChloride", cost: .init(n: 16_384, r: 8, p: 1),
            key: """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
            d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
            """
        ),
    ])
    func followsTheVectorsOfRFC7914(
        passphrase: String, salt: String, cost: KeyDerivation.ScryptCost, key: String
    ) throws {
        #expect(try scrypt(passphrase, salt, cost, 64) == [UInt8](hex: key))
    }

    /// An empty passphrase is one like any other; the value is that of Python's `hashlib.scrypt`.
    @Test
    func takesAnEmptyPassphrase() throws {
        let key = try scrypt("", "salt", .init(n: 16, r: 1, p: 1), 32)
        #expect(key == [UInt8](hex: "eec80a460eeaab62fe1630b19497e7ba6a1ff85f50807b9cfe52a9f192e5b60c"))
        #expect(try scrypt("\u{0}", "salt", .init(n: 16, r: 1, p: 2), 32) != key)
    }

    @Test(
        "Costs of scrypt that are impossible, or too large to count, are refused",
        arguments: [
            // Not a power of two, or none at all.
            (0, 8, 1), (1, 8, 1), (3, 8, 1), (1000, 8, 1), (16, 0, 1), (16, 8, 0),
            // More than 64 bits can count, or any machine has.
            (1 << 63, 1 << 63, 1), (1 << 40, 8, 1), (1 << 20, 1 << 40, 1), (16, 1, 1 << 40), (16, 1 << 57, 2),
            (2, 1, .max), (2, .max, 1), (.max, 1, 1),
        ] as [(n: UInt64, r: UInt64, p: UInt64)])
    func refusesImpossibleCosts(n: UInt64, r: UInt64, p: UInt64) {
        #expect(throws: CryptoError.self) { try scrypt("x", "salt", .init(n: n, r: r, p: p), 32) }
    }

    @Test(
        "The memory that scrypt needs is known, or nil if it cannot be counted",
        arguments: [
            (n: 16, r: 1, p: 1, bytes: 2048),
            (n: 131_072, r: 8, p: 1, bytes: 128 << 20),
            (n: 1 << 20, r: 8, p: 16, bytes: 1 << 30),
            (n: 1 << 57, r: 1, p: 1, bytes: nil),
            (n: 2, r: 1 << 57, p: 1, bytes: nil),
            (n: .max, r: .max, p: .max, bytes: nil),
        ] as [(n: UInt64, r: UInt64, p: UInt64, bytes: UInt64?)])
    func saysHowMuchMemoryScryptNeeds(n: UInt64, r: UInt64, p: UInt64, bytes: UInt64?) {
        #expect(KeyDerivation.ScryptCost(n: n, r: r, p: p).memory == bytes)
    }

    private func scrypt(
        _ passphrase: String, _ salt: String, _ cost: KeyDerivation.ScryptCost, _ count: Int
    ) throws -> [UInt8] {
        try KeyDerivation.scrypt(
            passphrase: LockedBytes(copying: passphrase.utf8), salt: Array(salt.utf8), cost: cost, count: count
        ).withBytes { Array($0) }
    }

    // MARK: - HKDF

    /// RFC 5869, appendix A, test cases 1 to 3, with SHA-256.
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 22), [UInt8](0x00...0x0C), [UInt8](0xF0...0xF9),
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            ),
            (
                [UInt8](0x00...0x4F), [UInt8](0x60...0xAF), [UInt8](0xB0...0xFF),
                """
                b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
                59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
                cc30c58179ec3e87c14c01d5c1f3434f1d87
                """
            ),
            (
                [UInt8](repeating: 0x0B, count: 22), [], [],
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            ),
        ] as [(key: [UInt8], salt: [UInt8], info: [UInt8], output: String)])
    func followsTheVectorsOfRFC5869(key: [UInt8], salt: [UInt8], info: [UInt8], output: String) throws {
        let expected = [UInt8](hex: output)
        #expect(try hkdf(key, salt, info, expected.count) == expected)
    }

    /// RFC 5869, section 2.3: at most 255 hashes long.
    @Test
    func refusesToGiveMoreThanHKDFHas() throws {
        #expect(try hkdf([1], [], [], 255 * 32).count == 255 * 32)
        #expect(throws: CryptoError.operationFailed("HKDF")) { try hkdf([1], [], [], 255 * 32 + 1) }
    }

    private func hkdf(_ key: [UInt8], _ salt: [UInt8], _ info: [UInt8], _ count: Int) throws -> [UInt8] {
        try KeyDerivation.hkdfSHA256(key: SecureBytes(copying: key), salt: salt, info: info, count: count)
            .withBytes { Array($0) }
    }
}
