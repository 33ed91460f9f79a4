import CryptoPrimitives
import FixtureSupport
import Testing

struct AESGCMTests {
    struct Vector: Sendable {
        let key, nonce, associatedData, plaintext, sealed: [UInt8]

        init(key: String, nonce: String, associatedData: String = "", plaintext: String, sealed: String) {
            self.key = [UInt8](hex: key)
            self.nonce = [UInt8](hex: nonce)
            self.associatedData = [UInt8](hex: associatedData)
            self.plaintext = [UInt8](hex: plaintext)
            self.sealed = [UInt8](hex: sealed)
        }
    }

    private static let key = "feffe9928665731c6d6a8f9467308308 feffe9928665731c6d6a8f9467308308"
    private static let plaintext = """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
        """
    private static let ciphertext = """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
        8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
        """

    /// McGrew and Viega, “The Galois/Counter Mode of Operation”, appendix B, test cases 13 to 16.
    private static let vectors = [
        Vector(
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12), plaintext: "",
            sealed: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
            plaintext: String(repeating: "00", count: 16),
            sealed: "cea7403d4d606b6e074ec5d3baf39d18 d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            key: key, nonce: "cafebabefacedbaddecaf888", plaintext: plaintext + "1aafd255",
            sealed: ciphertext + "898015ad b094dac5d93471bdec1a502270e3cc6c"),
        Vector(
            key: key, nonce: "cafebabefacedbaddecaf888", associatedData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            plaintext: plaintext, sealed: ciphertext + "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    @Test(arguments: vectors)
    func followsTheVectorsOfTheSpecification(vector: Vector) throws {
        let sealed = try seal(
            vector.plaintext, key: vector.key, nonce: vector.nonce, associatedData: vector.associatedData)
        #expect(sealed == vector.sealed)
        let opened = try open(
            vector.sealed, key: vector.key, nonce: vector.nonce, associatedData: vector.associatedData)
        #expect(opened == vector.plaintext)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1000, 100_000])
    func opensWhatItSealed(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let (key, nonce, associatedData) = (random.bytes(32), random.bytes(12), random.bytes(count % 40))
        let plaintext = random.bytes(count)
        let sealed = try seal(plaintext, key: key, nonce: nonce, associatedData: associatedData)
        #expect(sealed.count == count + AESGCM.tagCount)
        #expect(try open(sealed, key: key, nonce: nonce, associatedData: associatedData) == plaintext)
    }

    /// Every single bit of ciphertext, tag, key, nonce and associated data counts.
    @Test
    func refusesEveryChangedBit() throws {
        let key = [UInt8](hex: Self.key), nonce = [UInt8](hex: "cafebabefacedbaddecaf888")
        let associatedData = Array("header".utf8)
        let sealed = try seal(Array("plaintext".utf8), key: key, nonce: nonce, associatedData: associatedData)
        for changed in oneBitChanged(sealed) {
            expectRefusal { try open(changed, key: key, nonce: nonce, associatedData: associatedData) }
        }
        for changed in oneBitChanged(key) {
            expectRefusal { try open(sealed, key: changed, nonce: nonce, associatedData: associatedData) }
        }
        for changed in oneBitChanged(nonce) {
            expectRefusal { try open(sealed, key: key, nonce: changed, associatedData: associatedData) }
        }
        for changed in oneBitChanged(associatedData) {
            expectRefusal { try open(sealed, key: key, nonce: nonce, associatedData: changed) }
        }
    }

    /// A nonce of 16 bytes, from which GHASH makes the first counter, and truncated tags. The values come from Python's
    /// `cryptography`.
    @Test("Short tags and long nonces open, and every changed bit is refused", arguments: [16, 15, 12, 8])
    func opensShortTagsAndLongNonces(tagCount: Int) throws {
        let key = [UInt8](0..<32), nonce = [UInt8](0x10..<0x20), associatedData = Array("header".utf8)
        let sealed = [UInt8](hex: "f93342148214558f0972ea0c97e94772 b0b97aa48e0621c920bfaf3623fbc953")
        func open(_ sealed: some Sequence<UInt8>, _ nonce: [UInt8] = nonce) throws -> [UInt8] {
            try AESGCM.open(
                Array(sealed), key: SecureBytes(copying: key), nonce: nonce, associatedData: associatedData,
                tagCount: tagCount
            ).withBytes { Array($0) }
        }
        let cut = sealed.prefix(16 + tagCount)
        #expect(try open(cut) == Array("sixteen byte IVs".utf8))
        expectRefusal { try open(cut.dropLast()) }
        expectRefusal { try open(cut, Array(nonce.reversed())) }
        for changed in oneBitChanged(Array(cut)) { expectRefusal { try open(changed) } }
    }

    @Test(arguments: [-1, 0, 4, 7, 17])
    func refusesOtherSizesOfTags(tagCount: Int) {
        #expect(throws: CryptoError.invalidParameter("a tag of \(tagCount) bytes")) {
            try AESGCM.open(
                [UInt8](repeating: 0, count: 40), key: SecureBytes(copying: [UInt8](repeating: 1, count: 32)),
                nonce: [UInt8](repeating: 2, count: 12), associatedData: [], tagCount: tagCount
            ).withBytes { $0.count }
        }
    }

    @Test
    func refusesEveryOtherLength() throws {
        let key = [UInt8](repeating: 1, count: 32), nonce = [UInt8](repeating: 2, count: 12)
        let sealed = try seal(Array("plaintext".utf8), key: key, nonce: nonce, associatedData: [])
        for count in 0..<sealed.count {
            expectRefusal { try open(Array(sealed.prefix(count)), key: key, nonce: nonce, associatedData: []) }
        }
        expectRefusal { try open(sealed + [0], key: key, nonce: nonce, associatedData: []) }
        expectRefusal { try open(sealed, key: key, nonce: nonce, associatedData: [0]) }
    }

    @Test(
        "A key must have 32 bytes, a nonce 12",
        arguments: [(0, 12), (16, 12), (31, 12), (33, 12), (32, 0), (32, 11), (32, 13), (32, 15)])
    func takesOneKindOfKeysAndNonces(keyCount: Int, nonceCount: Int) {
        let key = [UInt8](repeating: 1, count: keyCount), nonce = [UInt8](repeating: 2, count: nonceCount)
        let expected = CryptoError.invalidParameter("a key of \(keyCount) and a nonce of \(nonceCount) bytes")
        #expect(throws: expected) { try seal([1], key: key, nonce: nonce, associatedData: []) }
        #expect(throws: expected) {
            try open([UInt8](repeating: 0, count: 20), key: key, nonce: nonce, associatedData: [])
        }
    }

    private func expectRefusal(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> [UInt8]
    ) {
        #expect(throws: CryptoError.authenticationFailed, sourceLocation: sourceLocation) { try body() }
    }

    private func oneBitChanged(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<(bytes.count * 8)).map { bit in
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            return changed
        }
    }

    private func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8]
    ) throws -> [UInt8] {
        try AESGCM.seal(
            SecureBytes(copying: plaintext), key: SecureBytes(copying: key), nonce: nonce,
            associatedData: associatedData)
    }

    private func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8]) throws -> [UInt8] {
        try AESGCM.open(sealed, key: SecureBytes(copying: key), nonce: nonce, associatedData: associatedData)
            .withBytes { Array($0) }
    }
}
