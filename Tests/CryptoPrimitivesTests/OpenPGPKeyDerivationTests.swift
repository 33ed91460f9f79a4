import CryptoPrimitives
import FixtureSupport
import SecureMemory
import Testing

/// String-to-key of OpenPGP. The keys come from Python's `hashlib`; messages of GnuPG open with them.
struct OpenPGPKeyDerivationTests {
    struct Vector: Sendable {
        let digest: Digest
        var passphrase = "larch"
        var salt = [UInt8](1...8)
        let octets: Int
        let key: String
    }

    @Test(
        "Keys are those of OpenPGP, with and without salt and repetition",
        arguments: [
            Vector(
                digest: .sha256, octets: 65_536, key: "e01c03c4416495270cd6b132eb5c38abe043997f83c558aab93a55966f448865"
            ),
            // Two hashes.
            Vector(
                digest: .sha1, octets: 1024, key: "4ae8208ac6cc2063ecfcf80b564c6567be8abea523ef9a61e9eef2d295a7eca3"),
            // Without repetition, and without salt.
            Vector(digest: .sha384, octets: 0, key: "e5e741805bb7e72f907c9f6f718ba395fc0e3e4a0c491541"),
            Vector(digest: .sha512, salt: [], octets: 0, key: "e5b5dc3b2f7caa0d2603b0da34570837"),
            // The passphrase is longer than the number of bytes to hash: it is hashed as a whole.
            Vector(
                digest: .sha256, passphrase: String(repeating: "x", count: 2000), octets: 1024,
                key: "56712d67c897105cff414133ac359182a5687713a8c2ea79acdd937394ade395"),
            Vector(
                digest: .sha256, passphrase: "", salt: [], octets: 1024,
                key: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            // The parameters that Proton uses.
            Vector(
                digest: .sha256, octets: 65_011_712,
                key: "9b62ca5cae08cc3aa58d25b84255b1d1f4ac9dfb8ebab3d9153e49fede8ad505"),
        ])
    func hashesRepeatedly(vector: Vector) throws {
        let expected = [UInt8](hex: vector.key)
        let key = try KeyDerivation.openPGP(
            vector.digest, passphrase: LockedBytes(copying: vector.passphrase.utf8), salt: vector.salt,
            octets: vector.octets,
            count: expected.count)
        #expect(key.withBytes { Array($0) } == expected)
    }

    @Test(arguments: [(-1, 32), (65_011_713, 32), (1024, 0), (1024, 65)])
    func refusesImpossibleCounts(octets: Int, count: Int) {
        #expect(throws: CryptoError.invalidParameter("a hash of \(octets) bytes for a key of \(count) bytes")) {
            try KeyDerivation.openPGP(
                .sha256, passphrase: LockedBytes(copying: [1]), salt: [], octets: octets, count: count
            )
            .withBytes { $0.count }
        }
    }
}
