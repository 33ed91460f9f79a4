import CryptoPrimitives
import Encodings
import FixtureSupport
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("Open Authenticator's backup")
struct OpenAuthenticatorTests {
    private static let passphrase = "larch £7"
    private static let salt = [UInt8](0..<32)
    private static let cost = KeyDerivation.Argon2Cost(passes: 3, memory: 4096, lanes: 8)

    private static func key(_ salt: [UInt8] = salt) throws -> [UInt8] {
        try KeyDerivation.argon2(
            .id, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt, cost: cost, count: 32
        ).copied()
    }

    private static func list(_ bytes: [UInt8]) -> String { "[\(bytes.map(String.init).joined(separator: ","))]" }

    /// A text of JSON: nonce, ciphertext and tag.
    private static func box(_ text: String, _ key: [UInt8]) throws -> String {
        let nonce = [UInt8](repeating: 3, count: AESGCM.nonceCount)
        let sealed = try AESGCM.seal(
            SecureBytes(copying: Array(text.utf8)), key: SecureBytes(copying: key), nonce: nonce, associatedData: [])
        return list(nonce + sealed)
    }

    private static func entry(
        _ secret: String = "JBSWY3DPEHPK3PXP", label: String = "alice", issuer: String = "Acorn", salt: [UInt8] = salt,
        signedBy key: [UInt8]? = nil, more: String = ""
    ) throws -> String {
        let key = try key ?? Self.key(salt)
        return """
            {"uuid":"x","secret":\(try box(secret, key)),"label":\(try box(label, key)),"issuer":\(try box(issuer, key)),\
            "encryptionSalt":\(list(salt))\(more)}
            """
    }

    private static func file(
        _ entries: String, salt: [UInt8] = salt, signature: String? = nil
    ) throws -> String {
        let signature = try signature ?? Base64.encode(Digest.sha256.hmac(key: key(), Array(passphrase.utf8)))
        return #"{"passwordSignature":"\#(signature)","salt":"\#(Base64.encode(salt))","totps":[\#(entries)]}"#
    }

    private static func read(_ entries: String...) throws -> ImportedDocument {
        try ImportersTests.read(try file(entries.joined(separator: ",")), passphrase: passphrase)
    }

    @Test(
        "A parameter is read under both names, and one that is damaged rejects its entry alone",
        arguments: [
            ("", .totp()), (#","algorithm":"SHA512","digits":8,"period":60"#, .totp(.sha512, digits: 8, period: 60)),
            (#","algorithm":"sha256","validity":20,"period":60"#, .totp(.sha256, period: 20)),
            (#","algorithm":null,"digits":null,"validity":null"#, .totp()),
            (#","algorithm":"md4""#, .rejected(.algorithmUnknown)), (#","digits":11"#, .rejected(.digitsOutOfRange)),
            (#","validity":0"#, .rejected(.periodOutOfRange)), (#","algorithm":7"#, .rejected(.fieldDamaged)),
            (#","digits":6,"digits":7"#, .rejected(.fieldDamaged)),
        ] as [(String, EntryOutcome)])
    func parameters(more: String, expected: EntryOutcome) throws {
        let entry = try Self.entry(more: more)
        #expect(try Self.read(try Self.entry(), entry).outcomes == [.totp(), expected])
    }

    @Test(
        "Issuer and name are read, also from a name that is the label of a link",
        arguments: [
            ("alice", "Acorn", "Acorn|alice"), ("Acorn:alice", "Acorn", "Acorn|alice"),
            ("Birch: bob", "", "Birch|bob"), ("a:b", "Acorn", "Acorn|a:b"), ("", "", "|"),
        ])
    func names(label: String, issuer: String, expected: String) throws {
        let items = try Self.read(try Self.entry(label: label, issuer: issuer)).items
        #expect(items.map(\.fieldsLine) == ["totp \(expected) JBSWY3DPEHPK3PXP SHA1 6 30"])
    }

    @Test("An account may have a key of its own; what no key opens is rejected")
    func keys() throws {
        let other = [UInt8](1...32), strange = [UInt8](repeating: 9, count: 32)
        let document = try Self.read(
            try Self.entry(label: "alice"), try Self.entry(label: "bob", salt: other),
            try Self.entry(label: "carol", signedBy: strange),
            try Self.entry(label: "dave", salt: [1], signedBy: strange),
            try Self.entry("not base32!", label: "erin"), "7", "{}")
        #expect(document.items.map(\.name) == ["alice", "bob"])
        #expect(
            document.rejections.map(\.code) == [
                .fieldDamaged, .fieldDamaged, .secretNotBase32, .fieldDamaged, .secretMissing,
            ])
        #expect(document.records == 7)
    }

    @Test("The number of salts is limited")
    func salts() throws {
        let limit = Limit.openAuthenticatorSalts, strange = [UInt8](repeating: 9, count: 32)
        func entries(_ count: Int) throws -> String {
            try (0..<count).map { index in
                try Self.entry(salt: [UInt8](repeating: UInt8(index + 100), count: 8), signedBy: strange)
            }.joined(separator: ",")
        }
        let document = try ImportersTests.read(try Self.file(try entries(limit)), passphrase: Self.passphrase)
        #expect(document.rejections.count == limit)
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read(try Self.file(try entries(limit + 1)), passphrase: Self.passphrase)
        }
        #expect(failure == SourceError(.limitExceeded, LimitMessage.openAuthenticatorSalts(limit)))
    }

    @Test("A wrong passphrase, none, and costs above the limit are refused")
    func passphrases() throws {
        let text = try Self.file(try Self.entry())
        #expect(throws: SourceError.wrongPassphrase) { try ImportersTests.read(text, passphrase: "x") }
        #expect(throws: SourceError.passphraseRequired) {
            try ImportersTests.read(text, limits: .derivingNothing)
        }
        var limits = ImportLimits()
        limits.keyDerivationMemory = 4096 << 10
        #expect(try ImportersTests.read(text, passphrase: Self.passphrase, limits: limits).items.count == 1)
        // The other cost of the app's versions.
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read(text, passphrase: "x", limits: limits)
        }
        #expect(failure?.code == .limitExceeded)
    }
}
