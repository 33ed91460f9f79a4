import CryptoPrimitives
import Encodings
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("totp-cli's file as it was until 2023")
struct TOTPCLIFileTests {
    private static let secret = "GEZDGNBVGY3TQOJQ"

    /// Padded with zeros, as the program does.
    private func sealed(_ text: String) throws -> String {
        let iv = Array(UInt8(0)..<16)
        let plain = Array(text.utf8) + [UInt8](repeating: 0, count: (16 - text.utf8.count % 16) % 16)
        let hash = Hex.encode(try Digest.sha1.hash(Array("old".utf8)))
        let bytes = try AESCBC.seal(
            SecureBytes(copying: plain), key: SecureBytes(copying: Array(hash.utf8.prefix(32))), iv: iv)
        // Without the block of the other padding.
        return Base64.encode(iv + bytes.dropLast(16))
    }

    @Test(
        "Both layouts of its accounts are read",
        arguments: [
            #"[{"name":"work","accounts":[{"name":"alice","token":"\#(secret)","prefix":""}]}]"#,
            #"{"work":{"alice":"\#(secret)"}}"#,
        ])
    func layouts(text: String) throws {
        let document = try read(try sealed(text), passphrase: "old")
        #expect(document.format == "totp-cli" && document.records == 1)
        #expect(document.items.map(\.fieldsLine) == ["totp work|alice \(Self.secret) SHA1 6 30"])
        #expect(document.keepsakes == [.appData])
    }

    @Test("A wrong or missing passphrase is reported, and a text of another length is not its file")
    func passphrases() throws {
        let text = try sealed(#"{"work":{"alice":"\#(Self.secret)"}}"#)
        let missing = #expect(throws: SourceError.self) { try read(text) }
        #expect(missing?.code == .passphraseRequired)
        let wrong = #expect(throws: SourceError.self) { try read(text, passphrase: "no") }
        #expect(wrong?.code == .wrongPassphrase)
        #expect(TOTPCLIFile.ciphertext(SourceContent(Array(text.dropLast(4).utf8))) == nil)
        #expect(TOTPCLIFile.ciphertext(SourceContent(Array(text.prefix(20).utf8))) == nil)
    }
}
