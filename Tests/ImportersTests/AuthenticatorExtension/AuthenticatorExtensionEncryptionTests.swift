import CryptoPrimitives
import Encodings
import FixtureSupport
@testable import Importers
import SecureMemory
import TOTPDomain
import Testing

@Suite("The encrypted backup of the browser extension Authenticator")
struct AuthenticatorExtensionEncryptionTests {
    private static let passphrase = "correct horse £7"
    private static let salt = "00112233445566778899aabbccddeeff"

    /// As CryptoJS encrypts.
    private static func salted(_ text: String, _ passphrase: String = passphrase) throws -> String {
        try SaltedText.seal(Array(text.utf8), Passphrase(passphrase), Zeros())
    }

    private struct Zeros: RandomSource {
        func bytes(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
    }

    /// An account of which the secret is encrypted.
    private static func secret(_ text: String, by passphrase: String = passphrase) throws -> String {
        #"{"encrypted":true,"hash":"x","secret":\#(jsonText(try salted(text, passphrase)))}"#
    }

    /// A key with low costs, and the passphrase that it encrypts accounts with.
    private static func key(
        memory: UInt32 = 64, passes: UInt32 = 1, lanes: UInt32 = 1
    ) throws -> (member: JSONMembers, own: String) {
        let cost = KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: lanes)
        func hash(_ text: String, _ salt: String) throws -> [UInt8] {
            try KeyDerivation.argon2(
                .id, passphrase: LockedBytes(copying: text.utf8), salt: Array(salt.utf8), cost: cost, count: 32
            )
            .withBytes { Array($0) }
        }
        let own = Base64.encodeUnpadded(try hash(passphrase, salt))
        let check = [Array("saltsalt".utf8), try hash(own, "saltsalt")].map(Base64.encodeUnpadded)
        let phc = "$argon2id$v=19$m=\(memory),t=\(passes),p=\(lanes)$\(check[0])$\(check[1])"
        return (["dataType": "\"Key\"", "salt": jsonText(salt), "hash": jsonText(phc)], own)
    }

    /// An account that is encrypted as a whole.
    private static func account(_ text: String, key: String = "k", by own: String) throws -> String {
        #"{"dataType":"EncOTPStorage","keyId":"\#(key)","data":\#(jsonText(try salted(text, own)))}"#
    }

    private static let plain = #"{"type":"hotp","counter":3,"secret":"GEZDGNBV","account":"al","encrypted":true}"#

    private static func file(_ members: JSONMembers) -> String { jsonObject(members) }

    private static func code(of text: String, passphrase: String? = passphrase) -> SourceError.Code? {
        do {
            _ = try read(text.utf8, passphrase: passphrase)
            return nil
        } catch { return (error as? SourceError)?.code }
    }

    @Test("An account that is encrypted as a whole opens, whatever it says of its encryption")
    func wholeAccount() throws {
        let (key, own) = try Self.key()
        let text = Self.file(["k": jsonObject(key), "a": try Self.account(Self.plain, by: own)])
        let document = try read(text.utf8, passphrase: Self.passphrase)
        #expect(document.format == "authenticator-extension")
        #expect(document.items.map(\.fieldsLine) == ["hotp |al GEZDGNBV SHA1 6 3"])
        #expect(Self.code(of: text, passphrase: nil) == .passphraseRequired)
        for wrong in ["", "correct horse", own] { #expect(Self.code(of: text, passphrase: wrong) == .wrongPassphrase) }
    }

    @Test("A file may have as many keys as the limit, and no more")
    func keys() throws {
        let (key, own) = try Self.key()
        func text(_ count: Int) throws -> String {
            var members: JSONMembers = [:]
            for number in 1...count {
                members["k\(number)"] = jsonObject(key)
                members["a\(number)"] = try Self.account(Self.plain, key: "k\(number)", by: own)
            }
            return Self.file(members)
        }
        let limit = Limit.extensionKeys
        #expect(try read(text(limit).utf8, passphrase: Self.passphrase).items.count == limit)
        let refusal = "it has \(limit + 1) " + LimitMessage.extensionKeys(limit)
        #expect(throws: SourceError(.limitExceeded, refusal)) {
            try read(text(limit + 1).utf8, passphrase: Self.passphrase)
        }
    }

    @Test(
        "An encrypted secret counts as opened if it is base32, hexadecimal or has a prefix",
        arguments: [
            ("GEZDGNBV", true), ("gezd gnbv", true), ("31323389", true), ("blz-GEZDGNBV", true),
            ("stm-GEZDGNBV", true), ("none!", false), ("", false), ("stm-!", false),
        ])
    func opened(secret: String, isOpened: Bool) throws {
        let text = Self.file(["a": try Self.secret(secret)])
        #expect((Self.code(of: text) == nil) == isOpened)
        if !isOpened { #expect(Self.code(of: text) == .wrongPassphrase) }
    }

    @Test("Accounts of another passphrase are rejected, if some of this one are there")
    func partly() throws {
        let text = Self.file([
            "a": try Self.secret("GEZDGNBV"), "b": try Self.secret("GEZDGNBV", by: "another"),
            "c": try Self.secret("none!"), "d": #"{"encrypted":true,"secret":"GEZDGNBV"}"#,
            "e": #"{"encrypted":false,"secret":"GEZDGNBV"}"#, "f": #"{"encrypted":true,"secret":[]}"#,
        ])
        let document = try read(text.utf8, passphrase: Self.passphrase)
        #expect(document.items.count == 2)
        #expect(document.rejections.map(\.code) == [.fieldDamaged, .secretNotBase32, .fieldDamaged, .fieldDamaged])
        #expect(document.rejections.map(\.position.entry) == [2, 3, 4, 6])
        #expect(Self.code(of: text, passphrase: "another") == nil)
        #expect(Self.code(of: text, passphrase: nil) == .passphraseRequired)
    }

    @Test(
        "An account whose key is missing or unusable is rejected, and needs no passphrase",
        arguments: [
            nil, ("salt", nil), ("salt", "\"1234567\""), ("hash", nil), ("hash", "\"\""), ("hash", "1"),
            ("hash", #""$argon2i$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$AAAAAAAA""#),
            ("hash", #""$argon2id$v=16$m=64,t=1,p=1$c2FsdHNhbHQ$AAAAAAAA""#),
            ("hash", #""$argon2id$v=19$m=64,t=1$c2FsdHNhbHQ$AAAAAAAA""#),
            ("hash", #""$argon2id$v=19$m=7,t=1,p=1$c2FsdHNhbHQ$AAAAAAAA""#),
            ("hash", #""$argon2id$v=19$m=64,t=0,p=1$c2FsdHNhbHQ$AAAAAAAA""#),
            ("hash", #""$argon2id$v=19$m=64,t=1,p=0$c2FsdHNhbHQ$AAAAAAAA""#),
            ("hash", #""$argon2id$v=19$m=99999999999,t=1,p=1$c2FsdHNhbHQ$AAAAAAAA""#),
            ("hash", #""$argon2id$v=19$m=64,t=1,p=1$c2FsdA$AAAAAAAA""#),
            ("hash", #""$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$AA""#),
            ("hash", #""$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$?""#),
        ] as [(String, String?)?])
    func unusableKeys(change: (member: String, value: String?)?) throws {
        var (key, own) = try Self.key()
        if let change { key[change.member] = change.value }
        var members = ["a": try Self.account(Self.plain, by: own), "b": #"{"index":1,"secret":"GEZDGNBV"}"#]
        if change != nil { members["k"] = jsonObject(key) }
        let document = try read(Self.file(members))
        #expect(document.rejections.map(\.code) == [.fieldDamaged])
        #expect(document.items.count == 1)
    }

    @Test(
        "A decrypted account that is not a JSON object is rejected",
        arguments: ["", "x", "[]", "null", #"{"secret":"GEZDGNBV""#, "\u{7F}"])
    func damagedAccounts(text: String) throws {
        let (key, own) = try Self.key()
        let document = try read(
            Self.file(["k": jsonObject(key), "a": try Self.account(text, by: own)]).utf8, passphrase: Self.passphrase)
        #expect(document.rejections.map(\.code) == [.fieldDamaged])
    }

    @Test("Costs over the limits, and more keys than a backup has, are refused before anything is derived")
    func limits() throws {
        for (memory, passes, lanes) in [(1 << 21, 1, 1), (64, 1 << 30, 1), (1024, 1, 65)] as [(UInt32, UInt32, UInt32)]
        {
            var (key, own) = try Self.key()
            key["hash"] = jsonText("$argon2id$v=19$m=\(memory),t=\(passes),p=\(lanes)$c2FsdHNhbHQ$AAAAAAAA")
            let text = Self.file(["k": jsonObject(key), "a": try Self.account(Self.plain, by: own)])
            #expect(Self.code(of: text) == .limitExceeded)
            #expect(Self.code(of: text, passphrase: nil) == .passphraseRequired)
        }
        let (key, own) = try Self.key()
        var members: JSONMembers = [:]
        for index in 0..<17 {
            members["k\(index)"] = jsonObject(key)
            members["a\(index)"] = try Self.account(Self.plain, key: "k\(index)", by: own)
        }
        #expect(Self.code(of: Self.file(members)) == .limitExceeded)
        members["a0"] = nil
        #expect(Self.code(of: Self.file(members)) == nil)
    }

    @Test("No message shows what was decrypted")
    func messages() throws {
        let (key, own) = try Self.key()
        let text = Self.file([
            "k": jsonObject(key), "a": try Self.account(Self.plain, by: own), "b": try Self.secret("KRUGKIDROVUWG21"),
            "c": try Self.account(#"{"secret":"KRUGKIDROVUWG21"#, by: own),
        ])
        let document = try read(text.utf8, passphrase: Self.passphrase)
        #expect(document.rejections.count == 2)
        for rejection in document.rejections {
            #expect(!rejection.reason.contains("KRUGKI") && !rejection.reason.contains(own.prefix(8)))
        }
    }
}
