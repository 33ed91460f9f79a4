import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Tables of logins")
struct LoginTableTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"

    @Test(
        "A table is known by a column of one-time passwords and one of logins, however they are written",
        arguments: [
            ("name,otpauth", "csv"), ("Title;One-Time Password", "csv"), ("user_name\t2FA_Secret", "csv"),
            ("\"URL\",\"totp secret\"", "csv"), ("password,mfaKey", "csv"), ("name,otp,totp", "csv"),
            // A link after a column of passwords, in any column.
            ("password,title", "csv"), ("Passwort,x", "csv"),
            // A secret, which only its cells prove; with parameters of its own.
            ("title,secret", "csv"), ("password,otp,secret,algorithm", "csv"), ("password,otp,secret,period", "csv"),
            // Names of the account in columns of their own, and a link anywhere.
            ("issuer,link", "csv"), ("account,address", "csv"), ("Title,TOTP", "csv"),
            // No column of logins, only a part of a name, another meaning.
            ("otpauth", "otpauth"), ("color,otpauth", "otpauth"), ("title,username", "otpauth"),
            ("title,TOTP Backup Codes", "otpauth"), ("title,2FA enabled", "otpauth"),
            // Of other formats.
            ("Title,TOTP,Group", "keepassxc"), ("folder,name,login_totp", "bitwarden-authenticator"),
            ("name,login_password,login_totp", "bitwarden"), ("title,otpauth", "apple-passwords"),
        ] as [(String, FormatID)])
    func recognized(header: String, format: FormatID) {
        #expect(formatID(of: "\(header)\na,\(Self.link)\n".utf8) == format)
    }

    @Test(
        "A secret that a spreadsheet made a number of is rejected in its row, and the others are read",
        arguments: ["1.23457E+15", "1,23457E+15", "4E+22", " 2.34567E+18 "])
    func spreadsheet(cell: String) throws {
        let document = try read("name;secret\nAcorn;JBSWY3DPEHPK3PXP\nBank;\(cell)\nMail;GEZDGNBVGY3TQOJQ\n")
        #expect(document.items.map(\.issuer) == ["Acorn", "Mail"])
        let rejection = try #require(document.rejections.first)
        #expect(document.rejections.count == 1 && rejection.label == "Bank")
        #expect(rejection.reason.contains("a spreadsheet, such as Excel, replaced the secret by a number"))
    }

    @Test(
        "The table of an app that a spreadsheet saved with other delimiters is still the app's",
        arguments: [
            ("Title;URL;Username;Password;Notes;OTPAuth\nMail;;bob;pw;;KEY\n", "apple-passwords"),
            (
                "url\tusername\tpassword\ttotp\textra\tname\tgrouping\tfav\n\tbob\tpw\tKEY\t\tMail\t\t0\n",
                "lastpass-vault"
            ),
            ("sep=,\nTitle,URL,Username,Password,Notes,OTPAuth\nMail,,bob,pw,,KEY\n", "apple-passwords"),
        ] as [(String, FormatID)])
    func delimiters(text: String, format: FormatID) throws {
        let link = "otpauth://totp/Acorn:bob?secret=GEZDGNBVGY3TQOJQ"
        let content = SourceContent(Array(text.replacing("KEY", with: link).utf8))
        let found = try #require(FormatRegistry.standard.format(of: content))
        let document = try found.read(ImportRequest(content: content))
        #expect(document.format == format && document.warnings.isEmpty)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|bob GEZDGNBVGY3TQOJQ SHA1 6 30"])
        #expect(document.records == document.entries.count + document.skipped.total)
    }

    @Test("Pipes separate cells, too, if there is no space beside them")
    func pipes() throws {
        let document = try read("issuer|name|otpauth\nAcorn|bob|otpauth://totp/?secret=GEZDGNBVGY3TQOJQ\n")
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|bob GEZDGNBVGY3TQOJQ SHA1 6 30"])
    }

    @Test("The title of a table is other text, and a secret in it is named")
    func secretInTitle() throws {
        let table = "issuer,name,secret\nAcorn,bob,GEZDGNBVGY3TQOJQ\n"
        #expect(try read("# old MFRGGZDFMZTWQ2LK\n\(table)").leftovers.all == [Leftover(.secret, .lines(1...1))])
        #expect(try read("My accounts\n\(table)").leftovers.all == [Leftover(.text, .lines(1...1))])
    }

    @Test("Words in a column of one-time passwords are said to be words")
    func words() throws {
        let document = try read("name,otp\nAcorn,My Dog Has Fleas\nBirch,JBSWY3DPEHPK3PXP\n")
        #expect(document.items.map(\.issuer) == ["Birch"])
        #expect(document.rejections.map(\.reason) == [TypedSecret.words.reason])
    }

    @Test(
        "A column with an ambiguous name counts if all its cells are links or secrets, and one is surely",
        arguments: [
            (["JBSWY3DPEHPK3PXP"], true), (["jbsw y3dp-ehpk 3pxp===", "", "none"], true),
            ([link, "AUTHENTICATORAPP"], true),
            (["GOOGLEAUTHENTICATOR"], false), (["enabled"], false), (["yes", "JBSWY3DPEHPK3PXP"], false),
            (["SMS"], false),
            (["JBSWY3DP"], false), (["123456"], false), ([""], false), (["JBSWY3DPEHPK3PX1"], false),
        ] as [([String], Bool)])
    func ambiguousNames(cells: [String], counts: Bool) throws {
        let rows = cells.map { "Acorn,alice,pw,\($0),GEZDGNBVGY3TQOJQ\n" }.joined()
        let text = Array("Service,Login,Password,2FA,2FA Backup Codes\n\(rows)".utf8)
        let file = try LoginTableFile(text)
        #expect(file.tables.map(\.guessed.keys) == (counts ? [[3: .base32]] : []))
        // Only where no other column is sure.
        let sure = try LoginTableFile(Array("otp,Service,2FA\n".utf8) + text)
        #expect(sure.tables.map(\.guessed.keys) == [[0: .base32]])
    }

    @Test("A table of logins without one-time passwords says so; one with links in its notes is a list of links")
    func noCodes() throws {
        let header = "name,url,username,password,note\n"
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read("\(header)Acorn,https://example.com,alice,pw,a note\n")
        }
        #expect(failure?.code == .unrecognised)
        #expect(failure?.message.hasPrefix("a table of logins without a column of one-time passwords") == true)
        #expect(formatID(of: "\(header)Acorn,,alice,pw,see \(Self.link)\n".utf8) == "otpauth")
        #expect(formatID(of: "\(header)Acorn,,alice,pw,\(Self.link)\n".utf8) == "csv")
        #expect(formatID(of: "name,url\nAcorn,https://example.com\n".utf8) == nil)
    }

    @Test("Each column of one-time passwords is read, and links in others, but each secret once, with all parameters")
    func severalColumns() throws {
        let document = try read(
            """
            otp,name,username,password,totp,note
            JBSWY3DPEHPK3PXP,Birch,bob,pw,\(Self.link),otpauth://totp/x?secret=GEZDGNB2
            ,Birch,bob,pw,,steam://GEZDGNB2
            ,Birch,bob,pw,,see \(Self.link)
            """)
        #expect(document.items.map(\.label) == ["Acorn: alice", "Birch: x"])
        #expect(document.skipped.counts == [.noOneTimeCode: 2] && document.records == 4)
    }

    @Test("If several columns have a role, the first that is not empty counts")
    func namesInOrder() throws {
        let document = try read(
            """
            Email,Username,Site,Title,URL,otp
            a@example.com,alice,Site,Acorn,,JBSWY3DPEHPK3PXP
            a@example.com,,Site,,,JBSWY3DPEHPK3PXP
            a@example.com,,,,https://www.Acorn.example/x,JBSWY3DPEHPK3PXP
            """)
        #expect(
            document.items.map(\.label) == ["Acorn: alice", "Site: a@example.com", "acorn.example: a@example.com"])
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
        #expect(document.items.map(\.note) == ["a note\nSite: Birch\nE-Mail: bob", nil, nil])
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
