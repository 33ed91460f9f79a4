import CryptoPrimitives
import FixtureSupport
import SecureMemory
import Testing

struct Argon2Tests {
    /// The reference implementation, src/test.c: version 1.3, the passphrase `password` and the salt `somesalt`.
    @Test(
        arguments: [
            (.i, 256, 1, "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f"),
            (.i, 256, 2, "4ff5ce2769a1d7f4c8a491df09d41a9fbe90e5eb02155a13e4c01e20cd4eab61"),
            (.i, 65536, 1, "c1628832147d9720c5bd1cfd61367078729f6dfb6f8fea9ff98158e0d7816ed0"),
            (.id, 256, 1, "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
            (.id, 256, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
            (.id, 65536, 1, "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"),
        ] as [(variant: KeyDerivation.Argon2Variant, memory: UInt32, lanes: UInt32, key: String)])
    func followsTheVectorsOfTheReference(
        variant: KeyDerivation.Argon2Variant, memory: UInt32, lanes: UInt32, key: String
    ) throws {
        let derived = try KeyDerivation.argon2(
            variant, passphrase: LockedBytes(copying: "password".utf8), salt: Array("somesalt".utf8),
            cost: KeyDerivation.Argon2Cost(passes: 2, memory: memory, lanes: lanes), count: 32
        ).withBytes { Array($0) }
        #expect(derived == [UInt8](hex: key))
    }

    @Test(
        "Costs without passes or lanes, or with too little memory per lane, are refused",
        arguments: [
            (passes: 0, memory: 256, lanes: 1),
            (passes: 1, memory: 7, lanes: 1),
            (passes: 1, memory: 8, lanes: 2),
            (passes: 1, memory: 256, lanes: 0),
        ] as [(passes: UInt32, memory: UInt32, lanes: UInt32)])
    func refusesImpossibleCosts(passes: UInt32, memory: UInt32, lanes: UInt32) {
        #expect(throws: CryptoError.self) {
            _ = try KeyDerivation.argon2(
                .id, passphrase: LockedBytes(copying: [1]), salt: Array("somesalt".utf8),
                cost: KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: lanes), count: 32
            ).count
        }
    }
}
