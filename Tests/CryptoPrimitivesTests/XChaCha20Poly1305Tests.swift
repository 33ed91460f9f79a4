import CryptoPrimitives
import FixtureSupport
import Testing

struct XChaCha20Poly1305Tests {
    /// draft-irtf-cfrg-xchacha-03, appendix A.3.1.
    private static let key = [UInt8](0x80...0x9F), nonce = [UInt8](0x40...0x57)
    private static let associatedData = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
    private static let plaintext = Array(
        """
        Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be \
        it.
        """.utf8)
    private static let sealed = [UInt8](
        hex: """
            bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb
            731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452
            2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9
            21f9664c97637da9768812f615c68b13b52e
            c0875924c1c7987947deafd8780acf49
            """)

    private func open(
        _ sealed: [UInt8] = sealed, key: [UInt8] = key, nonce: [UInt8] = nonce,
        associatedData: [UInt8] = associatedData
    ) throws -> [UInt8] {
        try XChaCha20Poly1305.open(
            sealed, key: SecureBytes(copying: key), nonce: nonce, associatedData: associatedData
        ).withBytes { Array($0) }
    }

    @Test
    func followsTheVectorOfTheDraft() throws { #expect(try open() == Self.plaintext) }

    @Test
    func refusesEveryChangedBit() {
        func changes(_ bytes: [UInt8]) -> [[UInt8]] {
            (0..<(bytes.count * 8)).map { bit in
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                return changed
            }
        }
        for changed in changes(Self.sealed) {
            #expect(throws: CryptoError.authenticationFailed) { try open(changed) }
        }
        for changed in changes(Self.key) {
            #expect(throws: CryptoError.authenticationFailed) { try open(key: changed) }
        }
        for changed in changes(Self.nonce) {
            #expect(throws: CryptoError.authenticationFailed) { try open(nonce: changed) }
        }
        #expect(throws: CryptoError.authenticationFailed) { try open(associatedData: []) }
    }

    @Test
    func refusesEveryOtherLength() {
        for count in 0..<Self.sealed.count {
            #expect(throws: CryptoError.authenticationFailed) { try open(Array(Self.sealed.prefix(count))) }
        }
    }

    @Test(
        "A key must have 32 bytes, a nonce 24",
        arguments: [(0, 24), (31, 24), (33, 24), (32, 0), (32, 12), (32, 23), (32, 25)])
    func takesOneKindOfKeysAndNonces(keyCount: Int, nonceCount: Int) {
        #expect(
            throws: CryptoError.invalidParameter("a key of \(keyCount) and a nonce of \(nonceCount) bytes")
        ) {
            try open(
                key: [UInt8](repeating: 1, count: keyCount), nonce: [UInt8](repeating: 2, count: nonceCount))
        }
    }
}
