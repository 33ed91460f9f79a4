import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Tables of logins")
struct LoginTableTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"

    @Test(
        "A table is known by one column of one-time passwords and one of logins, however they are written",
        arguments: [
            ("title,otpauth", true), ("Title;One-Time Password", true), ("user_name\t2FA_Secret", true),
            ("\"URL\",\"totp secret\"", true), ("password,mfaKey", true),
            // No column of logins, none or two of one-time passwords, only a part of a name.
            ("otpauth", false), ("colour,otpauth", false), ("title,username,password", false),
            ("title,otp,totp", false), ("title,TOTP Backup Codes", false), ("title,2FA enabled", false),
            ("title,secret", false),
            // Of other formats.
            ("Title,TOTP", false), ("folder,name,login_totp", false), ("name,login_password,login_totp", false),
        ])
    func recognised(header: String, isTable: Bool) {
        let content = SourceContent(Array("\(header)\na,\(Self.link)\n".utf8))
        #expect(LoginTableFormat().recognises(content) == isTable)
    }

    @Test("A link names the account, and the row the rest")
    func names() throws {
        let document = try read(
            """
            Site,E-Mail,Comments,Category,Fav,OTP URL
            Birch,bob,a note,"Work; Old",TRUE,\(Self.link)
            Birch,bob,,,,otpauth://totp/?secret=JBSWY3DPEHPK3PXP
            Birch,bob,,,0,jbsw y3dp ehpk 3pxp
            """)
        #expect(document.format == "csv" && document.records == 3)
        #expect(document.items.map(\.label) == ["Acorn: alice", "Birch: bob", "Birch: bob"])
        #expect(document.items.map(\.note) == ["a note", nil, nil])
        #expect(document.items.map(\.tags) == [["Work", "Old"], [], []])
        #expect(document.items.map(\.isFavorite) == [true, false, false])
        #expect(document.items.allSatisfy { $0.secret.base32 == "JBSWY3DPEHPK3PXP" })
    }

    @Test("A row without a one-time password is skipped; a code or another link is rejected")
    func rows() throws {
        let document = try read("title,otp\na,\nb,-\nc,N/A\nd,None\ne,123456\nf,12 34\ng,https://example.com\nh,A1\n")
        #expect(document.skipped.counts == [.noOneTimeCode: 4])
        #expect(
            document.rejections.map(\.code) == [.secretTooShort, .secretTooShort, .notALink, .secretNotBase32])
        #expect(document.rejections.map(\.label) == ["e", "f", "g", "h"])
    }

    @Test("An apostrophe that only prevents a formula is removed")
    func formulas() throws {
        let document = try read("title,username,notes,otp\n'=1,''@a,'quoted',JBSWY3DPEHPK3PXP\n")
        #expect(document.items.map { [$0.issuer, $0.name, $0.note] } == [["=1", "'@a", "'quoted'"]])
    }

    private func read(_ text: String) throws -> ImportedDocument {
        let content = SourceContent(Array(text.utf8))
        #expect(FormatRegistry.standard.format(of: content)?.description.id == "csv")
        return try LoginTableFormat().read(ImportRequest(content: content))
    }
}
