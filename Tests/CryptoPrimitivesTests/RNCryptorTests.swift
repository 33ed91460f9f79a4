import CryptoPrimitives
import FixtureSupport
import SecureMemory
import Testing

@Suite("RNCryptor 3")
struct RNCryptorTests {
    struct Vector: Sendable {
        let password: String
        let plaintext, message: [UInt8]

        init(_ password: String, _ plaintext: String, _ message: String) {
            self.password = password
            self.plaintext = [UInt8](hex: plaintext)
            self.message = [UInt8](hex: message)
        }
    }

    /// RNCryptor-Spec, vectors/v3/password.
    private static let vectors = [
        Vector(
            "a", "",
            """
            03010000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 0000b303 9be31cd7 ece5e754 f5c8da17
            00366631 3ae8a89d dcf8e3cb 41fdc130 b2329dbe 07d6f4d3 2c34e050 c8bd7e93 3b12
            """),
        Vector(
            "thepassword", "01",
            """
            03010001 02030405 06070102 03040506 07080203 04050607 08090a0b 0c0d0e0f 0001a1f8 730e0bf4 80eb7b70 f690abf2
            1e029514 164ad3c4 74a51b30 c7eaa1ca 545b7de3 de5b010a cbad0a9a 13857df6 96a8
            """),
        Vector(
            "thepassword", "0123456789abcdef",
            """
            03010102 03040506 07000203 04050607 08010304 05060708 090a0b0c 0d0e0f00 01020e43 7fe80930 9c03fd53 a475131e
            9a1978b8 eaef576f 60adb8ce 2320849b a32d7429 00438ba8 97d22210 c76c35c8 49df
            """),
        Vector(
            "thepassword", "0123456789abcdef01234567",
            """
            03010203 04050607 00010304 05060708 01020405 06070809 0a0b0c0d 0e0f0001 0203e01b bda5df2c a8adace3 8f6c588d
            291e03f9 51b78d34 17bc2816 581dc6b7 67f1a2e5 7597512b 18e1638f 21235fa5 928c
            """),
        Vector(
            "中文密码", "23456789abcdef0123456701",
            """
            03010304 05060700 01020405 06070801 02030506 0708090a 0b0c0d0e 0f000102 03048a9e 08bdec1c 4bfe13e8 1fb85f00
            9ab3ddb9 1387e809 c4ad86d9 e8a60145 57716657 bd317d4b b6a76446 15b3de40 2341
            """),
    ]

    @Test("The published messages open", arguments: vectors)
    func vector(_ vector: Vector) throws {
        let plaintext = try RNCryptor.open(vector.message, password: LockedBytes(copying: vector.password.utf8))
        #expect(plaintext.withBytes { Array($0) } == vector.plaintext)
    }

    @Test("A wrong password and every changed byte are found")
    func authentication() {
        let message = Self.vectors[1].message
        #expect(throws: CryptoError.authenticationFailed) {
            _ = try RNCryptor.open(message, password: LockedBytes(copying: "thepassworD".utf8))
        }
        for index in RNCryptor.header.count..<message.count {
            var changed = message
            changed[index] ^= 0x10
            #expect(throws: CryptoError.authenticationFailed) {
                _ = try RNCryptor.open(changed, password: LockedBytes(copying: "thepassword".utf8))
            }
        }
    }

    @Test("Other versions, keys instead of passwords, and what is too short are refused")
    func others() {
        let message = Self.vectors[1].message
        let others: [[UInt8]] = [
            [2, 1] + message.dropFirst(2), [3, 0] + message.dropFirst(2), Array(message.dropLast()), [], [3, 1],
        ]
        for changed in others {
            #expect {
                _ = try RNCryptor.open(changed, password: LockedBytes(copying: []))
            } throws: {
                if case .invalidParameter = $0 as? CryptoError { true } else { false }
            }
        }
    }
}
