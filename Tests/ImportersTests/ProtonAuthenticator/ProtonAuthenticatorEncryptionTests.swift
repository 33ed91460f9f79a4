import CryptoPrimitives
import Foundation
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("Proton Authenticator's export with a password")
struct ProtonAuthenticatorSealTests {
    private static let passphrase = "correct horse £7"
    private static let plain = #"""
        {"version":1,"entries":[{"content":{"uri":"otpauth://totp/Acorn:al?secret=JBSWY3DP","entry_type":"Totp"}}]}
        """#

    /// Sealed as the app does it; the costs are fixed.
    private static func sealed(
        _ text: String = plain, associatedData: String = "proton.authenticator.export.v1"
    ) throws -> JSONMembers {
        let salt = Array("0123456789abcdef".utf8), nonce = Array("012345678901".utf8)
        let key = try KeyDerivation.argon2(
            .id, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt,
            cost: KeyDerivation.Argon2Cost(passes: 2, memory: 19456, lanes: 1), count: 32)
        let message = try AESGCM.seal(
            SecureBytes(copying: text.utf8), key: key, nonce: nonce, associatedData: Array(associatedData.utf8))
        return [
            "version": "1", "salt": jsonText(Data(salt).base64EncodedString()),
            "content": jsonText(Data(nonce + message).base64EncodedString()),
        ]
    }

    @Test("The password gives the accounts")
    func opens() throws {
        let document = try read(jsonObject(Self.sealed()), passphrase: Self.passphrase)
        #expect(document.format == "proton-authenticator")
        #expect(document.items.map(\.label) == ["Acorn: al"])
    }

    @Test("A missing or wrong password is reported")
    func passphrases() throws {
        let bytes = try jsonObject(Self.sealed())
        #expect(throws: SourceError.passphraseRequired) { try read(bytes) }
        for wrong in ["", "correct horse"] {
            #expect(throws: SourceError.wrongPassphrase) { try read(bytes, passphrase: wrong) }
        }
    }

    @Test("Text encrypted for another purpose does not open")
    func otherPurpose() throws {
        let bytes = try jsonObject(Self.sealed(associatedData: ""))
        #expect(throws: SourceError.wrongPassphrase) { try read(bytes, passphrase: Self.passphrase) }
    }

    @Test(
        "Missing and damaged parts are reported before a password is asked for",
        arguments: [
            ("salt", "\"\""), ("salt", "\"AAAA\""), ("salt", "\"*\""), ("salt", "7"), ("salt", "null"),
            ("content", "\"\""), ("content", "\"AAAA\""), ("content", "\"*\""), ("content", "[1]"),
        ])
    func damaged(member: String, value: String) throws {
        var file = try Self.sealed()
        file[member] = value
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(file)) }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains(member) == true)
    }

    @Test(
        "Decrypted content is checked like a plain file",
        arguments: [
            ("", .corrupt), ("{", .corrupt), (#"{"version":1}"#, .corrupt),
            (#"{"version":2,"entries":[]}"#, .unsupportedVersion),
            (#"{"version":1,"salt":"","content":""}"#, .corrupt), (#"{"version":1,"entries":7}"#, .corrupt),
        ] as [(String, SourceError.Code)])
    func sealedDamage(text: String, code: SourceError.Code) throws {
        let bytes = try jsonObject(Self.sealed(text))
        let failure = #expect(throws: SourceError.self) { try read(bytes, passphrase: Self.passphrase) }
        #expect(failure?.code == code)
    }

    @Test("Another version is refused before a password is asked for")
    func version() throws {
        var file = try Self.sealed()
        file["version"] = "2"
        let failure = #expect(throws: SourceError.self) { try read(jsonObject(file)) }
        #expect(failure?.code == .unsupportedVersion)
    }

    @Test("The memory of the key derivation counts against the limit")
    func memoryLimit() throws {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 16 << 20
        let bytes = try jsonObject(Self.sealed())
        let failure = #expect(throws: SourceError.self) {
            try read(bytes, passphrase: Self.passphrase, limits: limits)
        }
        #expect(failure?.code == .limitExceeded)
    }

    @Test("Any byte changed is an error, or changes nothing; any end too early is an error")
    func tampering() throws {
        let bytes = Array(try jsonObject(Self.sealed()).utf8)
        let file = TamperedFile(bytes: bytes, passphrase: Self.passphrase, isCostly: true)
        let items = try read(bytes, passphrase: Self.passphrase).items
        #expect(try file.read(expecting: items) < bytes.count / 8)
        file.readCut()
    }
}
