import CryptoPrimitives
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Encrypted seed files")
struct PSKCEncryptionTests {
    private static let key = [UInt8](0..<32)

    private static func cipher(_ name: String, _ ciphertext: [UInt8]) -> String {
        """
        <EncryptionMethod Algorithm="x#\(name)"/><CipherData><CipherValue>
        \(Base64.encode(ciphertext))</CipherValue></CipherData>
        """
    }

    /// A value under AES-256-CBC, with an HMAC-SHA1 if there is a key for it.
    private static func value(
        _ name: String, _ text: [UInt8], key: [UInt8] = key, mac: [UInt8]? = nil, ofText: Bool = false
    ) throws -> String {
        let iv = [UInt8](repeating: 7, count: 16)
        let ciphertext = iv + (try AESCBC.seal(SecureBytes(copying: text), key: SecureBytes(copying: key), iv: iv))
        let code = try mac.map { try Digest.sha1.hmac(key: $0, ofText ? text : ciphertext) }
        let element = code.map { "<ValueMAC>\(Base64.encode($0))</ValueMAC>" } ?? ""
        return "<\(name)><EncryptedValue>\(cipher("aes256-cbc", ciphertext))</EncryptedValue>\(element)</\(name)>"
    }

    private static func file(_ values: [String], head: String = "", kind: String = "totp") -> String {
        let keys = values.map { #"<Key Id="a" Algorithm="x:\#(kind)"><Data>\#($0)</Data></Key>"# }
        let packages = keys.map { "<KeyPackage>\($0)</KeyPackage>" }.joined()
        return "<KeyContainer><EncryptionKey><KeyName>x</KeyName></EncryptionKey>\(head)\(packages)</KeyContainer>"
    }

    private func secrets(_ text: String, _ passphrase: String = Hex.encode(key)) throws -> [String] {
        try read(text, passphrase: passphrase).items.map { String(decoding: $0.secret.bytes, as: UTF8.self) }
    }

    @Test("RFC 3394's example, with its key in hex and base64, in groups and any case")
    func keyWrap() throws {
        let wrapped = Base64.decode("H6aLCoEStEeu80vY+1p7gp0+hiNx0s/l") ?? []
        let text = Self.file(["<Secret><EncryptedValue>\(Self.cipher("kw-aes128", wrapped))</EncryptedValue></Secret>"])
        for key in [
            "000102030405060708090a0b0c0d0e0f", "0001 0203 0405 0607 0809 0A0B 0C0D 0E0F", "AAECAwQFBgcICQoLDA0ODw==",
        ] {
            let items = try read(text, passphrase: key).items
            #expect(items.map { Hex.encode($0.secret.bytes) } == ["00112233445566778899aabbccddeeff"])
        }
        for wrong in ["000102030405060708090a0b0c0d0e0e", "x", "00", "AAECAwQFBgcICQoLDA0ODw==AA"] {
            let failure = #expect(throws: SourceError.self) { try read(text, passphrase: wrong) }
            #expect(failure?.code == .wrongPassphrase)
        }
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .passphraseRequired && failure?.message.contains("hex or base64") == true)
    }

    @Test(
        "A secret of any length may be wrapped with padding, whichever of the two ciphers is named: RFC 5649's example",
        arguments: ["kw-aes192", "kw-aes-192-pad"])
    func keyWrapWithPadding(cipher: String) throws {
        let wrapped = [UInt8](hex: "138BDEAA9B8FA7FC61F97742E72248EE5AE6AE5360D1AE6A5F54F373FA543B6A")
        let text = Self.file(["<Secret><EncryptedValue>\(Self.cipher(cipher, wrapped))</EncryptedValue></Secret>"])
        let key = "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8"
        #expect(
            try read(text, passphrase: key).items.map { Hex.encode($0.secret.bytes) }
                == ["c37b7e6492584340bed12207808941155068f738"])
        #expect(throws: SourceError.wrongPassphrase) { try read(text, passphrase: String(key.reversed())) }
    }

    @Test("A MAC is of the ciphertext or the value, with the file's key or its own")
    func macs() throws {
        let own = Array("a key of its own".utf8)
        let iv = [UInt8](repeating: 9, count: 16)
        let ciphertext = iv + (try AESCBC.seal(SecureBytes(copying: own), key: SecureBytes(copying: Self.key), iv: iv))
        let method = "<MACMethod Algorithm=\"x#hmac-sha1\">"
        let heads = [
            (Self.key, "\(method)</MACMethod>"), (Self.key, "<MACAlgorithm>\n x#hmac-sha1 </MACAlgorithm>"),
            (own, "\(method)<MACKey>\(Self.cipher("aes256-cbc", ciphertext))</MACKey></MACMethod>"),
        ]
        for (macKey, head) in heads {
            for ofText in [false, true] {
                let good = try Self.value("Secret", Array("one".utf8), mac: macKey, ofText: ofText)
                let bad = try Self.value("Secret", Array("two".utf8), mac: [1, 2, 3], ofText: ofText)
                #expect(try secrets(Self.file([good], head: head)) == ["one"])
                let document = try read(Self.file([bad, good], head: head), passphrase: Hex.encode(Self.key))
                #expect(document.outcomes == [.rejected(.fieldDamaged), .totp()])
                #expect(throws: SourceError.wrongPassphrase) { try secrets(Self.file([bad], head: head)) }
            }
        }
    }

    @Test("Without a MAC, a wrong key that removes one padding by chance does not open the file")
    func chance() throws {
        let file = Self.file(try ["one", "two", "three"].map { try Self.value("Secret", Array($0.utf8)) })
        #expect(try secrets(file) == ["one", "two", "three"])
        for byte in UInt8(1)...255 {
            let wrong = [byte] + Self.key.dropFirst()
            #expect(throws: SourceError.wrongPassphrase) { try secrets(file, Hex.encode(wrong)) }
        }
    }

    @Test("Numbers may be encrypted: digits, or integers")
    func numbers() throws {
        for (bytes, counter) in [
            (Array("42".utf8), 42), ([0, 6, 0x31, 0x4A], 405_834), ([0, 0, 0, 0, 0, 0, 0, 5], 5), ([0], 0),
            ([0x4D], 77), ([1, 2, 3], 66_051), (Array("-1".utf8), 0x2D31),
            ([UInt8](repeating: 0x7F, count: 8), 0x7F7F_7F7F_7F7F_7F7F),
        ] {
            let values = try Self.value("Secret", [1]) + Self.value("Counter", bytes)
            let items = try read(Self.file([values], kind: "hotp"), passphrase: Hex.encode(Self.key)).items
            #expect(items.map(\.parameters.counter) == [Int64(counter)])
        }
        for bytes in [[], [UInt8](repeating: 0, count: 9), [UInt8](repeating: 0xFF, count: 8)] as [[UInt8]] {
            let values = try Self.value("Secret", [1]) + Self.value("Counter", bytes)
            let document = try read(Self.file([values], kind: "hotp"), passphrase: Hex.encode(Self.key))
            #expect(document.rejections.map(\.code) == [.counterOutOfRange])
            let intervals = try Self.value("Secret", [1]) + Self.value("TimeInterval", bytes)
            let other = try read(Self.file([intervals]), passphrase: Hex.encode(Self.key))
            #expect(other.rejections.map(\.code) == [.periodOutOfRange])
        }
    }

    @Test("Values of other keys are not decrypted, and need no passphrase")
    func others() throws {
        let value = try Self.value("Secret", [1])
        #expect(try read(Self.file([value], kind: "ocra")).rejections.map(\.code) == [.typeUnknown])
        #expect(try read(Self.file([value], kind: "pin")).skipped.total == 1)
        // The counter of a time-based token does not matter.
        let plain = "<Secret><PlainValue>AQ==</PlainValue></Secret>"
        #expect(try read(Self.file([plain + Self.value("Counter", [1])])).items.count == 1)
    }

    @Test(
        "Files that no passphrase opens are refused before asking for one",
        arguments: [
            ("aes256-cbc", "tripledes-cbc"), ("<KeyName>x</KeyName>", "<X509Data/>"),
            ("<KeyName>x</KeyName>", "<DerivedKey><KeyDerivationMethod Algorithm=\"x#scrypt\"/></DerivedKey>"),
            ("</EncryptionKey>", "</EncryptionKey><MACMethod Algorithm=\"x#hmac-md5\"/>"),
        ])
    func unsupported(part: String, replacement: String) throws {
        let text = Self.file([try Self.value("Secret", [1])]).replacing(part, with: replacement)
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .unsupportedVersion)
    }

    @Test("A cipher may be in an element of its own, as in drafts of the RFC")
    func encryptionScheme() throws {
        let text = Self.file([try Self.value("Secret", [65])]).replacing(
            #"<EncryptionMethod Algorithm="x#aes256-cbc"/>"#,
            with: ##"""
                <EncryptionMethod Algorithm="x#pbes2"><EncryptionScheme Algorithm="x#aes256-cbc"/></EncryptionMethod>
                """##)
        #expect(text.contains("pbes2"))
        #expect(try secrets(text) == ["A"])
    }

    @Test("A value with an unknown cipher costs only itself")
    func unknownCipher() throws {
        let value = try Self.value("Secret", [65])
        let text = Self.file([value.replacing("aes256-cbc", with: "camellia256-cbc"), value])
        let document = try read(text, passphrase: Hex.encode(Self.key))
        #expect(document.outcomes == [.rejected(.fieldDamaged), .totp()])
    }
}
