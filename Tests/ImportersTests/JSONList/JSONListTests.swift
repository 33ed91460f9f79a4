import TOTPDomain
import Testing

@testable import Importers

@Suite("JSON with accounts, of no known app")
struct JSONListTests {
    private static let secret = "JBSWY3DPEHPK3PXP", other = "GEZDGNBVGY3TQOJQ", third = "KRSXG5CTMVRXEZLU"

    @Test(
        "What a record says of its codes, or has of another account, is named wherever it is",
        arguments: [
            (#""history":[{"secret":"\#(third)","date":"2024-01-01"}]"#, "history.secret"),
            (#""timeskew":90"#, "timeskew"), (#""timeOffset":30"#, "timeOffset"),
        ])
    func besides(member: String, name: String) throws {
        let document = try read(#"[{"issuer":"Acorn","user":"anna","secret":"\#(Self.secret)",\#(member)}]"#)
        #expect(document.items.count == 1)
        #expect(document.unread.names.map(\.name) == [name])
    }

    @Test("The number of a group is not a tag, unlike a text of digits", arguments: [("7", []), (#""7""#, ["7"])])
    func groupNumber(value: String, tags: [String]) throws {
        let document = try read(#"[{"issuer":"Acorn","user":"anna","secret":"\#(Self.secret)","group":\#(value)}]"#)
        #expect(document.items.map(\.tags) == [tags] && document.warnings.isEmpty)
    }

    @Test(
        "A type, an algorithm or a number beside a link is compared with it, also if it is not known",
        arguments: [
            (#""type":"TOTP2""#, true), (#""type":"totp""#, false), (#""algorithm":"SHA3""#, true),
            (#""algorithm":"sha1""#, false), (#""type":"login","password":"x""#, false), (#""type":1"#, false),
        ])
    func besideLink(member: String, isNamed: Bool) throws {
        let link = "otpauth://totp/Acorn:anna?secret=\(Self.secret)&issuer=Acorn"
        let document = try read(#"[{"name":"anna","url":"\#(link)",\#(member)}]"#)
        #expect(document.items.count == 1)
        #expect(document.warnings.contains { $0.message.contains("its link differs from") } == isNamed)
    }

    // MARK: - Other apps' files, as it used to be read

    @Test(
        "A script's list is read by its own names, not as a file of an app",
        arguments: [
            (
                #"{"name":"anna","issuer":"Acorn","secret":"\#(secret)","algorithm":"SHA256","digits":8,"period":60}"#,
                "totp Acorn|anna \(secret) SHA256 8 60"
            ),
            (
                """
                {"name":"anna","secret":"\(secret)","issuer":"Acorn","type":"totp","counter":null,\
                "url":"otpauth://totp/Acorn:anna?secret=\(secret)&issuer=Acorn&digits=8&period=60"}
                """,
                "totp Acorn|anna \(secret) SHA1 8 60"
            ),
            (
                """
                {"name":"anna","secret":"\(secret)","issuer":"Acorn","type":"hotp","counter":7,\
                "url":"otpauth://hotp/Acorn:anna?secret=\(secret)&issuer=Acorn&counter=7"}
                """,
                "hotp Acorn|anna \(secret) SHA1 6 7"
            ),
            (
                #"{"issuer":"Acorn","name":"acorn","secret":"\#(secret)"}"#,
                "totp Acorn|acorn \(secret) SHA1 6 30"
            ),
            (
                #"{"issuer":"Acorn","service":"Acorn","secret":"\#(secret)"}"#, "totp Acorn| \(secret) SHA1 6 30"
            ),
            (
                #"{"issuer":"Acorn","label":"anna","secret":"\#(secret)","type":"totp","interval":60,"algo":"sha512"}"#,
                "totp Acorn|anna \(secret) SHA512 6 60"
            ),
        ])
    func notAnApp(record: String, line: String) throws {
        let document = try read("[\(record)]")
        #expect(document.format == "json-list")
        #expect(document.items.map(\.fieldsLine) == [line])
        #expect(document.warnings == [] && document.rejections.isEmpty)
    }

    @Test("A number that a spreadsheet made of a secret is named", arguments: ["1.23457E+15", #""1.23457E+15""#])
    func spreadsheet(value: String) throws {
        let document = try read(
            #"[{"issuer":"Acorn","secret":"\#(Self.secret)"},{"issuer":"Bank","secret":\#(value)}]"#)
        #expect(document.items.map(\.issuer) == ["Acorn"])
        #expect(document.rejections.map(\.reason.description).first?.hasPrefix("a spreadsheet, such as Excel") == true)
    }

    @Test(
        "A file with members that the app does not write is not the app's",
        arguments: [
            // andOTP, GNOME Authenticator, Raivo, Authy.
            #"[{"secret":"\#(secret)","type":"TOTP","label":"a"},{"secret":"\#(secret)","label":"b","interval":60}]"#,
            #"[{"secret":"\#(secret)","type":"TOTP","label":"a","website":"acorn.example"}]"#,
            #"[{"secret":"\#(secret)","type":"OTP","label":"a","tags":[],"algo":"SHA256"}]"#,
            #"[{"secret":"\#(secret)","kind":"TOTP","timer":60,"name":"a"}]"#,
            #"[{"name":"a","secret":"\#(secret)"},{"name":"b","secret":"\#(secret)","period":60}]"#,
            // FreeOTP+, LastPass, Proton, Stratum, cotp, OTP Manager.
            #"{"tokens":[{"label":"a","secret":"\#(secret)","type":"TOTP","digits":8}]}"#,
            #"{"version":1,"accounts":[{"id":1,"name":"a","secret":"\#(secret)","digits":8}]}"#,
            #"{"version":1,"entries":[{"id":1,"name":"a","secret":"\#(secret)","digits":8}]}"#,
            #"{"version":1,"entries":{"Acorn":{"secret":"\#(secret)","digits":8}}}"#,
            #"{"Authenticators":[{"Issuer":"a","Secret":"\#(secret)","Hash":"SHA256"}]}"#,
            #"{"version":1,"elements":[{"issuer":"a","secret":"\#(secret)","interval":60}]}"#,
            #"{"accounts":[{"name":"a","secret":"\#(secret)","type":"hotp","counter":5}]}"#,
            // Bitwarden, Keeper, 2FAS, Steam, the browser extension, this program.
            #"{"encrypted":false,"items":[{"name":"a","secret":"\#(secret)"}]}"#,
            #"{"records":[{"title":"a","login":"b","secret":"\#(secret)"}]}"#,
            #"{"services":[{"name":"a","otp":{"secret":"\#(secret)","digits":8}}]}"#,
            #"{"shared_secret":"\#(secret)","issuer":"a"}"#,
            #"{"accounts":{"Acorn":{"shared_secret":"\#(secret)","issuer":"a"}}}"#,
            #"{"Acorn":{"secret":"\#(secret)","type":"totp","digits":8}}"#,
            #"{"Acorn":{"secret":"\#(secret)","index":0,"interval":60}}"#,
            #"{"format":"totp-import-items","version":1,"items":[{"issuer":"a","secret":"\#(secret)","interval":60}]}"#,
        ])
    func notOwn(text: String) { #expect(formatID(of: text.utf8) == "json-list") }

    @Test("A counter is the next one, and not the last one as in OTP Manager's files")
    func counter() throws {
        let text = #"{"accounts":[{"name":"a","issuer":"b","secret":"\#(Self.secret)","type":"hotp","counter":5}]}"#
        #expect(try read(text).items.map(\.fieldsLine) == ["hotp b|a \(Self.secret) SHA1 6 5"])
    }

    // MARK: - Names

    @Test(
        "Issuer and name are read from members of any usual name",
        arguments: [
            (#""issuer":"Acorn","name":"anna""#, "Acorn|anna"),
            (#""Issuer":"Acorn","accountName":"anna""#, "Acorn|anna"),
            (#""service":"Acorn","username":"anna""#, "Acorn|anna"),
            (#""service":"Acorn","label":"anna""#, "Acorn|anna"),
            (#""name":"Acorn","user":"anna""#, "Acorn|anna"), (#""title":"Acorn","account":"anna""#, "Acorn|anna"),
            (#""account":"anna","website":"https://www.acorn.example/login""#, "acorn.example|anna"),
            (#""user":"anna","domain":"acorn.example""#, "acorn.example|anna"),
            (#""account":"Acorn:anna""#, "Acorn|anna"), (#""account":"anna@example.com""#, "|anna@example.com"),
            (#""account":"Acorn""#, "Acorn|"), (#""name":"Acorn: anna""#, "Acorn|anna"),
            (#""name":"anna@example.com""#, "|anna@example.com"), (#""name":"Acorn","type":"totp""#, "Acorn|"),
            (#""issuer":"Acorn","name":"Acorn:anna""#, "Acorn|anna"), (#""issuer":null,"name":"Acorn""#, "Acorn|"),
            (#""service":{"name":"Acorn","id":7},"label":"anna""#, "Acorn|anna"),
            (#""issuer":{"name":"Acorn"},"user":{"email":"anna@example.com"}"#, "Acorn|anna@example.com"),
            (#""account":{"issuer":"Acorn","name":"anna"}"#, "Acorn|anna"), (#""email":"anna","type":"totp""#, "|anna"),
        ])
    func names(members: String, names: String) throws {
        let document = try read(#"[{\#(members),"secret":"\#(Self.secret)","digits":8}]"#)
        #expect(document.items.map(\.fieldsLine) == ["totp \(names) \(Self.secret) SHA1 8 30"])
    }

    @Test("Names that are left over, and notes, go to the note")
    func note() throws {
        let text = #"""
            [{"issuer":"Acorn","username":"anna","email":"a@example.com","account":"main","note":"spare","tags":["x"],
            "secret":"\#(Self.secret)"}]
            """#
        let line = "totp Acorn|anna \(Self.secret) SHA1 6 30 tags=x note=spare\nemail: a@example.com\naccount: main"
        #expect(try read(text).items.map(\.fieldsLine) == [line])
    }

    // MARK: - Parameters

    @Test(
        "Parameters are read in any spelling",
        arguments: [
            (#""digits":"8","interval":"60","hash":"HmacSHA512""#, "totp A|b \(secret) SHA512 8 60"),
            (#""DIGITS":8.0,"time_step":60,"algo":"sha-256""#, "totp A|b \(secret) SHA256 8 60"),
            (#""digits":"","period":null,"algorithm":"""#, "totp A|b \(secret) SHA1 6 30"),
            (#""otp":{"digits":8,"period":60},"length":32"#, "totp A|b \(secret) SHA1 8 60"),
            (#""algorithm":"SHA256","hash":"0123456789abcdef""#, "totp A|b \(secret) SHA256 6 30"),
            (#""type":"HOTP","counter":"3""#, "hotp A|b \(secret) SHA1 6 3"),
            (#""otp_type":"counter-based","counter":3"#, "hotp A|b \(secret) SHA1 6 3"),
            (#""kind":"time-based","counter":3"#, "totp A|b \(secret) SHA1 6 30"),
            (#""type":"steam","digits":6"#, "steam A|b \(secret) SHA1 5 30"),
            (#""type":"login","url":"https://acorn.example""#, "totp A|b \(secret) SHA1 6 30"),
            (#""timeIntervalInSeconds":60"#, "totp A|b \(secret) SHA1 6 60"),
            (#""stepSeconds":"60""#, "totp A|b \(secret) SHA1 6 60"),
        ])
    func parameters(members: String, line: String) throws {
        let text = #"[{"issuer":"A","name":"b","secret":"\#(Self.secret)",\#(members)}]"#
        #expect(try read(text).items.map(\.fieldsLine) == [line])
    }

    @Test(
        "Contradictory and ambiguous records are rejected",
        arguments: [
            (#""digits":8,"otp_length":6"#, "field-damaged"), (#""period":30,"interval":60"#, "field-damaged"),
            (#""algorithm":"SHA1","algo":"SHA256""#, "field-damaged"),
            (#""type":"totp","kind":"hotp""#, "field-damaged"),
            (#""counter":3"#, "type-unknown"),
            (#""type":"push""#, "type-unknown"), (#""digits":[8]"#, "digits-out-of-range"),
            (#""algorithm":2"#, "algorithm-unknown"), (#""encoding":"rot13""#, "field-damaged"),
        ] as [(String, RejectionCode)])
    func contradictions(members: String, code: RejectionCode) throws {
        let good = #"{"issuer":"A","secret":"\#(Self.other)"}"#
        let document = try read(#"[\#(good),{"issuer":"A","secret":"\#(Self.secret)",\#(members)}]"#)
        #expect(document.rejections.map(\.code) == [code])
    }

    // MARK: - Secrets

    @Test(
        "Another secret in a record is named",
        arguments: [
            (#""secret2":"x""#, ["secret2"]), (#""Old secret":"x""#, ["Old secret"]), (#""secret2":"""#, []),
            (#""seed":"\#(other)""#, ["seed"]), (#""seed":"\#(secret)""#, []),
        ] as [(String, [String])])
    func furtherSecret(member: String, names: [String]) throws {
        let document = try read(#"[{"issuer":"A","name":"b","secret":"\#(Self.secret)",\#(member)}]"#)
        #expect(document.items.map(\.secret.base32) == [Self.secret])
        #expect(document.warnings.map(\.problem) == names.map { "the member \"\($0)\" is not read" })
    }

    @Test(
        "A secret is read in any place of a record",
        arguments: [
            #""issuer":"A","otp_secret":"jbsw y3dp ehpk 3pxp""#, #""issuer":"A","Secret":"\#(secret)""#,
            #""issuer":"A","totp":"\#(secret)""#, #""issuer":"A","mfa":{"secret":"\#(secret)"}"#,
            #""issuer":"A","secret":{"base32":"\#(secret)","hex":"48656c6c6f21deadbeef"}"#,
            #""issuer":"A","secret":{"hex":"48656c6c6f21deadbeef"}"#,
            #""issuer":"A","secretHex":"48656C6C6F21DEADBEEF""#,
            #""issuer":"A","secret":"48656c6c6f21deadbeef","encoding":"HEX""#,
            #""issuer":"A","secret":"SGVsbG8h3q2+7w==","encoding":"base64""#,
            #""issuer":"A","key":"\#(secret)""#, #""issuer":"A","token":"\#(secret)""#, #""secret":"\#(secret)""#,
            #""issuer":"A","secret":"\#(secret)","otp":"enabled","totp":true"#,
            #""issuer":"A","link":"otpauth://totp/A?secret=\#(secret)""#,
            #""issuer":"A","deep":{"deeper":[{"uri":"otpauth://totp/A?secret=\#(secret)"}]}"#,
        ])
    func secrets(members: String) throws {
        let document = try read("[{\(members)}]")
        #expect(document.format == "json-list")
        #expect(document.items.map(\.secret.base32) == [Self.secret])
    }

    @Test(
        "Other secrets are not read",
        arguments: [
            #"[{"client_id":"a","client_secret":"\#(secret)","name":"b"}]"#,
            #"[{"client_id":"a","secret":"\#(secret)","name":"b"}]"#, #"{"keys":[{"kty":"oct","k":"\#(secret)"}]}"#,
            #"{"api_key":"\#(secret)"}"#, #"{"GITHUB_TOKEN":"abc","password":"\#(secret)"}"#,
            #"[{"name":"a","password":"b","token":"\#(secret)"}]"#, #"[{"name":"a","key":"ABCDEFGHIJKLMNOP"}]"#,
            #"[{"name":"a","key":"\#(secret)"},{"name":"b","key":"another"}]"#,
            #"[{"name":"a","key":"deadbeef22334455"}]"#, #"[{"name":"a","key":"AKIAIOSFODNN7EXAMPLE"}]"#,
            #"[{"name":"a","key":"ABCD2-EFGH3-IJKL4-MNOP5-QRST6"}]"#, #"[{"issuer":"a","secret":"JBSWY3DP"}]"#,
            #"[{"issuer":"a","secret":"not base32"}]"#, #"[{"issuer":"a","secret":""}]"#, #"{"name":"a"}"#, "{}", "[]",
            #"{"a":"top 5 songs of the week"}"#, #"{"a":"\#(secret)","b":"something else"}"#,
            #"{"a":{"b":{"c":[{"issuer":"d","secret":"\#(secret)"}]}}}"#,
            #"{"SecretList":[{"ARN":"a","Name":"b","secret":"\#(secret)"}]}"#,
        ])
    func otherSecrets(text: String) { #expect(formatID(of: text.utf8) == nil) }

    @Test("Two secrets under names that mean nothing else are two accounts, as in a table")
    func twoSecrets() throws {
        let document = try read(#"[{"issuer":"A","totp":"\#(Self.secret)","totp_secret":"\#(Self.other)"}]"#)
        #expect(document.items.map(\.secret.base32) == [Self.secret, Self.other])
    }

    // MARK: - Links

    @Test("The link counts, and a warning says what differs")
    func linkWins() throws {
        let link = "otpauth://totp/Acorn:anna?secret=\(Self.secret)&issuer=Acorn&digits=8"
        let document = try read(
            #"[{"name":"Acorn","issuer":"Birch","digits":6,"period":30,"secret":"\#(Self.other)","url":"\#(link)"}]"#)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|anna \(Self.secret) SHA1 8 30 note=issuer: Birch"])
        let warning =
            "entry 1 (Acorn: anna): its link differs from \"issuer\", \"digits\", \"secret\"; the link was used"
        #expect(document.warnings.map(\.message) == [warning])
    }

    @Test("A link without names has those of its record")
    func linkWithoutNames() throws {
        let document = try read(#"[{"service":"Acorn","user":"anna","otp":"otpauth://totp/?secret=\#(Self.secret)"}]"#)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|anna \(Self.secret) SHA1 6 30"])
        #expect(document.warnings == [])
    }

    @Test("Each link of a record is an account, and an export of Google Authenticator is rejected")
    func severalLinks() throws {
        let links = [Self.secret, Self.other].map { #""otpauth://totp/A?secret=\#($0)""# }.joined(separator: ",")
        let document = try read(#"[{"urls":[\#(links)]},{"url":"otpauth-migration://offline?data=AA"}]"#)
        #expect(document.items.map(\.secret.base32) == [Self.secret, Self.other])
        #expect(document.rejections.count == 1 && document.records == 3)
    }

    // MARK: - Shapes

    @Test("A map may have secrets and objects side by side", arguments: ["", #""accounts":"#])
    func mixedMap(start: String) throws {
        let map = #"{"GitHub":"\#(Self.secret)","Acme":{"secret":"\#(Self.other)","digits":8},"theme":"dark"}"#
        let document = try read(start.isEmpty ? map : "{\(start)\(map)}")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp GitHub| \(Self.secret) SHA1 6 30", "totp Acme| \(Self.other) SHA1 8 30",
            ])
        #expect(document.records == 2)
    }

    @Test(
        "A map with a link has an account per member, and a record with a link has one",
        arguments: [
            (#""A":"LINK","Birch:b":"\#(other)""#, ["A: a", "Birch: b"], 0),
            (#""A":"LINK","B":"\#(other)","C":{"secret":"\#(third)","digits":8},"version":1"#, ["A: a", "B", "C"], 0),
            (#""A":"LINK","C":{"secret":"\#(third)"}"#, ["A: a", "C"], 0),
            (#""A":"LINK","B":"otpauth://totp/?secret=\#(other)""#, ["A: a", "B"], 0),
            (#""uri":"LINK","recovery":"\#(other)""#, ["A: a"], 1),
            (#""uri":"LINK","serial":"\#(other)""#, ["A: a"], 1),
            (#""otp":"LINK","B":"\#(other)""#, ["A: a"], 1),
            (#""A":"LINK","B":"\#(other)","C":"a word""#, ["A: a"], 1),
        ])
    func mapWithLink(members: String, labels: [String], warnings: Int) throws {
        let link = "otpauth://totp/A:a?secret=\(Self.secret)&issuer=A"
        let document = try read("{\(members.replacing("LINK", with: link))}")
        #expect(document.items.map(\.label) == labels && document.warnings.count == warnings)
    }

    @Test(
        "A secret in a list of fields is read or named",
        arguments: [
            (#""fields":[{"type":"OTP","value":"\#(secret)"},{"type":"text","value":"x"}]"#, 2, []),
            (#""extras":[{"label":"totp","value":"JBSW Y3DP EHPK 3PXP"}]"#, 2, []),
            (#""fields":[{"type":"OTP","value":""}]"#, 1, []),
            (#""fields":[{"type":"other","value":"\#(secret)"}]"#, 1, ["fields"]),
            (#""fields":["OTP: \#(secret)"]"#, 1, ["fields"]),
            (#""attachments":[{"otp":"\#(secret)"}]"#, 1, ["attachments.otp"]),
            (#""history":[{"id":"\#(secret)"}]"#, 1, []),
        ] as [(String, Int, [String])])
    func fields(member: String, count: Int, names: [String]) throws {
        let document = try read(
            #"[{"title":"A","username":"a",\#(member)},{"title":"B","secret":"\#(Self.other)"}]"#)
        #expect(document.items.count == count && document.rejections.isEmpty)
        #expect(document.warnings.map(\.problem) == names.map { "the member \"\($0)\" is not read" })
    }

    @Test("The encoding that the user names is that of a map, too")
    func encodedMap() throws {
        let content = SourceContent(Array(#"{"Elm:eve":"b2c3d4e5f6a7b2c3d4e5"}"#.utf8))
        let document = try LoginTableFormat().read(ImportRequest(content: content, secretEncoding: .hex))
        #expect(document.items.map(\.fieldsLine) == ["totp Elm|eve WLB5JZPWU6ZMHVHF SHA1 6 30"])
    }

    @Test("A record whose secrets are deeper in it is named")
    func deepSecrets() throws {
        let document = try read(
            #"[{"issuer":"A","accounts":[{"user":"b","secret":"\#(Self.other)"}]},{"issuer":"C","secret":"\#(Self.secret)"}]"#
        )
        #expect(document.items.count == 1 && document.warnings.map(\.message).contains { $0.contains("\"accounts\"") })
    }

    @Test("Of two notes, both are kept")
    func twoNotes() throws {
        let document = try read(#"[{"name":"A","secret":"\#(Self.secret)","notes":"one","comment":"two"}]"#)
        #expect(document.items.map(\.note) == ["one\ntwo"])
    }

    @Test(
        "Accounts are read in lists, objects, maps and lines",
        arguments: [
            #"[{"issuer":"A","secret":"\#(secret)"}]"#, #"{"issuer":"A","secret":"\#(secret)"}"#,
            #"{"codes":[{"issuer":"A","secret":"\#(secret)"}],"tags":[{"name":"x"}],"version":3}"#,
            #"{"data":{"tokens":[{"issuer":"A","secret":"\#(secret)"}]}}"#,
            #"{"data":{"issuer":"A","secret":"\#(secret)"}}"#, #"{"issuer":"A","otp":{"secret":"\#(secret)"}}"#,
            #"{"A":"\#(secret)"}"#, #"{"A":{"secret":"\#(secret)"}}"#, #"{"accounts":{"A":{"secret":"\#(secret)"}}}"#,
            #"{"accounts":{"A":"\#(secret)"}}"#, #"{"A":"otpauth://totp/A:?secret=\#(secret)&issuer=A"}"#,
            #"{"A":{"otp":{"secret":"\#(secret)"}},"settings":{"theme":"dark"}}"#,
            #"{"1":{"issuer":"A","secret":"\#(secret)"},"2":null}"#,
            "{\"issuer\":\"A\",\"secret\":\"\(secret)\"}\n\n{\"issuer\":\"B\"}\n",
        ])
    func shapes(text: String) throws {
        let document = try read(text)
        #expect(document.format == "json-list")
        #expect(document.items.map(\.fieldsLine) == ["totp A| \(Self.secret) SHA1 6 30"])
        #expect(document.warnings == [] && document.rejections.isEmpty)
    }

    @Test(
        "Values around the records apply to records without their own",
        arguments: [
            #"{"digits":8,"period":60,"accounts":[{"name":"A","secret":"\#(secret)"}]}"#,
            #"{"digits":8,"data":{"period":60,"length":1,"list":[{"name":"A","digits":8,"secret":"\#(secret)"}]}}"#,
            #"{"digits":8,"period":60,"A":{"secret":"\#(secret)"},"B":{}}"#,
            #"{"issuer":"A","digits":8,"accounts":[{"period":60,"secret":"\#(secret)"}]}"#,
        ])
    func defaults(text: String) throws {
        #expect(try read(text).items.map(\.fieldsLine) == ["totp A| \(Self.secret) SHA1 8 60"])
    }

    @Test("Records without a secret are skipped; those that are not objects are rejected")
    func records() throws {
        let document = try read(
            #"[{"issuer":"A","secret":"\#(Self.secret)"},{"issuer":"B"},{"issuer":"C","secret":null},7,null]"#)
        #expect(document.items.count == 1 && document.rejections.count == 2 && document.records == 5)
        #expect(document.skipped.counts == [.noOneTimeCode: 2])
    }

    @Test("Two lists of accounts are refused, with the names of both; two lists of links are a list of links")
    func twoLists() throws {
        let list = #"[{"issuer":"A","secret":"\#(Self.secret)"}]"#
        #expect {
            try read(#"{"work":\#(list),"data":{"home":\#(list)}}"#)
        } throws: { error in
            let error = error as? SourceError
            return error?.code == .unrecognised && error?.message.contains("in work and in data.home;") == true
        }
        let links = #"[{"url":"otpauth://totp/A?secret=\#(Self.secret)"}]"#
        #expect(formatID(of: #"{"work":\#(links),"home":\#(links)}"#.utf8) == "otpauth")
    }

    @Test("Links outside of the list, and parts that are nested too deeply, are named")
    func unread() throws {
        let document = try read(
            """
            {"accounts":[{"issuer":"A","secret":"\(Self.secret)","a":{"b":{"period":60}}}],\
            "more":[["otpauth://totp/A?secret=\(Self.other)"]]}
            """)
        #expect(
            document.warnings.map(\.text) == [
                "links outside of accounts are not read; check whether they are accounts",
                "the member \"a\" is not read; if it says something of the accounts, name it with --columns, or else with "
                    + "--columns -=NAME",
            ])
    }

    @Test(
        "A damaged text is still known, and the damage is named",
        arguments: [
            #"[{"issuer":"A","secret":"\#(secret)"},{"issuer":"B""#, #"[{"issuer":"A","secret":"\#(secret)"},]"#,
            #"{"data":{"list":[{"issuer":"A","secret":"\#(secret)"}]"#,
        ])
    func damaged(text: String) {
        #expect(formatID(of: text.utf8) == "json-list")
        #expect(throws: SourceError.self) { try read(text) }
    }

    @Test("Too many records are refused")
    func limit() {
        let list = jsonList([String](repeating: #"{"issuer":"A","secret":"\#(Self.secret)"}"#, count: 3))
        var limits = ImportLimits()
        limits.entries = 2
        #expect(throws: SourceError.self) { try read(list, limits: limits) }
    }
}
