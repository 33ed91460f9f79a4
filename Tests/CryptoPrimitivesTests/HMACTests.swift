import CryptoPrimitives
import FixtureSupport
import Testing

struct HMACTests {
    struct Vector: Sendable {
        let digest: Digest
        let key: [UInt8]
        let message: [UInt8]
        let code: String

        init(_ digest: Digest, _ key: [UInt8], _ message: String, _ code: String) {
            self.init(digest, key, Array(message.utf8), code)
        }

        init(_ digest: Digest, _ key: [UInt8], _ message: [UInt8], _ code: String) {
            (self.digest, self.key, self.message, self.code) = (digest, key, message, code)
        }
    }

    private static let jefe = Array("Jefe".utf8)
    private static let counted = [UInt8](1...25)
    private static let question = "what do ya want for nothing?"
    private static let longKey = "Test Using Larger Than Block-Size Key - Hash Key First"
    private static let longMessage =
        "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed "
        + "before being used by the HMAC algorithm."

    private static func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    @Test(arguments: [
        Vector(.md5, repeated(0x0B, 16), "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"),
        Vector(.md5, jefe, question, "750c783e6ab0b503eaa86e310a5db738"),
        Vector(.md5, repeated(0xAA, 16), repeated(0xDD, 50), "56be34521d144c88dbb8c733f0e8b3f6"),
        Vector(.md5, repeated(0xAA, 80), longKey, "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"),
        Vector(.sha1, repeated(0x0B, 20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
        Vector(.sha1, jefe, question, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        Vector(.sha1, repeated(0xAA, 20), repeated(0xDD, 50), "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
        Vector(.sha1, counted, repeated(0xCD, 50), "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
        Vector(.sha1, repeated(0xAA, 80), longKey, "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
    ])
    func followsTheVectorsOfRFC2202(vector: Vector) throws { try check(vector) }

    @Test(arguments: [
        Vector(
            .sha256, repeated(0x0B, 20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Vector(.sha256, jefe, question, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Vector(
            .sha256, repeated(0xAA, 20), repeated(0xDD, 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Vector(
            .sha256, counted, repeated(0xCD, 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        Vector(
            .sha256, repeated(0xAA, 131), longKey, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        Vector(
            .sha256, repeated(0xAA, 131), longMessage,
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
        Vector(
            .sha512, repeated(0x0B, 20), "Hi There",
            """
            87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde
            daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
            """),
        Vector(
            .sha512, jefe, question,
            """
            164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554
            9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
            """),
        Vector(
            .sha512, repeated(0xAA, 20), repeated(0xDD, 50),
            """
            fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39
            bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb
            """),
        Vector(
            .sha512, counted, repeated(0xCD, 50),
            """
            b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db
            a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd
            """),
        Vector(
            .sha512, repeated(0xAA, 131), longKey,
            """
            80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352
            6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
            """),
        Vector(
            .sha512, repeated(0xAA, 131), longMessage,
            """
            e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944
            b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58
            """),
    ])
    func followsTheVectorsOfRFC4231(vector: Vector) throws { try check(vector) }

    /// An empty key is a key, not “the one of the last call”. The values come from Python's `hmac`.
    @Test(
        "An empty key has its own result, also after another key",
        arguments: [
            Vector(.md5, [], "", "74e6f7298a9c2d168935f58c001bad88"),
            Vector(.sha1, [], "", "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"),
            Vector(.sha256, [], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ])
    func takesAnEmptyKey(vector: Vector) throws {
        _ = try vector.digest.hmac(key: Self.jefe, Array(Self.question.utf8))
        try check(vector)
    }

    private func check(_ vector: Vector, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let code = try vector.digest.hmac(key: vector.key, vector.message)
        #expect(code == [UInt8](hex: vector.code), sourceLocation: sourceLocation)
    }
}
