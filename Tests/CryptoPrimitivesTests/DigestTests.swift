import CryptoPrimitives
import FixtureSupport
import Testing

struct DigestTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let digest: Digest
        let message: [UInt8]
        let hash: String

        init(_ digest: Digest, _ message: String, _ hash: String) {
            (self.digest, self.message, self.hash) = (digest, Array(message.utf8), hash)
        }

        var testDescription: String { "\(digest) of \(message.count) bytes" }
    }

    private static let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    private static let twoBlocksOf128 =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
    private static let million = String(repeating: "a", count: 1_000_000)

    /// FIPS 180-4's examples for SHA, RFC 1321's for MD5, and the empty message.
    @Test(arguments: [
        Vector(.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        Vector(.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        Vector(.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        Vector(.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        Vector(.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        Vector(.sha1, twoBlocks, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        Vector(.sha1, million, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        Vector(.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector(.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Vector(.sha256, twoBlocks, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Vector(.sha256, million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        Vector(
            .sha384, "abc",
            """
            cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed
            8086072ba1e7cc2358baeca134c825a7
            """),
        Vector(
            .sha512, "",
            """
            cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce
            47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
            """),
        Vector(
            .sha512, "abc",
            """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
            2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """),
        Vector(
            .sha512, twoBlocksOf128,
            """
            8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018
            501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909
            """),
        Vector(
            .sha512, million,
            """
            e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb
            de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
            """),
    ])
    func hashesThePublishedMessages(vector: Vector) throws {
        #expect(try vector.digest.hash(vector.message) == [UInt8](hex: vector.hash))
    }
}
