import CryptoPrimitives
import Encodings
import FixtureSupport
import SecureMemory
import TOTPDomain
import Testing

@testable import Importers

@Suite("Padloc's container")
struct PadlocTests {
    private static let passphrase = "larch"

    /// A container with the items, encrypted with 16-byte tags.
    private static func container(_ content: String) throws -> String {
        let salt = [UInt8](0..<16), nonce = [UInt8](16..<32), extra = [UInt8](32..<48)
        let key = try KeyDerivation.pbkdf2(
            .sha256, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt, iterations: 2, count: 32)
        let ciphertext = try AESGCM.seal(
            SecureBytes(copying: Array(content.utf8)), key: key, nonce: nonce, associatedData: extra)
        let encryption = """
            {"algorithm":"AES-GCM","tagSize":128,"keySize":256,"iv":"\(Base64.encode(nonce))",\
            "additionalData":"\(Base64.encode(extra))"}
            """
        let derivation = """
            {"algorithm":"PBKDF2","hash":"SHA-256","keySize":256,"iterations":2,"salt":"\(Base64.encode(salt))"}
            """
        return """
            {"encryptionParams":\(encryption),"encryptedData":"\(Base64.encode(ciphertext))","keyParams":\(derivation)}
            """
    }

    private func read(_ items: String) throws -> ImportedDocument {
        try ImportersTests.read(Self.container(#"{"items":[\#(items)]}"#), passphrase: Self.passphrase)
    }

    @Test("Fields are read by their type, and links in fields of any type")
    func fields() throws {
        let document = try read(
            #"""
            {"name":"Acorn","tags":["one","two"],"fields":[{"type":"username","value":" "},{"type":"email","value":"a@b"},
            {"type":"totp","value":"gezd gnb2"},{"type":"totp","value":""},{"type":"totp"},{"type":"note","value":"n"},
            {"type":"text","value":"GEZDGNB2"},{"type":"note","value":" OtpAuth://totp/x?secret=GEZDGNB2&digits=8"}],
            "history":[{"fields":[{"type":"totp","value":"GEZDGNB2"}]}]},
            {"name":"","fields":[{"type":"totp","value":"GEZDGNB2"},{"type":"username","value":"bob"},
            {"type":"url","value":"https://www.birch.example/a"}]},
            {"name":"Steam","fields":[{"type":"totp","value":"GEZDGNB2"}]},{"name":"None","fields":[]},{}
            """#)
        #expect(document.format == "padloc")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|a@b GEZDGNB2 SHA1 6 30 tags=one,two note=n",
                "totp Acorn|x GEZDGNB2 SHA1 8 30 tags=one,two note=n", "totp birch.example|bob GEZDGNB2 SHA1 6 30",
                "totp Steam| GEZDGNB2 SHA1 6 30",
            ])
        #expect(document.skipped.counts == [.noOneTimeCode: 2] && document.records == 6)
    }

    @Test("Very old items are strings of JSON; anything else is rejected")
    func strings() throws {
        let document = try read(
            #""{\"name\":\"Acorn\",\"fields\":[{\"type\":\"totp\",\"value\":\"GEZDGNB2\"}]}","#
                + #""{\"name\":","text",7,null,"7",{"name":"x","fields":[{"type":"totp","value":7}]},"#
                + #"{"fields":[{"type":"totp","value":"https://example.com"}]}"#)
        #expect(
            document.outcomes == [.totp()] + Array(repeating: .rejected(.fieldDamaged), count: 6)
                + [.rejected(.notALink)])
    }

    @Test("Every changed character is noticed, and every missing end")
    func tampered() throws {
        let text = try Self.container(
            #"{"items":[{"name":"Acorn","fields":[{"type":"totp","value":"GEZDGNB2"}]}]}"#)
        let file = TamperedFile(bytes: Array(text.utf8), passphrase: Self.passphrase)
        file.readCut()
        let items = try ImportersTests.read(text, passphrase: Self.passphrase).items
        #expect(items.count == 1)
        _ = try file.read(expecting: items)
    }

    @Test("Content that is not a vault is damaged", arguments: ["", "[]", "{}", #"{"items":{}}"#, "x"])
    func content(content: String) throws {
        let text = try Self.container(content)
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read(text, passphrase: Self.passphrase)
        }
        #expect(failure?.code == .corrupt)
        #expect(throws: SourceError.passphraseRequired) { try ImportersTests.read(text) }
        #expect(throws: SourceError.wrongPassphrase) { try ImportersTests.read(text, passphrase: "x") }
    }
}
