import TOTPDomain
import Testing

@testable import Importers

/// Single rows with everything that a table says of an account.
@Suite("Tables of password managers")
struct PasswordManagerTableTests {
    private static let secret = "GEZDGNB2"
    private static let fields = "GEZDGNB2 SHA1 6 30"

    private static func lines(_ text: String) throws -> [String] { try read(text).items.map(\.fieldsLine) }

    @Test("1Password: tags, favorites, and a warning that its CSV is not everything")
    func onePassword() throws {
        let document = try read(
            """
            Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
            Acorn,https://a.example,alice,pw,\(Self.secret),true,true,"one;two, three",a note
            """)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice \(Self.fields) tags=one,two,three note=a note favourite"
            ])
        #expect(document.warnings.count == 1 && document.warnings[0].message.contains("1PUX"))
    }

    @Test(
        "Apple Passwords: the user name that it adds to titles is removed",
        arguments: [
            ("Acorn (alice)", "alice", "Acorn"), ("Acorn", "alice", "Acorn"), ("Acorn (bob)", "alice", "Acorn (bob)"),
            ("(alice)", "alice", "a.example"), ("Acorn ()", "", "Acorn ()"), ("Acorn (a(b))", "a(b)", "Acorn"),
            (" Acorn (alice) ", " alice ", "Acorn"),
        ])
    func appleTitles(title: String, userName: String, issuer: String) throws {
        let item = try #require(
            try read("Title,URL,Username,OTPAuth\n\(title),https://www.a.example/x,\(userName),\(Self.secret)").items
                .first)
        #expect(item.issuer == issuer)
    }

    @Test("Proton Pass: the email address in place of a user name, the first address, the vault")
    func protonPass() throws {
        let document = try read(
            """
            type,name,url,email,username,password,note,totp,createTime,modifyTime,vault
            login,,"https://www.a.example/x, https://b.example/",alice@example.com,,pw,n,\(Self.secret),1,1,Work
            login,Birch,,alice@example.com,bob,pw,,\(Self.secret),1,1,
            """)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp a.example|alice@example.com \(Self.fields) tags=Work note=n", "totp Birch|bob \(Self.fields)",
            ])
        #expect(document.warnings.count == 1 && document.warnings[0].message.contains("ZIP"))
    }

    @Test("LastPass: folders, favorites and placeholder addresses")
    func lastPass() throws {
        let lines = try Self.lines(
            """
            url,username,password,totp,extra,name,grouping,fav
            https://a.example,alice,pw,\(Self.secret),"two
            lines",Acorn,Work\\Servers,1
            http://sn,,,\(Self.secret),,,,0
            http://,bob,,\(Self.secret),,,,0
            """)
        #expect(
            lines == [
                "totp Acorn|alice \(Self.fields) tags=Work/Servers note=two\nlines favourite", "totp | \(Self.fields)",
                "totp |bob \(Self.fields)",
            ])
    }

    @Test("LastPass: the rest of a broken row is not an entry, and a warning says so")
    func lastPassDamage() throws {
        let document = try read(
            """
            url,username,password,totp,extra,name,grouping,fav
            https://www.a.example,alice,pw,\(Self.secret),first line
            GEZDGNB2,Torn,GEZDGNB2,GEZDGNB2
            """)
        #expect(document.items.map(\.label) == ["a.example: alice"])
        #expect(document.skipped.counts == [.noOneTimeCode: 1] && document.records == 2)
        #expect(document.warnings.count { $0.message.contains("damaged") } == 1)
        #expect(document.warnings.count { $0.message.contains("fewer cells than the others") } == 1)
    }

    @Test("Dashlane: the first user name and the first code that are not empty")
    func dashlane() throws {
        let lines = try Self.lines(
            """
            username,username2,username3,title,password,note,url,category,otpUrl,otpSecret,otp
            ,,carol,Acorn,pw,n,https://a.example,Work,null, ,\(Self.secret)
            alice,bob,,Acorn,pw,,,,,\(Self.secret),\(Self.secret)
            alice,,,Acorn,pw,,,,null,null,null
            """)
        #expect(lines == ["totp Acorn|carol \(Self.fields) tags=Work note=n", "totp Acorn|alice \(Self.fields)"])
    }

    @Test("RoboForm: commas in values, folders, and the apostrophe before an at sign")
    func roboForm() throws {
        let lines = try Self.lines(
            """
            Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2
            Acorn,,,'@alice,pw,n,/Work/Mail,"User ID$,,,txt,x","totp key$,,,txt,otpauth://totp/a,b?secret=\(Self.secret)"
            Birch,,,'bob,pw,,/,"TOTP KEY$,,,txt,\(Self.secret)","TOTP KEY$,,,txt","TOTP$,,,txt,AAAA"
            """)
        #expect(lines == ["totp Acorn|a,b \(Self.fields) tags=Work/Mail note=n", "totp Birch|'bob \(Self.fields)"])
    }

    @Test("Zoho Vault: the user name in its text of several lines, folder and tags")
    func zohoVault() throws {
        let lines = try Self.lines(
            """
            Password Name,Password URL,SecretData,Notes,Tags,Favorite,TOTP,Folder Name
            Acorn,https://a.example,"SecretType:Web Account
            User Name:alice:x
            Password:User Name:bob
            ",n,"one,two",1,otpauth://totp?secret=\(Self.secret)&digits=6,Work
            """)
        #expect(lines == ["totp Acorn|alice:x \(Self.fields) tags=Work,one,two note=n favourite"])
    }

    @Test("Enpass: labels and values in turn, and a note at the end")
    func enpass() throws {
        let lines = try Self.lines(
            """
            "Acorn","E-mail","alice@example.com","*Password","x","Website","https://a.example","One-time code","\(Self.secret)","a note"
            "Birch","Username","bob","*Password","x","E-mail","b@example.com","totp","\(Self.secret)","*OTP","AAAA","OTP",""
            "","Username","carol","*Password","x","Website","https://www.a.example","One-Time Password","\(Self.secret)"
            "note only","GEZDGNB2"
            "title only"
            """)
        #expect(
            lines == [
                "totp Acorn|alice@example.com \(Self.fields) note=a note", "totp Birch|bob \(Self.fields)",
                "totp a.example|carol \(Self.fields)",
            ])
    }

    @Test("Keeper: folders with the backslash within a name, and several codes")
    func keeper() throws {
        let lines = try Self.lines(
            #"""
            "Work\Ser\\vers","Acorn","alice","x","https://a.example","n","Shared","TFC:Keeper","\#(Self.secret)","$oneTimeCode:b:1","\#(Self.secret)"
            "","short","x"
            """#)
        let line = #"totp Acorn|alice \#(Self.fields) tags=Work/Ser\vers,Shared note=n"#
        #expect(lines == [line, line])
    }

    @Test(
        "A table without its columns is damaged, if its format is forced",
        arguments: [
            "onepassword", "apple-passwords", "proton-pass", "lastpass-vault", "dashlane", "roboform", "zoho-vault",
        ]
            as [FormatID])
    func forced(id: FormatID) throws {
        let format = try #require(FormatRegistry.standard.format(id))
        let failure = #expect(throws: SourceError.self) {
            try format.read(ImportRequest(content: SourceContent(Array("a,b\n1,2".utf8))))
        }
        #expect(failure?.code == .corrupt)
    }

    @Test("A position is the line that the row starts in")
    func positions() throws {
        let document = try read("OTPAuth,Title,Notes\n,No code,\"two\nlines\"\n!,Bad,\n\n:,Bad,\n")
        #expect(document.rejections.map(\.position.description) == ["line 4", "line 6"])
    }
}
