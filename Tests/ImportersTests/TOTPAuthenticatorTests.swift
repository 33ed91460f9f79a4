import COpenSSL
import CryptoPrimitives
import Foundation
import TOTPDomain
import Testing

@testable import Importers

@Suite("TOTP Authenticator's backups and preferences")
struct TOTPAuthenticatorTests {
    private func read(_ entries: String) throws -> ImportedDocument {
        try ImportersTests.read(
            """
            <map><string name="STATIC_TOTP_CODES_LIST">[\(entries.replacing("\"", with: "&quot;"))]</string></map>
            """)
    }

    /// The list is the name of an object's first member.
    private static func sealed(_ object: String, passphrase: String) throws -> String {
        let key = try Digest.sha256.hash(Array(passphrase.utf8))
        let padding = 16 - object.utf8.count % 16
        let padded = Array(object.utf8) + [UInt8](repeating: UInt8(padding), count: padding)
        var out = [UInt8](repeating: 0, count: padded.count + 16)
        var written: Int32 = 0
        let context = try #require(EVP_CIPHER_CTX_new())
        defer { EVP_CIPHER_CTX_free(context) }
        let isSealed =
            EVP_EncryptInit_ex2(context, EVP_aes_256_cbc(), key, [UInt8](repeating: 0, count: 16), nil) == 1
            && EVP_EncryptUpdate(context, &out, &written, padded, Int32(padded.count)) == 1
        try #require(isSealed)
        return Data(out.prefix(padded.count)).base64EncodedString()
    }

    @Test(
        "Preferences with a link or a secret beside the list are still the app's, and it is named",
        arguments: [
            "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ",
            "<set name=\"a\"><string>\(String(repeating: "word ", count: 20_000))</string><string>"
                + "MZQXO3TFNZ2GK43UMVZHG5DJ</string></set>",
        ])
    func partBeside(part: String) throws {
        let document = try ImportersTests.read(
            #"<map><string name="STATIC_TOTP_CODES_LIST">[{&quot;key&quot;:&quot;JBSWY3DP&quot;}]</string>\#(part)</map>"#
        )
        #expect(document.format == "totp-authenticator" && document.items.count == 1)
        #expect(document.unread.names.map(\.name) == ["text beside its strings"])
    }

    @Test(
        "An entry gives an account",
        arguments: [
            (
                #"{"key":"48656c6c6f","base":16,"name":"alice","issuer":"Acorn","digits":"8","period":"60"}"#,
                "totp Acorn|alice JBSWY3DP SHA1 8 60"
            ),
            (
                #"{"key":"jbsw y3dp","base":32,"name":"alice","issuer":"Unknown","digits":"","period":""}"#,
                "totp |alice JBSWY3DP SHA1 6 30"
            ),
            (#"{"key":"SGVsbG8=","base":64,"name":"","issuer":"Acorn"}"#, "totp Acorn| JBSWY3DP SHA1 6 30"),
        ])
    func account(entry: String, expected: String) throws {
        let document = try read(entry)
        #expect(document.format == "totp-authenticator")
        #expect(document.items.map(\.fieldsLine) == [expected])
    }

    @Test(
        "The rejection names the wrong member of the entry",
        arguments: [
            (#"{"key":"xyz","base":16}"#, .secretNotHex), (#"{"key":"1","base":32}"#, .secretNotBase32),
            (#"{"key":"*","base":64}"#, .fieldDamaged), (#"{"key":"A","base":8}"#, .fieldDamaged),
            (#"{"base":32}"#, .secretMissing), ("7", .fieldDamaged),
            (#"{"key":"JBSWY3DP","base":32,"digits":"x"}"#, .digitsOutOfRange),
            (#"{"key":"JBSWY3DP","base":32,"period":"-1"}"#, .periodOutOfRange),
        ] as [(String, RejectionCode)])
    func rejection(entry: String, code: RejectionCode) throws {
        #expect(try read(entry).rejections.map(\.code) == [code])
    }

    private static let object =
        #"{"[{\"key\":\"JBSWY3DP\",\"base\":32,\"name\":\"alice\"}]":"[{\"key\":\"GEZDGNBV\"}]","x":"y"}"#

    @Test("A backup opens with its passphrase, or with the app's own where it has none; its first member counts")
    func backup() throws {
        for (passphrase, given) in [
            ("larch", "larch"), ("TotpAuthenticator", nil), ("TotpAuthenticator", "TotpAuthenticator"),
        ] {
            let text = try Self.sealed(Self.object, passphrase: passphrase)
            // A dictionary's order differs from run to run.
            for _ in 0..<20 {
                let document = try ImportersTests.read(text, passphrase: given)
                #expect(document.items.map(\.fieldsLine) == ["totp |alice JBSWY3DP SHA1 6 30"])
            }
        }
        let text = try Self.sealed(Self.object, passphrase: "larch")
        #expect(throws: SourceError.passphraseRequired) { try ImportersTests.read(text) }
        #expect(throws: SourceError.wrongPassphrase) { try ImportersTests.read(text, passphrase: "Larch") }
    }
}
