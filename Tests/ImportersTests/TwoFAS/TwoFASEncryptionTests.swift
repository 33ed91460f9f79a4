import CryptoPrimitives
import FixtureSupport
import Foundation
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("Encrypted 2FAS backups")
struct TwoFASEncryptionTests {
    private static let passphrase = "larch and maple"
    private static let services = """
        [{"name":"Acorn","secret":"JBSWY3DPEHPK3PXP","otp":{"account":"alice","tokenType":"TOTP"},"groupId":"g"},
         {"name":"Birch","secret":"GEZDGNBVGY3TQOJQ","otp":{"account":"bob","tokenType":"HOTP","counter":3}}]
        """
    private static let lines = [
        "totp Acorn|alice JBSWY3DPEHPK3PXP SHA1 6 30", "hotp Birch|bob GEZDGNBVGY3TQOJQ SHA1 6 3",
    ]

    /// As the app does, with a shorter salt.
    private static func sealed(_ text: String = services) throws -> String {
        var generator = SeededGenerator(seed: 21)
        let salt = generator.bytes(16), nonce = generator.bytes(12)
        let key = try KeyDerivation.pbkdf2(
            .sha256, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt, iterations: 10_000, count: 32)
        let sealed = try AESGCM.seal(
            SecureBytes(copying: text.utf8), key: key, nonce: nonce, associatedData: [])
        return [sealed, salt, nonce].map { Data($0).base64EncodedString() }.joined(separator: ":")
    }

    private static func file(_ sealed: String) -> String {
        #"""
        {"services":[],"groups":[{"id":"g","name":"Work"}],"schemaVersion":4,
         "servicesEncrypted":"\#(sealed)","reference":"QUE=:QUE=:QUE="}
        """#
    }

    private func failure(_ text: some Collection<UInt8>, passphrase: String?) -> SourceError? {
        #expect(throws: SourceError.self) { try read(text, passphrase: passphrase) }
    }

    @Test("A file opens with its passphrase, with slashes escaped or not, and groups become tags")
    func opens() throws {
        let sealed = try Self.sealed()
        for text in [sealed, sealed.replacing("/", with: #"\/"#)] {
            let document = try read(Self.file(text), passphrase: Self.passphrase)
            #expect(document.items.map(\.secret.base32) == ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ"])
            #expect(document.items.map(\.tags) == [["Work"], []])
        }
    }

    @Test("A missing, empty or wrong passphrase is reported")
    func passphrases() throws {
        let file = Self.file(try Self.sealed())
        #expect(failure(file.utf8, passphrase: nil)?.code == .passphraseRequired)
        for wrong in ["", "larch and mapl", "Larch and maple"] {
            #expect(failure(file.utf8, passphrase: wrong)?.code == .wrongPassphrase)
        }
    }

    @Test(
        "Anything but three parts in base64 is damaged",
        arguments: ["AAAA", ":", "::", "AAAA:AAAA", "A:B:C:D", "*:*:*", ":AAAA:AAAA", "AAAA:AAAA:AAAAAAAAAAAAAAAA"])
    func parts(sealed: String) {
        #expect(failure(Self.file(sealed).utf8, passphrase: "x")?.code == .corrupt)
    }

    @Test("Decrypted data that is not a list of services is damaged", arguments: ["", "{}", "[", "null", "7"])
    func content(text: String) throws {
        #expect(failure(Self.file(try Self.sealed(text)).utf8, passphrase: Self.passphrase)?.code == .corrupt)
    }

    @Test("Any byte changed gives an error, or the accounts as they are")
    func everyByte() throws {
        let file = Array(Self.file(try Self.sealed()).utf8)
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 1
            guard let document = try? read(damaged, passphrase: Self.passphrase) else { continue }
            // Names of groups are outside of the encrypted part.
            let lines = document.items.map { $0.fieldsLine.split(separator: " tags=")[0] }
            #expect(lines.map(String.init) == Self.lines, "byte \(index)")
            #expect(document.rejections == [])
        }
    }
}
