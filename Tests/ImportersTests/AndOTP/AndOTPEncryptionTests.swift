import CryptoPrimitives
import FixtureSupport
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("Encrypted andOTP backups")
struct AndOTPEncryptionTests {
    private static let passphrase = "larch and maple"
    private static let entries = #"[{"secret":"JBSWY3DPEHPK3PXP","issuer":"Acorn","label":"alice","type":"TOTP"}]"#
    private static let lines = ["totp Acorn|alice JBSWY3DPEHPK3PXP SHA1 6 30"]

    enum Form: CaseIterable { case older, newer }

    /// As the app does, with fewer iterations.
    private static func sealed(_ form: Form, _ text: String = entries, iterations: UInt32 = 500) throws -> [UInt8] {
        var generator = SeededGenerator(seed: 22)
        let salt = generator.bytes(12), nonce = generator.bytes(12)
        let key =
            switch form {
            case .older: SecureBytes(copying: try Digest.sha256.hash(Array(passphrase.utf8)))
            case .newer:
                try KeyDerivation.pbkdf2(
                    .sha1, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt, iterations: Int(iterations),
                    count: 32)
            }
        let message =
            nonce
            + (try AESGCM.seal(
                SecureBytes(copying: text.utf8), key: key, nonce: nonce, associatedData: []))
        guard form == .newer else { return message }
        return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: iterations >> $0) } + salt + message
    }

    /// These bytes do not show their format, so the format is named.
    private func read(
        _ bytes: some Collection<UInt8>, passphrase: String?, limits: ImportLimits = ImportLimits()
    ) throws -> ImportedDocument {
        let request = ImportRequest(
            content: SourceContent(Array(bytes)), passphrase: passphrase.map { Passphrase($0) }, limits: limits)
        return try AndOTPFormat().read(request)
    }

    private func failure(
        _ bytes: [UInt8], passphrase: String?, limits: ImportLimits = ImportLimits()
    ) -> SourceError? {
        #expect(throws: SourceError.self) { try read(bytes, passphrase: passphrase, limits: limits) }
    }

    @Test("Both forms open with their passphrase", arguments: Form.allCases)
    func opens(form: Form) throws {
        let bytes = try Self.sealed(form)
        #expect(AndOTPFormat().recognizes(SourceContent(bytes)))
        #expect(try read(bytes, passphrase: Self.passphrase).items.map(\.fieldsLine) == Self.lines)
    }

    @Test("A missing, empty or wrong passphrase is reported", arguments: Form.allCases)
    func passphrases(form: Form) throws {
        let bytes = try Self.sealed(form)
        #expect(failure(bytes, passphrase: nil)?.code == .passphraseRequired)
        for wrong in ["", "Larch and maple"] { #expect(failure(bytes, passphrase: wrong)?.code == .wrongPassphrase) }
    }

    @Test("Any byte changed gives an error", arguments: Form.allCases)
    func everyByte(form: Form) throws {
        let bytes = try Self.sealed(form)
        // Of the number of iterations the low half: the others ask for millions, which takes its time.
        for index in bytes.indices where form == .older || index > 1 {
            var damaged = bytes
            damaged[index] ^= 0x40
            #expect(failure(damaged, passphrase: Self.passphrase)?.code == .wrongPassphrase, "byte \(index)")
        }
    }

    @Test("A file that is cut off at any length gives nothing", arguments: Form.allCases)
    func everyLength(form: Form) throws {
        let bytes = try Self.sealed(form)
        for count in stride(from: 1, to: bytes.count, by: 3) {
            let expected: SourceError.Code = count > 44 ? .wrongPassphrase : .corrupt
            #expect(
                failure(Array(bytes.prefix(count)), passphrase: Self.passphrase)?.code == expected, "\(count) bytes")
        }
    }

    @Test(
        "A number of iterations that no app writes is refused before a key is derived",
        arguments: [0, 10_000_001, .max] as [UInt32])
    func iterations(count: UInt32) throws {
        var bytes = try Self.sealed(.newer)
        for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index)) }
        #expect(failure(bytes, passphrase: Self.passphrase, limits: .derivingNothing)?.code == .wrongPassphrase)
    }

    @Test("Decrypted data that is not a list is damaged", arguments: Form.allCases)
    func content(form: Form) throws {
        for text in [
            "{\"secret\":\"JBSWY3DP\"}", "[ and not the rest of it", String(repeating: " ", count: 30) + "null",
        ] {
            #expect(failure(try Self.sealed(form, text), passphrase: Self.passphrase)?.code == .corrupt)
        }
    }

    // MARK: - Other binaries

    @Test("A file with another app's signature is not taken for a backup")
    func foreignMarks() {
        let marks: [[UInt8]] = [
            [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5], [0xAC, 0xED, 0x00, 0x05], Array("AUTHENTICATORPRO".utf8),
            Array("AuthenticatorPro".utf8), Array("OTPClient".utf8), Array("SQLite format 3\0".utf8),
            [0x50, 0x4B, 0x03, 0x04], [0x89, 0x50, 0x4E, 0x47], [0x1F, 0x8B],
        ]
        var generator = SeededGenerator(seed: 23)
        for mark in marks {
            #expect(!AndOTPFormat().recognizes(SourceContent(mark + [0] + generator.bytes(200))), "\(mark)")
        }
        #expect(AndOTPFormat().recognizes(SourceContent([0] + generator.bytes(44))))
        #expect(!AndOTPFormat().recognizes(SourceContent([0] + generator.bytes(43))))
    }

    @Test(
        "A message encrypted with OpenPGP is known, and refused with what to do",
        arguments: [
            Array("-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n".utf8),
            [0x85, 0x01, 0x0C, 3] + [UInt8](repeating: 9, count: 8) + [1] + [UInt8](repeating: 0, count: 258) + [
                0xD2, 9,
            ],
            [0xC1, 0xC0, 0x4C, 3] + [UInt8](repeating: 9, count: 8) + [1] + [UInt8](repeating: 0, count: 258) + [
                0xD2, 9,
            ],
            [0x84, 0x5E, 3] + [UInt8](repeating: 9, count: 8) + [18] + [UInt8](repeating: 0, count: 84) + [0xD2, 9],
        ])
    func openPGP(bytes: [UInt8]) {
        #expect(AndOTPFormat().recognizes(SourceContent(bytes)))
        for passphrase in [nil, "x"] {
            let failure = failure(bytes, passphrase: passphrase)
            #expect(failure?.code == .unsupportedVersion)
            #expect(failure?.message.contains("gpg --decrypt") == true)
        }
    }

    @Test("Random bytes are hardly ever taken for an OpenPGP message")
    func randomBytes() {
        var generator = SeededGenerator(seed: 24)
        for first: UInt8 in [0x84, 0x85, 0xC1] {
            let taken = (0..<20_000).count { _ in OpenPGPMessage.matches([first] + generator.bytes(60)) }
            #expect(taken < 20)
        }
    }
}
