import CryptoPrimitives
import FixtureSupport
import Foundation
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("Encrypted Stratum backups")
struct StratumEncryptionTests {
    private static let passphrase = "larch and maple"
    private static let lines = [
        "totp Acorn|alice@example.com JBSWY3DPEHPK3PXP SHA1 6 30", "hotp Birch| GEZDGNBVGY3TQOJQ SHA256 8 5",
    ]
    private static let content = """
        {"Authenticators":[{"Type":2,"Issuer":"Acorn","Username":"alice@example.com","Secret":"JBSWY3DPEHPK3PXP"},
        {"Type":1,"Issuer":"Birch","Secret":"GEZDGNBVGY3TQOJQ","Algorithm":1,"Digits":8,"Counter":5}]}
        """

    enum Form: CaseIterable {
        case strong, legacy

        var headerCount: Int { self == .strong ? 44 : 52 }
    }

    /// The old form with the same accounts, made from the description of the format by another program: this one cannot
    /// write it.
    private static let legacy = """
        QXV0aGVudGljYXRvclBybwABAgMEBQYHCAkKCwwNDg8QERITZGVmZ2hpamtsbW5vcHFyczD8qJC3Bx1pVXFKYOdomjY7yuYBAY35
        UOVh8bwAYGHagrS6S0l2//7PadJqm8FbiqP/tON0QTOzX1znRUO2meOAj09CBaEJRzwjQ78M6dmGR70fWqAcqyIFgCs9/fQ6uJMj
        jLWMOHvrE3X4z+0luXHJt3EudeKQNcIUeA/ElqSLcblnULpgQKq7UWZcH49ZAvUkGZDVqkjbBvaefp2xi4sRnHqjo+CdtZhsaJDf
        q+8ZJOpu8WPT0Ee38e1Cu4A4rRi5dPPHUFdSGJgFG0v+7u0Tx5x8D6ui2nkVojPA6lOKzUpZu2kUNhBL8lHj69NUWvlgoFx4fWib
        bShxC8zVBTJrUNruyxny0B0/1OFhLnh9Zk2CZD2uaw45a2TFT1b9Hg==
        """

    private static func sealed(_ form: Form) throws -> [UInt8] {
        switch form {
        case .strong: try strong(content)
        case .legacy: [UInt8](try #require(Data(base64Encoded: legacy, options: .ignoreUnknownCharacters)))
        }
    }

    private static func strong(_ text: String) throws -> [UInt8] {
        var generator = SeededGenerator(seed: 25)
        let salt = generator.bytes(16), nonce = generator.bytes(12)
        let key = try KeyDerivation.argon2(
            .id, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt,
            cost: KeyDerivation.Argon2Cost(passes: 3, memory: 65_536, lanes: 4), count: 32)
        let sealed = try AESGCM.seal(SecureBytes(copying: text.utf8), key: key, nonce: nonce, associatedData: [])
        return Array("AUTHENTICATORPRO".utf8) + salt + nonce + sealed
    }

    private func failure(
        _ bytes: [UInt8], passphrase: String?, limits: ImportLimits = ImportLimits()
    ) -> SourceError? {
        #expect(throws: SourceError.self) { try read(bytes, passphrase: passphrase, limits: limits) }
    }

    @Test("Both forms are known by their signature and open with their passphrase", arguments: Form.allCases)
    func opens(form: Form) throws {
        let bytes = try Self.sealed(form)
        #expect(formatID(of: bytes) == "stratum")
        #expect(try read(bytes, passphrase: Self.passphrase).items.map(\.fieldsLine) == Self.lines)
    }

    @Test("A missing, empty or wrong passphrase is reported", arguments: Form.allCases)
    func passphrases(form: Form) throws {
        let bytes = try Self.sealed(form)
        #expect(failure(bytes, passphrase: nil)?.code == .passphraseRequired)
        for wrong in ["", "Larch and maple"] { #expect(failure(bytes, passphrase: wrong)?.code == .wrongPassphrase) }
    }

    @Test("Bytes changed here and there give an error, and never another account", arguments: Form.allCases)
    func damage(form: Form) throws {
        let bytes = try Self.sealed(form)
        // Every byte of the mark, and of the rest as many as the key derivation leaves time for.
        let places = Array(0..<16) + Array(stride(from: 16, to: bytes.count, by: form == .strong ? 97 : 5))
        for index in places {
            for bit: UInt8 in form == .strong ? [0x01] : [0x01, 0x20] {
                var damaged = bytes
                damaged[index] ^= bit
                // Without its mark it is any binary.
                let request = ImportRequest(content: SourceContent(damaged), passphrase: Passphrase(Self.passphrase))
                let failure = #expect(throws: SourceError.self, "byte \(index)") { try StratumFormat().read(request) }
                #expect(failure?.code == (index < 16 ? .corrupt : .wrongPassphrase), "byte \(index)")
            }
        }
    }

    @Test("Cut off, a file is damaged, or no passphrase opens it", arguments: Form.allCases)
    func cutOff(form: Form) throws {
        let bytes = try Self.sealed(form)
        for count in [16, 17, form.headerCount, form.headerCount + 15] {
            #expect(formatID(of: bytes.prefix(count)) == "stratum")
            #expect(failure(Array(bytes.prefix(count)), passphrase: Self.passphrase)?.code == .corrupt)
        }
        for count in [form.headerCount + 16, bytes.count - 16, bytes.count - 1] {
            #expect(failure(Array(bytes.prefix(count)), passphrase: Self.passphrase)?.code == .wrongPassphrase)
        }
    }

    @Test("Decrypted data that is not a backup is damaged")
    func content() throws {
        #expect(failure(try Self.strong(#"{"Items":[]}"#), passphrase: Self.passphrase)?.code == .corrupt)
    }

    @Test("A key derivation beyond its memory limit is not run")
    func memory() throws {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 32 << 20
        let failure = failure(try Self.sealed(.strong), passphrase: Self.passphrase, limits: limits)
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.message.contains("--kdf-memory") == true)
    }
}
