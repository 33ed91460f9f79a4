import CryptoPrimitives
import Encodings
import FixtureSupport
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("Files that Authy users have")
struct AuthyScriptsTests {
    private static let passphrase = "larch"
    private static let plain = JSONEntry([
        "name": #""Acorn: alice""#, "issuer": #""Acorn""#, "account_type": #""authenticator""#,
        "decrypted_seed": #""gezdgnbv""#,
    ])

    /// An encrypted token.
    private static func encryptedToken(
        _ seed: String = "gezdgnbv", passphrase: String = passphrase, iterations: Int = 3, iv: [UInt8]? = nil
    ) throws -> JSONEntry {
        let key = try KeyDerivation.pbkdf2(
            .sha1, passphrase: LockedBytes(copying: passphrase.utf8), salt: Array("s0".utf8), iterations: iterations,
            count: 32)
        let ciphertext = try AESCBC.seal(
            SecureBytes(copying: Array(seed.utf8)), key: key, iv: iv ?? [UInt8](repeating: 0, count: 16))
        return JSONEntry([
            "name": #""Acorn:alice""#, "original_name": #""Acorn:alice""#, "salt": #""s0""#,
            "encrypted_seed": "\"\(Base64.encode(ciphertext))\"", "key_derivation_iterations": "\(iterations)",
            "unique_iv": iv.map { "\"\(Hex.encode($0))\"" } ?? "null",
        ])
    }

    private func read(_ tokens: JSONEntry..., list: String = "authenticator_tokens") throws -> ImportedDocument {
        try ImportersTests.read(
            #"{"\#(list)":[\#(tokens.map(\.description).joined(separator: ","))],"deleted":[{"name":"x"}]}"#,
            passphrase: Self.passphrase)
    }

    // MARK: - Tokens

    @Test("Encrypted tokens open with their own iterations and IV, in base32 and hexadecimal")
    func encrypted() throws {
        let iv = [UInt8](1...16)
        let document = try read(
            Self.encryptedToken(), Self.encryptedToken(iterations: 7, iv: iv), Self.encryptedToken("GEZD GNBV"),
            Self.encryptedToken("0189abcdef"),
            Self.encryptedToken(iterations: 1000).with("key_derivation_iterations", nil).with("unique_iv", #""""#))
        let line = "totp Acorn|alice GEZDGNBV SHA1 6 30"
        #expect(
            document.items.map(\.fieldsLine) == [line, line, line, "totp Acorn|alice AGE2XTPP SHA1 6 30", line])
    }

    @Test("Tokens of another backups password are rejected, if one opens")
    func anotherPassphrase() throws {
        let other = try Self.encryptedToken(passphrase: "elm")
        let document = try read(other, Self.encryptedToken(), Self.plain)
        #expect(document.outcomes == [.rejected(.fieldDamaged), .totp(), .totp()])
        #expect(document.rejections.first?.reason.contains("another backups password") == true)
        #expect(throws: SourceError.wrongPassphrase) { try read(other, Self.plain) }
        #expect(throws: SourceError.wrongPassphrase) { try read(Self.encryptedToken("no secret!")) }
        #expect(throws: SourceError.passphraseRequired) {
            try ImportersTests.read("{\"authenticator_tokens\":[\(other)]}")
        }
    }

    @Test(
        "A damaged token costs only itself",
        arguments: [
            ("encrypted_seed", nil, .secretMissing), ("encrypted_seed", "7", .fieldDamaged),
            ("encrypted_seed", #""*""#, .fieldDamaged), ("encrypted_seed", #""AAAA""#, .fieldDamaged),
            ("salt", nil, .fieldDamaged), ("unique_iv", #""00""#, .fieldDamaged), ("unique_iv", #""x""#, .fieldDamaged),
            ("unique_iv", "[]", .fieldDamaged), ("key_derivation_iterations", "0", .fieldDamaged),
            ("key_derivation_iterations", #""x""#, .fieldDamaged), ("digits", "0", .digitsOutOfRange),
            ("digits", "11", .digitsOutOfRange),
        ] as [(String, String?, RejectionCode)])
    func damaged(member: String, value: String?, code: RejectionCode) throws {
        let document = try read(Self.encryptedToken().with(member, value), Self.encryptedToken())
        #expect(document.outcomes == [.rejected(code), .totp()])
    }

    @Test("Key derivations are limited, one and all together")
    func limits() throws {
        let costly = try Self.encryptedToken().with("key_derivation_iterations", "10000001")
        #expect(throws: SourceError.self) { try read(costly, Self.encryptedToken()) }
        var limits = ImportLimits()
        limits.keyDerivationSeconds = 1
        let tokens = try (0..<20).map {
            try Self.encryptedToken().with("salt", "\"\($0)\"").with("key_derivation_iterations", "90000")
        }
        let text = "{\"authenticator_tokens\":[\(try tokens.reduce("\(Self.encryptedToken())") { "\($0),\($1)" })]}"
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read(text.utf8, passphrase: Self.passphrase, limits: limits)
        }
        #expect(failure?.code == .limitExceeded)
    }

    @Test("A file may have as many salts as the limit, and no more")
    func salts() throws {
        let limit = Limit.authySalts, token = try Self.encryptedToken(iterations: 1)
        func text(_ count: Int) -> String {
            let others = (1..<count).map { "\(token.with("salt", "\"x\($0)\""))" }
            return "{\"authenticator_tokens\":[\(([token.description] + others).joined(separator: ","))]}"
        }
        #expect(try ImportersTests.read(text(limit), passphrase: Self.passphrase).records == limit)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.authySalts(limit))) {
            try ImportersTests.read(text(limit + 1), passphrase: Self.passphrase)
        }
    }

    // MARK: - CSV

    @Test("A table may be in quotes, as a whole or each row")
    func quotes() throws {
        let key = try KeyDerivation.pbkdf2(
            .sha1, passphrase: LockedBytes(copying: Self.passphrase.utf8), salt: Array("s0".utf8), iterations: 100_000,
            count: 32)
        let ciphertext = Base64.encode(
            try AESCBC.seal(SecureBytes(copying: Array("GEZDGNBV".utf8)), key: key, iv: [UInt8](1...16)))
        let iv = Hex.encode([UInt8](1...16))
        let header = "name,encrypted_seed,salt,iv", row = "Acorn:alice,\(ciphertext),s0,\(iv)"
        let colons = [header, row].map { $0.replacing(",", with: ";") }
        for text in [
            "\(header)\n\(row)\n", "\"\(header)\n\(row)\"", "\"\(header)\"\r\n\"\(row)\"\r\n", "\"\(header)\n\(row)",
            colons.joined(separator: "\n"),
            "Salt , NAME,iv,Encrypted_Seed,digits\ns0,Acorn:alice,\(iv),\(ciphertext),\n,,,,",
        ] {
            #expect(throws: SourceError.passphraseRequired) { try ImportersTests.read(text) }
            let document = try ImportersTests.read(text, passphrase: Self.passphrase)
            #expect(document.format == "authy-scripts" && document.records == 1 + document.skipped.total)
            #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice GEZDGNBV SHA1 6 30"])
        }
    }
}
