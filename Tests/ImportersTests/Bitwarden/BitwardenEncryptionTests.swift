import TOTPDomain
import Testing

@testable import Importers

@Suite("Bitwarden's password-protected export")
struct BitwardenSealTests {
    private static let passphrase = "correct horse £7"
    private static let plain = BitwardenExport.plain([
        BitwardenExport.login(#""otpauth://totp/Birch:bob?secret=JBSWY3DPEHPK3PXP""#),
        BitwardenExport.login(#""gezd gnb2""#),
    ])

    private static func file(_ derivation: BitwardenExport.Derivation = .pbkdf2) throws -> JSONMembers {
        try BitwardenExport.sealed(plain, passphrase: passphrase, derivation)
    }

    private static func failure(
        _ file: JSONMembers, passphrase: String? = passphrase, limits: ImportLimits = ImportLimits()
    ) throws -> SourceError? {
        #expect(throws: SourceError.self) { try read(jsonObject(file), passphrase: passphrase, limits: limits) }
    }

    @Test("The passphrase gives the accounts", arguments: BitwardenExport.Derivation.allCases)
    func opens(derivation: BitwardenExport.Derivation) throws {
        let document = try read(jsonObject(Self.file(derivation)), passphrase: Self.passphrase)
        #expect(document.format == "bitwarden")
        #expect(document.items.map(\.label) == ["Birch: bob", "Acorn: alice"])
    }

    @Test("A missing or wrong passphrase is reported", arguments: BitwardenExport.Derivation.allCases)
    func passphrases(derivation: BitwardenExport.Derivation) throws {
        let file = try Self.file(derivation)
        #expect(try Self.failure(file, passphrase: nil) == .passphraseRequired)
        for wrong in ["", "correct horse", "correct horse £7 "] {
            #expect(try Self.failure(file, passphrase: wrong) == .wrongPassphrase)
        }
    }

    @Test("Numbers may be texts")
    func numbersAsTexts() throws {
        var file = try Self.file()
        file["kdfType"] = #""0""#
        file["kdfIterations"] = #"" 3""#
        #expect(try read(jsonObject(file), passphrase: Self.passphrase).items.count == 2)
    }

    @Test(
        "Missing and damaged parts are reported before a passphrase is asked for",
        arguments: [
            ("salt", "null"), ("salt", "[]"), ("kdfType", "null"), ("kdfType", #""x""#), ("kdfIterations", "0"),
            ("kdfIterations", "-1"), ("kdfIterations", "[]"), ("data", "null"), ("data", #""""#), ("data", #""2.""#),
            ("data", #""2.AAAA|AAAA|AAAA""#), ("data", #""2.MDEyMzQ1Njc4OWFiY2RlZg==|AAAA""#), ("data", "[2]"),
            ("encKeyValidation_DO_NOT_EDIT", "null"), ("encKeyValidation_DO_NOT_EDIT", #""2.*|*|*""#),
        ])
    func damaged(member: String, value: String) throws {
        var file = try Self.file()
        file[member] = value
        let failure = try Self.failure(file, passphrase: nil)
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains(member) == true)
    }

    @Test("Argon2id needs its costs", arguments: ["kdfMemory", "kdfParallelism"], ["null", "0", "-1", #""x""#])
    func argon2Costs(member: String, value: String) throws {
        var file = try Self.file(.argon2id)
        file[member] = value
        let failure = try Self.failure(file, passphrase: nil)
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains(member) == true)
    }

    @Test(
        "Files of newer apps are refused before a passphrase is asked for",
        arguments: [
            ("kdfType", "2"), ("data", #""7.AAAA""#), ("encKeyValidation_DO_NOT_EDIT", #""0.AAAA|AAAA|AAAA""#),
        ])
    func unsupported(member: String, value: String) throws {
        var file = try Self.file()
        file[member] = value
        #expect(try Self.failure(file, passphrase: nil)?.code == .unsupportedVersion)
    }

    @Test(
        "Costs beyond the limits are refused before a key is derived",
        arguments: [
            (BitwardenExport.Derivation.pbkdf2, "kdfIterations", "10000001"),
            (.pbkdf2, "kdfIterations", "9223372036854775807"), (.argon2id, "kdfIterations", "10241"),
            (.argon2id, "kdfMemory", "1025"), (.argon2id, "kdfMemory", "9223372036854775807"),
            (.argon2id, "kdfMemory", "4194304"), (.argon2id, "kdfParallelism", "65"),
            (.argon2id, "kdfParallelism", "4294967297"),
        ])
    func costs(derivation: BitwardenExport.Derivation, member: String, value: String) throws {
        var file = try Self.file(derivation)
        file[member] = value
        #expect(try Self.failure(file, limits: .derivingNothing)?.code == .limitExceeded)
    }

    @Test("Changed data is not reported as a wrong passphrase")
    func changedData() throws {
        var file = try Self.file()
        let other = try BitwardenExport.sealed(Self.plain, passphrase: "another")
        file["data"] = other["data"]
        let failure = try Self.failure(file)
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("the passphrase is right") == true)
    }

    @Test(
        "Decrypted content is checked like a plain file",
        arguments: ["", "{", "[]", #"{"encrypted":false}"#, #"{"encrypted":false,"items":7}"#])
    func sealedDamage(text: String) throws {
        #expect(try Self.failure(BitwardenExport.sealed(text, passphrase: Self.passphrase))?.code == .corrupt)
    }

    @Test("An encrypted file in an encrypted file is not opened")
    func sealedTwice() throws {
        let inner = try BitwardenExport.sealed(Self.plain, passphrase: Self.passphrase)
        let outer = try BitwardenExport.sealed(jsonObject(inner), passphrase: Self.passphrase)
        #expect(try Self.failure(outer)?.code == .corrupt)
    }

    @Test("Any byte changed is an error, or changes nothing; any end too early is an error")
    func tampering() throws {
        let bytes = Array(try jsonObject(Self.file()).utf8)
        let file = TamperedFile(bytes: bytes, passphrase: Self.passphrase)
        // Members that PBKDF2 does not need may be anything.
        #expect(try file.read(expecting: read(bytes, passphrase: Self.passphrase).items) < bytes.count / 4)
        file.readCut()
    }
}
