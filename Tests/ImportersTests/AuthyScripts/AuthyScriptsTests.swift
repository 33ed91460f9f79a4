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

    @Test(
        "Members of a decrypted token are read",
        arguments: [
            ("digits", "8", "totp Acorn|alice GEZDGNBV SHA1 8 30"),
            ("digits", #""7""#, "totp Acorn|alice GEZDGNBV SHA1 7 30"),
            ("digits", "null", "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            ("decrypted_seed", #""0189abcdef""#, "totp Acorn|alice AGE2XTPP SHA1 6 30"),
            ("issuer", nil, "totp |Acorn: alice GEZDGNBV SHA1 6 30"),
            ("issuer", #""undefined""#, "totp |Acorn: alice GEZDGNBV SHA1 6 30"),
            ("name", #""Acorn - alice""#, "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            ("name", #""Acorn""#, "totp Acorn| GEZDGNBV SHA1 6 30"),
        ] as [(String, String?, String)])
    func decrypted(member: String, value: String?, line: String) throws {
        let document = try read(Self.plain.with(member, value), list: "decrypted_authenticator_tokens")
        #expect(document.format == "authy-scripts")
        #expect(document.items.map(\.fieldsLine) == [line])
    }

    @Test("Deleted tokens are named only if a script decrypted them", arguments: ["decrypted_seed", "encrypted_seed"])
    func deleted(seed: String) throws {
        let document = try ImportersTests.read(
            #"{"decrypted_authenticator_tokens":[\#(Self.plain)],"deleted":[{"name":"x","\#(seed)":"GEZDGNBV"}]}"#)
        #expect(document.items.count == 1)
        #expect(document.unread.names.map(\.name) == (seed == "decrypted_seed" ? ["deleted"] : []))
    }

    @Test("A file without any list that is read is not an empty one")
    func noList() {
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read(#"{"tokens":{"list":[\#(Self.plain)]},"apps":[]}"#)
        }
        #expect(failure?.problem == "its format may be newer: \"authenticator_tokens\" is missing")
    }

    @Test("The kind of account is the issuer if nothing else is")
    func accountTypes() throws {
        let entry = Self.plain.with("issuer", nil).with("name", #""bob""#)
        let document = try read(
            entry.with("account_type", #""gitlab""#), entry.with("account_type", #""authenticator_x""#), entry)
        #expect(document.items.map(\.issuer) == ["Gitlab", "", ""])
    }

    @Test(
        "A decrypted token without a secret is rejected",
        arguments: [
            (#""""#, .secretMissing), (nil, .secretMissing), ("7", .fieldDamaged),
            (#""Decryption failed: x""#, .fieldDamaged), (#""ABC89""#, .secretNotBase32), (#""===""#, .secretMissing),
        ] as [(String?, RejectionCode)])
    func noSeed(seed: String?, code: RejectionCode) throws {
        #expect(try read(Self.plain.with("decrypted_seed", seed), Self.plain).outcomes == [.rejected(code), .totp()])
    }

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

    // MARK: - Authy's own

    @Test("Authy's own tokens need no passphrase, have seven digits and 10 s, and a warning")
    func apps() throws {
        let apps =
            #"[{"name":"Acorn - x","secret_seed":"48656C6c6f"},{"name":"Birch","secret_seed":"48656c6c6f","digits":8},"#
            + #"{"name":"c","secret_seed":"xyz"},{"name":"d"},7]"#
        for text in ["{\"apps\":\(apps)}", "{\"tokens\":{\"authenticator_tokens\":null},\"apps\":{\"apps\":\(apps)}}"] {
            let document = try ImportersTests.read(text)
            #expect(
                document.items.map(\.fieldsLine) == [
                    "totp Acorn - x| JBSWY3DP SHA1 7 10", "totp Birch| JBSWY3DP SHA1 8 10",
                ])
            #expect(document.rejections.map(\.code) == [.secretNotHex, .secretMissing, .fieldDamaged])
            #expect(document.warnings.count == 1)
        }
    }

    @Test("Tokens come before Authy's own")
    func order() throws {
        let document = try ImportersTests.read(
            """
            {"apps":{"apps":[{"name":"Birch","secret_seed":"48656c6c6f"}]},
            "tokens":{"authenticator_tokens":[\(Self.plain),7]}}
            """)
        #expect(document.items.map(\.issuer) == ["Acorn", "Birch"] && document.records == 3)
        #expect(document.rejections.map(\.position.description) == ["entry 2"])
    }

    // MARK: - The gist

    @Test("A link counts more than a secret, and its names more than the entry's")
    func gist() throws {
        let document = try ImportersTests.read(
            #"""
            [{"name":"Acorn: alice","secret":"GEZDGNBV","uri":"otpauth://totp/Birch%3A%20bob?secret=JBSWY3DP&digits=8"},
            {"name":"Acorn: alice","secret":"x","uri":"otpauth://totp/?secret=GEZDGNBV"},
            {"name":"Acorn: alice","secret":"x","uri":"otpauth://totp/?secret=GEZDGNBV&digits=7"},
            {"name":"Acorn: alice","secret":"x","uri":"otpauth://totp/?secret=GEZDGNBV&digits=7&period=30"},
            {"name":"Cedar:x:y","secret":"gezd gnbv"},{"name":"dan","secret":"GEZDGNBV","uri":"https://example.com"},
            {"name":"e","secret":""},{"name":"f","secret":"GEZDGNB1"},7]
            """#)
        #expect(document.format == "authy-scripts")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Birch|bob JBSWY3DP SHA1 8 30", "totp Acorn|alice GEZDGNBV SHA1 6 30",
                "totp Acorn|alice GEZDGNBV SHA1 7 10", "totp Acorn|alice GEZDGNBV SHA1 7 30",
                "totp Cedar|x:y GEZDGNBV SHA1 6 30", "totp |dan GEZDGNBV SHA1 6 30",
            ])
        #expect(document.rejections.map(\.code) == [.secretMissing, .secretNotBase32, .fieldDamaged])
        #expect(document.warnings.count == 2)
    }

    @Test("A secret of the gist is read in the encoding that the user names")
    func encodedGist() throws {
        let content = SourceContent(Array(#"[{"name":"Elm","secret":"b2c3 d4e5 f6a7 b2c3 d4e5"}]"#.utf8))
        let document = try AuthyScriptsFormat().read(ImportRequest(content: content, secretEncoding: .hex))
        #expect(document.items.map(\.fieldsLine) == ["totp |Elm WLB5JZPWU6ZMHVHF SHA1 6 30"])
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

    // MARK: - Detection

    @Test(
        "Other lists are not taken for it",
        arguments: [
            (#"{"authenticator_tokens":[]}"#, "authy-scripts"),
            (#"{"decrypted_authenticator_tokens":[]}"#, "authy-scripts"),
            (#"{"tokens":{},"apps":{}}"#, "authy-scripts"),
            (#"{"apps":[{"secret_seed":""}]}"#, "authy-scripts"), (#"[{"encrypted_seed":""}]"#, "authy-scripts"),
            (#"[{"name":"","secret":""}]"#, "authy-scripts"), (#"{"tokens":[],"tokenOrder":[]}"#, "freeotp-plus"),
            (#"[{"label":"","name":"","secret":"","type":"TOTP"}]"#, "andotp"),
            (#"[{"name":"","otpGenerator":{},"secret":""}]"#, "duo"), (#"{"apps":[{"name":""}]}"#, nil),
            (#"[{"name":""}]"#, nil), ("name;encrypted_seed;salt", "authy-scripts"),
            ("\"name,encrypted_seed,salt,iv", "authy-scripts"), ("name,seed,salt", "csv"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
