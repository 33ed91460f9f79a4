import CryptoPrimitives
import FixtureSupport
import Testing

@Suite("AEGIS-256")
struct AEGIS256Tests {
    private static let key = [UInt8](hex: "10010000000000000000000000000000" + String(repeating: "0", count: 32))
    private static let nonce = [UInt8](hex: "10000200000000000000000000000000" + String(repeating: "0", count: 32))

    private func open(
        _ sealed: [UInt8], key: [UInt8] = key, nonce: [UInt8] = nonce
    ) throws -> [UInt8] {
        try AEGIS256.open(sealed, key: SecureBytes(copying: key), nonce: nonce).withBytes { Array($0) }
    }

    /// draft-irtf-cfrg-aegis-aead, appendix A.3, the vectors without associated data; the others are libsodium's.
    private static let vectors: [(text: String, sealed: String)] = [
        ("", "6a348c930adbd654896e1666aad67de989ea75ebaa2b82fb588977b1ffec864a"),
        (
            "00000000000000000000000000000000",
            "754fc3d8c973246dcc6d741412a4b236"
                + "1181a1d18091082bf0266f66297d167d2e68b845f61a3b0527d31fc7b7b89f13"
        ),
        (
            "000102030405060708090a0b0c0d",
            "754ec1dbcd76226ac4647e1f1ea9c0f14ae571f34024322bf6d055bcbfcd1accf5a1cfdd06affb1d74e6a75155d0"
        ),
        (
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "754ec1dbcd76226ac4647e1f1ea9bc39e363178ec85b3719eafe272594484d70"
                + "2e725c31e4bfd58801a33ee9700d9cc81a70ee081c3aef229b9f2bf569353624"
        ),
    ]

    @Test("Messages of no block, of whole blocks and of a part of one open", arguments: vectors)
    func opens(text: String, sealed: String) throws {
        #expect(try open([UInt8](hex: sealed)) == [UInt8](hex: text))
    }

    @Test("Every changed bit is noticed")
    func changed() {
        let sealed = [UInt8](hex: Self.vectors[2].sealed)
        for (bytes, open) in [
            (sealed, { try open($0) }), (Self.key, { try open(sealed, key: $0) }),
            (Self.nonce, { try open(sealed, nonce: $0) }),
        ] as [([UInt8], ([UInt8]) throws -> [UInt8])] {
            for bit in 0..<(bytes.count * 8) {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                #expect(throws: CryptoError.authenticationFailed) { try open(changed) }
            }
        }
    }

    @Test("Every missing end is noticed")
    func cut() {
        let sealed = [UInt8](hex: Self.vectors[3].sealed)
        for count in 0..<sealed.count {
            #expect(throws: CryptoError.authenticationFailed) { try open(Array(sealed.prefix(count))) }
        }
    }

    @Test("Keys and nonces have 32 bytes", arguments: [(0, 32), (31, 32), (33, 32), (32, 0), (32, 31), (32, 33)])
    func sizes(keyCount: Int, nonceCount: Int) {
        #expect(
            throws: CryptoError.invalidParameter("a key of \(keyCount) and a nonce of \(nonceCount) bytes")
        ) {
            try open(
                [UInt8](repeating: 0, count: 32), key: [UInt8](repeating: 1, count: keyCount),
                nonce: [UInt8](repeating: 2, count: nonceCount))
        }
    }
}
