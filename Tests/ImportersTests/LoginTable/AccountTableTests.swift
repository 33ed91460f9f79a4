import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

/// Tables as people and small tools make them.
@Suite("Tables of accounts")
struct AccountTableTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    // MARK: - Names

    @Test(
        "Issuer and name are what their columns say; nothing is lost",
        arguments: [
            ("issuer,name,totp secret", "GitHub,bob", "GitHub", "bob", nil),
            ("issuer,account,otpauth secret,totp", "GitHub,bob,", "GitHub", "bob", nil),
            // An issuer that is empty is one as well.
            ("issuer,name,totp", ",bob", "", "bob", nil),
            ("url,issuer,name,totp", "https://example.com,,bob", "", "bob", nil),
            ("name,issuer,totp", "bob,GitHub", "GitHub", "bob", nil),
            ("Provider,E-Mail,totp", "GitHub,b@x", "GitHub", "b@x", nil),
            // Without one: title, else host, else account.
            ("Service,Login,totp", "GitHub,bob", "GitHub", "bob", nil),
            ("Service,Account,totp", "GitHub,bob", "GitHub", "bob", nil),
            ("url,account,totp", "https://www.example.com/x,bob", "example.com", "bob", nil),
            ("account,username,totp", "GitHub,bob", "GitHub", "bob", nil),
            // A text in the place of an address that is not an address is a title.
            ("Website;Benutzername;Geheimer Schlüssel", "GitHub;alice", "GitHub", "alice", nil),
            ("url,username,totp", "My Router,admin", "My Router", "admin", nil),
            ("url,username,totp", "github.com/login,bob", "github.com", "bob", nil),
            ("url,username,totp", "bob@nas,bob", "bob@nas", "bob", nil),
            ("url,website,username,totp", ",My Router,admin", "My Router", "admin", nil),
            ("title,url,username,password,totp", "GitHub,Work,bob,pw", "GitHub", "bob", "url: Work"),
            ("issuer,url,username,totp", ",My Router,bob", "", "bob", "url: My Router"),
            ("title,url,username,totp", "GitHub,https://example.com,bob", "GitHub", "bob", nil),
            // Two titles: one of them is the name of the account.
            ("Service,Name,totp", "GitHub,bob", "GitHub", "bob", nil),
            ("Label,App,totp", "bob,GitHub", "GitHub", "bob", nil),
            // Leftover values go into the note.
            ("issuer,account,username,totp", "GitHub,Main,bob", "GitHub", "bob", "account: Main"),
            ("Service,Account,Username,Password,totp", "GitHub,Main,bob,pw", "GitHub", "bob", "Account: Main"),
            ("note,issuer,name,user,totp", "a note,GitHub,Old,bob", "GitHub", "bob", "a note\nname: Old"),
            ("title,username,email,password,totp", "GitHub,bob,b@x,pw", "GitHub", "bob", "email: b@x"),
            // Only one column for both.
            ("account,totp", "GitHub", "GitHub", "", nil), ("account,totp", "b@example.com", "", "b@example.com", nil),
            ("name,totp", "GitHub: bob", "GitHub", "bob", nil),
            ("name,totp", "https://www.example.com", "example.com", "", nil),
            ("name,password,totp", "GitHub: bob,pw", "GitHub: bob", "", nil),
            ("name,username,totp", "GitHub: bob,x", "GitHub: bob", "x", nil),
        ] as [(header: String, cells: String, issuer: String, name: String, note: String?)])
    func names(header: String, cells: String, issuer: String, name: String, note: String?) throws {
        let item = try #require(try table(header, cells + (header.contains(";") ? ";" : ",") + Self.one).items.first)
        #expect([item.issuer, item.name] == [issuer, name])
        #expect(item.note == note)
        #expect(item.secret.base32 == Self.one)
    }

    // MARK: - Parameters

    @Test(
        "Type, algorithm, digits, period and counter are those of their columns, also as spreadsheets write them",
        arguments: [
            ("TOTP,SHA1,6,30,", .totp()), (",,,,", .totp()),
            ("totp,sha-256,8,60,", .totp(.sha256, digits: 8, period: 60)),
            ("time-based,,6.0,\"30,0\",", .totp()), ("OTP_TOTP,,-,nan,none", .totp()),
            ("hotp,SHA512,7,,5", .hotp(.sha512, digits: 7, counter: 5)), ("Counter-based,,,30,0.0", .hotp(counter: 0)),
            ("steam,,,,", .fixed(.steam)), ("totp,,,30,5", .totp()), (",,,30,5", .totp()), (",,,,0", .totp()),
            ("push,,,,", .rejected(.typeUnknown)), (",,,,5", .rejected(.typeUnknown)),
            ("totp,SHA3,,,", .rejected(.algorithmUnknown)), ("totp,,11,,", .rejected(.digitsOutOfRange)),
            ("totp,,6.5,,", .rejected(.digitsOutOfRange)), ("totp,,,half,", .rejected(.periodOutOfRange)),
            ("hotp,,,,-1", .rejected(.counterOutOfRange)),
        ] as [(String, EntryOutcome)])
    func parameters(cells: String, expected: EntryOutcome) throws {
        let document = try table(
            "secret,issuer,type,algorithm,digits,period,counter", "\(Self.one),Acorn,\(cells)",
            "\(Self.two),Birch,totp,,,,")
        #expect(document.outcomes.first == expected)
    }

    @Test("Beside passwords or addresses, a type that is not of one-time passwords is ignored")
    func types() throws {
        for header in ["Password", "URL"] {
            let document = try table(
                "Title,Type,\(header),TOTP", "Acorn,login,x,\(Self.one)", "Birch,steam,x,\(Self.two)")
            #expect(document.outcomes == [.totp(), .fixed(.steam)])
        }
    }

    @Test("A name of a column says that its secrets are hexadecimal, or that they count")
    func kindsOfKeys() throws {
        let hex = try table(
            "issuer,name,secret (hex)", "Acorn,a,48 65 6C 6C 6F 21 DE AD BE EF", "Birch,b,123", "Cedar,c,")
        #expect(hex.items.map(\.secret.base32) == [Self.one])
        #expect(hex.rejections.map(\.code) == [.secretNotHex] && hex.skipped.counts == [.noOneTimeCode: 1])
        let counts = try table(
            "Title,User Name,HmacOtp-Secret-Base32,HmacOtp-Counter", "Acorn,a,\(Self.one),4", "Birch,b,\(Self.two),")
        #expect(counts.outcomes == [.hotp(counter: 4), .hotp(counter: 0)])
    }

    // MARK: - Links

    @Test("A link wins over the same secret alone, wherever it is, and is compared with the columns")
    func linksWin() throws {
        let link = "otpauth://totp/Acorn:alice?secret=\(Self.one)&issuer=Acorn&algorithm=SHA256&digits=8&period=60"
        for (header, row) in [
            ("name,secret,issuer,type,counter,url", "alice,\(Self.one),Acorn,totp,,\(link)"),
            ("url,issuer,secret,name", "\(link),Acorn,\(Self.one.lowercased()),alice"),
            ("totp secret,issuer,otpauth", "\(Self.one),Acorn,\(link)"),
        ] {
            let document = try table(header, row)
            #expect(document.outcomes == [.totp(.sha256, digits: 8, period: 60)])
            #expect(document.items.map(\.label) == ["Acorn: alice"] && document.warnings.isEmpty)
        }
        let other = try table("issuer,otpauth,Digits,Period", "Acorn,\(link),6,60", "Acorn,\(link),8,")
        #expect(other.warnings.count == 1)
        #expect(other.warnings.first?.message.contains("its link differs from \"Digits\"") == true)
        let slower = try table("issuer,otpauth,Period", "Acorn,\(link),30", "Acorn,\(link),60")
        #expect(slower.warnings.count == 1)
        #expect(slower.warnings.first?.message.contains("its link differs from \"Period\"") == true)
    }

    // MARK: - Proof

    @Test(
        "A column called secret counts if its cells prove it, without a column of passwords",
        arguments: [
            (["name,secret", "a,\(one)"], 1), (["name,key", "a,\(one)", "b,\(two)"], 2),
            (["issuer,seed", "a,", "b,\(one)"], 1),
            (["name,token", "a,otpauth://totp/a?secret=\(one)"], 1), (["name,Geheimer Schlüssel", "a,\(one)"], 1),
            (["name,password,secret", "a,pw,\(one)"], nil),
            (["issuer,name,password,secret", "a,b,pw,\(one)"], 1), (["name,secret,key", "a,\(one),\(two)"], nil),
            (["name,secret", "a,\(one)", "b,hunter2"], 1), (["name,key", "a,\(one)", "b,hunter2"], nil),
            (["name,secret", "a,\(one)", "b,hunter2", "c,correct horse"], nil),
            (["name,secret", "a,ABCDEF2345672345"], nil),
            (["name,key", "a,AKIAQ3EGRIEXAMPLE234"], nil), (["product,key", "a,VDGX2-BI4OX-CLFEX-YPBE7-OFWII"], nil),
            (["name,secret", "a,correct horse battery staple"], nil), (["name,secret", "a,administration"], nil),
            (["secret,code", "\(one),x"], nil),
        ] as [([String], Int?)])
    func proof(lines: [String], count: Int?) throws {
        let text = lines.joined(separator: "\n")
        let document = try? ImportersTests.read(text)
        #expect(document?.items.count == count)
        #expect(document == nil || document?.format == "csv")
    }

    @Test(
        "A table that is not proven says what helps",
        arguments: [
            ("name,secret\na,0123456789abcdef0123456789abcdef01234567", "--secret-encoding hex"),
            ("site,username,password,secret\na,b,c,\(one)", "--columns secret=4"),
            ("x,y\na,\(one)\nb,\(two)", "--columns secret=2"), ("name,secret\na,hunter2\n", "--columns secret=2"),
            (
                "name,secret,key\na,\(one),\(two)",
                "columns 2 and 3 may both hold secrets; say which with --columns secret=2,issuer=1 or "
                    + "--columns secret=3,issuer=1"
            ),
            (
                "x,y,z,w\na,\(one),\(two),\(one)\nb,\(two),\(one),\(two)",
                "columns 2, 3 and 4 may all hold secrets; say which with --columns secret=2 or --columns secret=3 or "
                    + "--columns secret=4, and name the columns of issuer and name"
            ),
            (
                "x,y,z\na,\(one),0123456789abcdef0123456789abcdef01234567",
                "--columns secret=2 or --columns secret=3 --secret-encoding hex"
            ),
        ])
    func hints(text: String, hint: String) {
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text) }
        #expect(failure?.code == .unrecognised)
        #expect(failure?.message.contains(hint) == true, "\(failure?.message ?? "")")
    }

    @Test(
        "The advice for a table without a header names all columns, and the question asks for each",
        arguments: [
            ("rosa,\(one),SHA256,8,60\nben,\(two),SHA256,8,60", "secret=2,name=1,algorithm=3,digits=4,period=5"),
            ("1,rosa,\(one),8,\n2,ben,\(two),8,", "secret=3,name=2,digits=4"),
            (
                "Bank,rosa,\(one),hotp,7\nShop,ben,\(two),hotp,9",
                "secret=3,issuer=1,name=2,type=4,-=5 if the column 5 says nothing of the accounts, or else name it, too"
            ),
            (
                "rosa,A1,58e8f1bd8509d6bf6c3a34e7051fdccdeb52354d,8\nben,B2,56c926147bc89e20848d4c1bb2e405fed82d40b1,8",
                "secret=3,name=1,digits=4,-=2 --secret-encoding hex if the column 2 says nothing of the accounts, "
                    + "or else name it, too"
            ),
        ])
    func hintsWithoutHeader(text: String, columns: String) throws {
        let failure = try #require(throws: SourceError.self) { try ImportersTests.read(text) }
        #expect(failure.message.hasPrefix("column "))
        #expect(failure.message.hasSuffix(" may hold secrets; use totp-import import FILE --columns \(columns)"))
        #expect((failure.question == nil) == columns.contains("hex"))
        guard let question = failure.question else { return }
        let document = try LoginTableFormat().read(
            ImportRequest(
                content: SourceContent(Array(text.utf8)),
                columns: try question.columns(question.names.map(\.suggestion))))
        #expect(document.items.map(\.name) == ["rosa", "ben"])
    }

    // MARK: - Rows

    @Test(
        "Titles, a stated delimiter, empty rows and empty columns are not part of the table",
        arguments: [
            "sep=;\n;Codes of 2025;;\n;;;\n;Service;Login;Secret\n;Acorn;alice;JBSW Y3DP EHPK 3PXP\n;;;\n",
            "My codes\n\nPrivate, do not share\nService;Login;Secret\nAcorn;alice;\(one)",
            "# exported by hand, in 2025\nService,Login,Secret\nAcorn,alice,\(one)\n,,",
            "sep=,\r\nService,Login,Secret\r\nAcorn,alice,\(one)\r\n",
            "Service\tLogin\tSecret\t\t\nAcorn\talice\t\(one)\t\t\n\t\t\t\t\n",
        ])
    func titles(text: String) throws {
        let document = try ImportersTests.read(text)
        #expect(document.format == "csv" && document.items.map(\.label) == ["Acorn: alice"])
        #expect(document.items.map(\.secret.base32) == [Self.one])
        #expect(document.records == document.entries.count + document.skipped.total)
        #expect(document.skipped.counts[.noOneTimeCode] == nil)
    }

    @Test("UTF-16 as spreadsheets write it, with the names of columns of other languages")
    func unicodeText() throws {
        let text = "Émetteur\tNom d'utilisateur\tClé secrète\tChiffres\r\nGröße\talice\t\(Self.one)\t8\r\n"
        let document = try ImportersTests.read(
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(document.items.map(\.label) == ["Größe: alice"] && document.outcomes == [.totp(digits: 8)])
    }

    @Test("Two columns of one meaning that disagree reject the row; another secret is named")
    func contradictions() throws {
        let document = try table(
            "issuer,digits,length,key,totp", "Acorn,6,8,x,\(Self.one)", "Birch,6,6,y,\(Self.two)",
            "Cedar,6,,,\(Self.one)")
        #expect(document.items.map(\.label) == ["Birch", "Cedar"])
        #expect(
            document.rejections.map(\.reason.description) == [
                "digits and length contradict each other; keep one of them"
            ])
        #expect(document.warnings.map(\.problem) == ["the column \"key\" is not read"])
        #expect(try table("issuer,length,digits,totp", "Acorn,,6,\(Self.one)").warnings == [])
    }

    @Test("A column twice, of which one cannot be read, rejects the row")
    func twice() throws {
        let document = try table("issuer,period,period,totp", "Acorn,30,30q,\(Self.one)", "Birch,60,,\(Self.two)")
        #expect(document.items.map(\.label) == ["Birch"] && document.outcomes.last == .totp(period: 60))
        #expect(
            document.rejections.map(\.reason.description) == [
                "period and period contradict each other; keep one of them"
            ])
    }

    @Test("Beside passwords, a length is that of the password")
    func lengthOfPassword() throws {
        let document = try table("title,username,password,length,totp", "Acorn,alice,pw,8,\(Self.one)")
        #expect(document.outcomes == [.totp()])
        #expect(document.warnings.map(\.problem) == ["the column \"length\" is not read"])
    }

    @Test(
        "A type that is none of codes and none of entries rejects the row, and is named beside a link",
        arguments: [("SHA3-256", true), ("zorblat", true), ("login", false), ("Secure note", false)])
    func unknownType(type: String, isNamed: Bool) throws {
        let secret = try table("issuer,website,type,totp", "Acorn,https://a.example,\(type),\(Self.one)")
        #expect(secret.rejections.map(\.code) == (isNamed ? [.typeUnknown] : []))
        let link = "otpauth://totp/Acorn?secret=\(Self.one)&issuer=Acorn"
        let other = try table("issuer,website,type,totp", "Acorn,https://a.example,\(type),\(link)")
        #expect(other.items.count == 1)
        #expect(other.warnings.contains { $0.message.contains("its link differs from \"type\"") } == isNamed)
    }

    @Test("One warning names all columns that are not known and not empty, also those with another secret")
    func unknown() throws {
        let document = try table(
            "issuer,Len,totp,Shoe size,Secret 2,Empty,created", "Acorn,8,\(Self.one),44,,,2026",
            "Birch,9,\(Self.two),45,x,,2026")
        #expect(
            document.warnings.map(\.problem) == [
                "the columns \"Len\", \"Shoe size\", \"Secret 2\" are not read"
            ])
        #expect(try table(",issuer,totp,uuid,Last Used", "1,Acorn,\(Self.one),x,y").warnings == [])
        #expect(
            try table(",issuer,totp", "\(Self.two),Acorn,\(Self.one)").warnings.map(\.text).first?.hasPrefix(
                "the column 1 ") == true)
    }

    @Test(
        "A table with an unknown column that has a part of an account in every row is refused, with what reads it",
        arguments: [
            ("8", "8", "digits=Qvexo"), ("6", "10", "digits=Qvexo"), ("30", "60", "period=Qvexo"),
            ("SHA1", "sha-256", "algorithm=Qvexo"), ("totp", "TOTP", "type=Qvexo"), (two, one.lowercased(), "-=Qvexo"),
            ("0123456789abcdef0123", "ffff456789abcdef0123", "-=Qvexo"),
            // Something else, or that of one row; numbers that count the rows.
            ("8", "9", nil), ("8", "", nil), ("x", "y", nil), ("6", "7", nil), ("internationalization", "x", nil),
        ] as [(String, String, String?)])
    func refused(first: String, second: String, option: String?) throws {
        let text = "issuer,Qvexo,totp\nAcorn,\(first),\(Self.one)\nBirch,\(second),\(Self.two)\n"
        guard let option else {
            #expect(try read(text).items.count == 2)
            return
        }
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.message.contains("totp-import import FILE --columns \(option)") == true)
        #expect(failure?.message.contains("--columns -=Qvexo") == true)
        let request = ImportRequest(content: SourceContent(Array(text.utf8)), columns: try TableColumns(option))
        let document = try LoginTableFormat().read(request)
        #expect(document.items.count == 2 && document.warnings == [])
        // Of one record, and where links have all parameters, nothing is certain.
        #expect(try read("issuer,Qvexo,totp\nAcorn,\(first),\(Self.one)\n").items.count == 1)
        let link = "otpauth://totp/A?secret=\(Self.one)"
        let named = try? read("issuer,Qvexo,totp\nAcorn,\(first),\(link)\nBirch,\(second),\(link)\n")
        #expect(option.hasPrefix("-") || named?.items.count == 2)
        // A title that says what it has refuses nothing.
        for title in ["Backup codes", "Position", "id", "Recovery key", "Website"] {
            #expect(try read(text.replacing("Qvexo", with: title)).items.count == 2)
        }
    }

    @Test(
        "Columns of users and services are known in other languages",
        arguments: ["Dienst,Benutzer", "Service,Utilisateur", "Wystawca,Nazwa użytkownika", "Hizmet,Kullanıcı adı"])
    func languages(header: String) throws {
        let document = try table("\(header),secret", "Acorn,anna,\(Self.one)")
        #expect(document.items.map(\.label) == ["Acorn: anna"] && document.warnings == [])
    }

    private func table(_ header: String, _ rows: String...) throws -> ImportedDocument {
        let document = try ImportersTests.read(([header] + rows).joined(separator: "\n"))
        #expect(document.format == "csv")
        return document
    }
}
