import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("Words in the place of a secret")
struct TypedSecretTests {
    private func problem(_ text: String) -> RejectionCode? {
        do throws(EntryError) {
            try TypedSecret.check(text)
            return nil
        } catch { return error.code }
    }

    @Test(
        "Secrets are accepted in every usual form",
        arguments: [
            "JBSWY3DP", "jbswy3dp", "GEZDGNBVGY3TQOJQ", "ABCDEFGHIJKLMNOP", "abcdefghijklmnop", "A2",
            "JBSW Y3DP EHPK 3PXP",
            "jbsw-y3dp-ehpk-3pxp", "JBSW Y3DP EH", "JBSWY3DPEHPK3PXP====", " JBSWY3DP\n", "abc def ghi 234",
            "ABCDEFGH IJKLMNOP QRST",
        ])
    func secrets(text: String) { #expect(problem(text) == nil) }

    @Test(
        "Words are refused with a reason",
        arguments: [
            ("yes", .secretNotBase32), ("See notes", .secretNotBase32), ("Authy", .secretNotBase32),
            ("totp-example", .secretNotBase32), ("Google Authenticator", .secretNotBase32),
            ("it is in the other app", .secretNotBase32), ("please-see-my-notes", .secretNotBase32),
            ("SECRET JBSWY3DPEHPK3PXP", .secretNotBase32), ("ab cd ef gh ij kl mn op 23", .secretNotBase32),
            ("NONA", .secretTooShort), ("backup", .secretTooShort), ("GEZDGNBV", .secretTooShort),
            ("abcd efgh", .secretTooShort), ("ABCDEFGHIJKLMNO", .secretTooShort),
        ] as [(String, RejectionCode)])
    func words(text: String, code: RejectionCode) { #expect(problem(text) == code) }

    @Test(
        "A text that is not base32 is not refused as a word",
        arguments: ["", "  ", "====", "JBSWY3D1", "not base32!", "123456"])
    func others(text: String) { #expect(problem(text) == nil) }

    @Test("The reason does not contain the text")
    func reason() {
        for text in ["see my passphrase", "hunter"] {
            #expect(throws: EntryError.self) { try TypedSecret.check(text) }
            do throws(EntryError) { try TypedSecret.check(text) } catch { #expect(!error.reason.contains(text)) }
        }
    }

    private static let good = "TBIBR2O5CMJTVNP7GJWCZBSCMXY4LSHD"

    /// A text for each kind of file that people fill in.
    private static let files = [
        "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
            + ",,login,One,,,0,,bob,pw,WORD\n,,login,Two,,,0,,bob,pw,\(good)\n",
        #"{"encrypted":false,"items":[{"type":1,"name":"One","login":{"totp":"WORD"}},"#
            + #"{"type":1,"name":"Two","login":{"totp":"\#(good)"}}]}"#,
        "Title,URL,Username,Password,Notes,OTPAuth\nOne,,bob,pw,,WORD\nTwo,,bob,pw,,\(good)\n",
        "title,username,totp secret\nOne,,WORD\nTwo,,\(good)\n",
        #"[{"issuer":"One","totp":"WORD","name":"a"},{"issuer":"Two","totp":"\#(good)","name":"b"}]"#,
    ]

    private static let lists = [
        "One: WORD\nTwo: \(good)\n", "One\tWORD\nTwo\t\(good)\n", "One\nWORD\n\nTwo\n\(good)\n",
        "ONE_TOTP=WORD\nTWO_TOTP=\(good)\n", "Name: One\nSecret: WORD\n\nName: Two\nSecret: \(good)\n",
    ]

    @Test("Random secrets in groups of 4, 5 and 8 are read whole and in silence", arguments: files + lists)
    func groups(text: String) throws {
        var random = SeededGenerator(seed: 62)
        for bytes in stride(from: 10, through: 40, by: 3) {
            let secret = Base32.encode(random.bytes(bytes))
            for size in [4, 5, 8] {
                let groups = stride(from: 0, to: secret.count, by: size)
                    .map { String(secret.dropFirst($0).prefix(size)) }
                for word in [groups.joined(separator: " "), groups.joined(separator: "-").lowercased()] {
                    let document = try read(text.replacing("WORD", with: word))
                    #expect(document.items.first?.secret.base32 == secret && document.warnings.isEmpty, "\(word)")
                    #expect(document.items.count == 2 && document.rejections.isEmpty, "\(word)")
                }
            }
        }
    }
}
