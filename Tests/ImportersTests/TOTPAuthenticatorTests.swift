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
