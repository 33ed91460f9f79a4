import CryptoPrimitives
import Foundation
import TOTPDomain
import Testing

@testable import Importers

@Suite("OTP Manager's exports")
struct OTPManagerTests {
    private static let account = JSONEntry([
        "secret": "\"JBSWY3DPEHPK3PXP\"", "name": "\"alice\"", "issuer": "\"Acorn\"", "digits": "6",
        "type": "\"totp\"", "period": "30", "algorithm": "\"SHA1\"", "counter": "null", "icon": "\"default\"",
    ])

    private static func text(_ accounts: [JSONEntry], iv: String? = nil) -> String {
        #"{"accounts":\#(jsonList(accounts.map(\.description)))\#(iv.map { ",\"iv\":\($0)" } ?? "")}"#
    }

    private static func read(_ accounts: JSONEntry...) throws -> ImportedDocument {
        try ImportersTests.read(text(accounts))
    }

    // MARK: - Encrypted

    private static let passphrase = "correct horse £7"
    private static let iv = "4b34df188baed51931ba0ef490d51aa2"

    private static func sealed(_ text: String, passphrase: String = passphrase) throws -> String {
        let key = SecureBytes(copying: try Digest.sha256.hash(Array(passphrase.utf8)))
        let iv: [UInt8] = stride(from: 0, to: 32, by: 2).compactMap { index in
            UInt8(Self.iv.dropFirst(index).prefix(2), radix: 16)
        }
        return jsonText(Data(try AESCBC.seal(SecureBytes(copying: text.utf8), key: key, iv: iv)).base64EncodedString())
    }

    private static func encrypted(_ secrets: [String?]) -> String {
        text(secrets.map { account.with("secret", $0) }, iv: jsonText(iv))
    }

    @Test("The passphrase opens the file; a missing or wrong one is reported")
    func passphrases() throws {
        let text = Self.encrypted([try Self.sealed("GEZDGNBV"), try Self.sealed("jbsw y3dp====")])
        #expect(
            try ImportersTests.read(text, passphrase: Self.passphrase).items.map(\.secret.base32) == [
                "GEZDGNBV", "JBSWY3DP",
            ])
        #expect(throws: SourceError.passphraseRequired) { try ImportersTests.read(text) }
        for wrong in ["", "correct horse"] {
            #expect(throws: SourceError.wrongPassphrase) { try ImportersTests.read(text, passphrase: wrong) }
        }
    }

    @Test("Secrets that other people encrypted are rejected")
    func sharedAccounts() throws {
        let text = Self.encrypted([
            try Self.sealed("GEZDGNBV"), try Self.sealed("GEZDGNBV", passphrase: "another"),
            try Self.sealed("not base32!"), try Self.sealed(""), "\"AAAA\"", "\"?\"", "null", "7", nil,
        ])
        let document = try ImportersTests.read(text, passphrase: Self.passphrase)
        #expect(
            document.outcomes == [.totp()] + Array(repeating: .rejected(.fieldDamaged), count: 5) + [
                .rejected(.secretMissing), .rejected(.fieldDamaged), .rejected(.secretMissing),
            ])
    }
}
