import TOTPDomain
import Testing

@testable import Importers

@Suite("The file of google-authenticator, for Linux logins")
struct GoogleAuthenticatorPAMTests {
    private static let secret = "GEZDGNBVGY3TQOJQ"

    @Test(
        "The options say what the account is",
        arguments: [
            (["\" TOTP_AUTH"], .totp()), (["\" TOTP_AUTH", "\" STEP_SIZE 60"], .totp(period: 60)),
            (["\" HOTP_COUNTER 65"], .hotp(counter: 65)), (["\" TOTP_AUTH", "\" HOTP_COUNTER 1"], .hotp(counter: 1)),
            (["\" HOTP_COUNTER 1", "\" HOTP_COUNTER 7", "\" STEP_SIZE x"], .hotp(counter: 1)),
            (["\" TOTP_AUTH", "\" HOTP_COUNTER 0"], .totp()), (["\" HOTP_COUNTER 0"], .hotp(counter: 0)),
            (["\"  TOTP_AUTH "], .totp()), (["\" HOTP_COUNTER"], .hotp(counter: 0)),
            (["\" RATE_LIMIT 3 30"], .rejected(.typeUnknown)),
            (["\" TOTP_AUTH", "\" STEP_SIZE 0"], .rejected(.periodOutOfRange)),
            (["\" TOTP_AUTH", "\" STEP_SIZE x"], .rejected(.periodOutOfRange)),
            (["\" HOTP_COUNTER -1"], .rejected(.counterOutOfRange)),
            (["\" HOTP_COUNTER x"], .rejected(.counterOutOfRange)),
        ] as [([String], EntryOutcome)])
    func options(lines: [String], expected: EntryOutcome) throws {
        for end in ["\n", "\r\n"] {
            let document = try read(([Self.secret] + lines + [""]).joined(separator: end))
            #expect(document.format == "google-authenticator-pam")
            #expect(document.outcomes == [expected])
        }
    }

    @Test("Scratch codes are counted, never imported, and in no message")
    func scratchCodes() throws {
        let document = try read("\(Self.secret)\n\" TOTP_AUTH\n12345678\n\n00000001\n")
        #expect(document.items.map(\.fieldsLine) == ["totp | \(Self.secret) SHA1 6 30"])
        #expect(document.records == 1)
        #expect(document.warnings.map(\.message).contains { $0.hasPrefix("2 scratch codes not imported") })
        #expect(!document.warnings.map(\.message).contains { $0.contains("12345678") })
    }

    @Test("A line that is neither an option nor a scratch code is rejected, such as a second secret")
    func otherLines() throws {
        let document = try read("\(Self.secret)\n\" TOTP_AUTH\nMFRGGZDFMZTWQ2LK\n1234567\n\"TOTP_AUTH\n")
        #expect(document.items.count == 1 && document.records == 4)
        #expect(document.rejections.map(\.position.line) == [3, 4, 5])
        #expect(!document.rejections.contains { $0.reason.contains("MFRGG") })
    }

    @Test("A file without lines is one rejected entry, if the format is forced", arguments: ["", "\n", "\n\n"])
    func empty(text: String) throws {
        let content = SourceContent(Array(text.utf8))
        let document = try GoogleAuthenticatorPAMFormat().read(ImportRequest(content: content))
        #expect(document.outcomes == [.rejected(.typeUnknown)] && document.records == 1)
    }

    @Test("A secret that is not base32 is rejected, if the format is forced")
    func forced() throws {
        let content = SourceContent(Array("not base32!\n\" TOTP_AUTH".utf8))
        let document = try GoogleAuthenticatorPAMFormat().read(ImportRequest(content: content))
        #expect(document.outcomes == [.rejected(.secretNotBase32)])
    }

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

    @Test(
        "A secret and an option identify it",
        arguments: [
            ("\(secret)\n\" TOTP_AUTH", "google-authenticator-pam"),
            ("gezdgnbvgy3tqojq\n12345678\n\" WINDOW_SIZE 3", "google-authenticator-pam"),
            ("\(secret)\n\" OTHER", nil), ("\(secret)\nTOTP_AUTH", nil), ("GEZDGNBV\n\" TOTP_AUTH", nil),
            ("\n\(secret)\n\" TOTP_AUTH", nil), ("\(secret)1\n\" TOTP_AUTH", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
