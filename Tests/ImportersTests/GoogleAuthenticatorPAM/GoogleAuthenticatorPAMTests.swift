import TOTPDomain
import Testing

@testable import Importers

@Suite("The file of google-authenticator, for Linux logins")
struct GoogleAuthenticatorPAMTests {
    private static let secret = "GEZDGNBVGY3TQOJQ"

    @Test(
        "A file that is named as a user has that name, and another one none",
        arguments: [
            ("rosa", true), ("ben.smith", true), ("kim@example.com", true), ("", false),
            (".google_authenticator", false),
            ("google-authenticator", false), ("rosa.txt", false), ("rosa.bak", false), ("totp", false), ("a b", false),
        ])
    func user(file: String, isUser: Bool) throws {
        let document = try read(
            "\(Self.secret)\n\" TOTP_AUTH\n".utf8, siblings: SiblingFiles(name: file) { _ in nil })
        #expect(document.items.map(\.name) == [isUser ? file : ""])
        #expect(document.warnings.isEmpty == isUser)
    }

    @Test(
        "In a copy of home folders, the folder has the name of the user",
        arguments: [
            (".google_authenticator", "rosa", "rosa"), ("google_authenticator", "rosa", "rosa"),
            ("ben.google_authenticator", "otp", "ben"), (".google_authenticator", "", ""), ("kim", "otp", "kim"),
        ])
    func home(file: String, folder: String, name: String) throws {
        let siblings = SiblingFiles(name: file, folder: folder) { _ in nil }
        #expect(try read("\(Self.secret)\n\" TOTP_AUTH\n".utf8, siblings: siblings).items.map(\.name) == [name])
    }

    @Test("A file that the server does not use is read with a warning")
    func disabled() throws {
        let siblings = SiblingFiles(name: "rosa") { _ in nil }
        let document = try read("\(Self.secret)\n\" TOTP_AUTH\n\" OTP_DISABLED\n".utf8, siblings: siblings)
        #expect(document.items.count == 1 && document.warnings.map(\.message).contains { $0.contains("switched off") })
    }
}
