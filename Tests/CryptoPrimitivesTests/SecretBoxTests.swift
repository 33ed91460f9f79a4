import CryptoPrimitives
import FixtureSupport
import Testing

struct SecretBoxTests {
    /// NaCl, tests/secretbox.c and Bernstein, “Cryptography in NaCl”, section 10.
    private static let key = [UInt8](hex: "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389")
    private static let nonce = [UInt8](hex: "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
    private static let plaintext = [UInt8](
        hex: """
            be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffc
            e5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce314adb31
            0e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde
            048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f93776384864
            5e0705
            """)
    private static let box = [UInt8](
        hex: """
            f3ffc7703f9400e52a7dfb4b3d3305d9
            8e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a
            c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738
            b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da
            99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74
            e355a5
            """)

    private func open(_ box: [UInt8] = box, key: [UInt8] = key, nonce: [UInt8] = nonce) throws -> [UInt8] {
        try SecretBox.open(box, key: SecureBytes(copying: key), nonce: nonce).withBytes { Array($0) }
    }

    @Test
    func followsTheVectorOfNaCl() throws { #expect(try open() == Self.plaintext) }

    @Test
    func refusesEveryChangedBit() {
        for (bytes, open) in [
            (Self.box, { try open($0) }), (Self.key, { try open(key: $0) }), (Self.nonce, { try open(nonce: $0) }),
        ] as [([UInt8], ([UInt8]) throws -> [UInt8])] {
            for bit in 0..<(bytes.count * 8) {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                #expect(throws: CryptoError.authenticationFailed) { try open(changed) }
            }
        }
    }

    @Test
    func refusesEveryOtherLength() {
        for count in 0..<Self.box.count {
            #expect(throws: CryptoError.authenticationFailed) { try open(Array(Self.box.prefix(count))) }
        }
    }

    @Test(
        "A key must have 32 bytes, a nonce 24", arguments: [(0, 24), (31, 24), (33, 24), (32, 0), (32, 23), (32, 25)])
    func takesOneKindOfKeysAndNonces(keyCount: Int, nonceCount: Int) {
        #expect(
            throws: CryptoError.invalidParameter("a key of \(keyCount) and a nonce of \(nonceCount) bytes")
        ) {
            try open(
                key: [UInt8](repeating: 1, count: keyCount), nonce: [UInt8](repeating: 2, count: nonceCount))
        }
    }
}
