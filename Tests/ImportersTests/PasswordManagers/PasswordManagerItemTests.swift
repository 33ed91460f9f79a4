import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

/// Single entries with everything that a JSON export says of an account.
@Suite("Items of password managers")
struct PasswordManagerItemTests {
    private static let secret = "GEZDGNB2"
    private static let fields = "GEZDGNB2 SHA1 6 30"

    private static func lines(_ text: String) throws -> [String] { try read(text).items.map(\.fieldsLine) }

    // MARK: - 1Password

    private static func item(_ members: String) -> String {
        #"{"accounts":[{"vaults":[{"attrs":{"name":"Private"},"items":[\#(members)]}]}]}"#
    }

    @Test("1Password: every field with a code, in any section, and the vault's name")
    func onePassword() throws {
        let lines = try Self.lines(
            Self.item(
                #"""
                {"overview":{"title":"Acorn","url":"https://a.example","tags":["one"]},"favIndex":1,"details":{
                "loginFields":[{"designation":"password","value":"x"},{"designation":"username","value":"alice"}],
                "notesPlain":"n","sections":[{"title":"none"},{"fields":[{"id":"x","value":{"totp":"GEZDGNB2"}},
                {"value":{"concealed":"AAAA"}},{"value":{"totp":""}}]},{"fields":[{"value":{"totp":"gezdgnb2"}}]}]}},
                {"details":{"sections":[{"fields":[{"id":"username","value":{"string":"api"}},{"value":{"totp":"GEZDGNB2"}}]}]}}
                """#))
        let line = "totp Acorn|alice \(Self.fields) tags=one,Private note=n favourite"
        #expect(lines == [line, line, "totp |api \(Self.fields) tags=Private"])
    }

    @Test("1Password: an archived item has no warning, one in the trash has")
    func onePasswordTrash() throws {
        let code = #""details":{"sections":[{"fields":[{"value":{"totp":"GEZDGNB2"}}]}]}"#
        #expect(try read(Self.item(#"{"state":"archived",\#(code)}"#)).warnings == [])
        #expect(try read(Self.item(#"{"trashed":true,\#(code)}"#)).warnings.count == 1)
    }

    @Test("1PIF: lines of both programs; a line that is not an object costs only itself")
    func interchange() throws {
        let document = try read(
            #"""
            {"uuid":"a","title":"Acorn","location":"https:\/\/a.example","secureContents":{"notesPlain":"n",
            ***5642bee8-a5ff-11dc-8314-0800200c9a66***
            {"uuid":"b","title":"Acorn","location":"https:\/\/a.example","openContents":{"tags":["t"],"faveIndex":1},"secureContents":{"notesPlain":"n","fields":[{"designation":"username","value":"alice"}],"sections":[{"fields":[{"n":"TOTP_1","v":"GEZDGNB2"},{"n":"TOTP_2"},{"n":"x","v":"AAAA"}]}]}}
            ***5642bee8-a5ff-11dc-8314-0800200c9a66***
            {"uuid":"c","hmac":"x","overview":{"title":"Birch"},"details":{"sections":[{"fields":[{"n":"TOTP_1","v":"GEZDGNB2"}]}]}}
            """#)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice \(Self.fields) tags=t note=n favourite", "totp Birch| \(Self.fields)",
            ])
        #expect(document.rejections.map(\.position.description) == ["line 1"])
        #expect(document.format == "onepassword" && document.records == 3 && document.warnings.isEmpty)
    }

    @Test("1PIF: a member beside the contents that is not known is named", arguments: ["overview", "openContents"])
    func interchangeHead(name: String) throws {
        let document = try read(
            #"""
            {"uuid":"a","\#(name)":{"heading":"Birch"},
            "secureContents":{"sections":[{"fields":[{"n":"TOTP_1","v":"GEZDGNB2"}]}]}}
            """#.filter { !$0.isNewline })
        #expect(document.items.count == 1 && document.warnings.count == 1)
        #expect(document.warnings.first?.message.contains("\"heading\" is not read") == true)
    }

    // MARK: - Others

    @Test("CXF: names from the credential, the item and its login; drafts have plain names")
    func cxf() throws {
        let document = try read(
            #"""
            {"version":{"major":1},"exporterRpId":"x","accounts":[{"collections":[
            {"title":"Outer","items":[],"subCollections":[{"title":"Inner","items":[{"item":"i"}]}]}],"items":[
            {"id":"i","title":"Acorn","favorite":true,"tags":["t"],"credentials":[
            {"type":"totp","secret":"GEZDGNB2"},{"type":"basic-auth","username":{"value":"alice"}},
            {"type":"note","content":{"value":"n"}},{"type":"totp","secret":"GEZDGNB2","issuer":"Own","username":"me","algorithm":"sha256","digits":8,"period":60}]},
            {"title":"Birch","credentials":[{"type":"basic-auth","username":"bob"},{"type":"totp","secret":"GEZDGNB2","algorithm":"steam","digits":9}]}]}]}
            """#)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice \(Self.fields) tags=t,Outer/Inner note=n favourite",
                "totp Own|me GEZDGNB2 SHA256 8 60 tags=t,Outer/Inner note=n favourite",
                "steam Birch|bob GEZDGNB2 SHA1 5 30",
            ])
        #expect(document.records == 3)
    }

    @Test("CXF: a credential without a secret and one of an unknown algorithm are rejected")
    func cxfRejections() throws {
        let document = try read(
            #"""
            {"email":"","collections":[],"items":[{"title":"Acorn","credentials":[{"type":"totp"},{"type":"totp","secret":" "},
            {"type":"totp","secret":"GEZDGNB2","algorithm":"sha3-256"},{"type":"totp","secret":"GEZDGNB2","digits":11}]}]}
            """#)
        #expect(
            document.rejections.map(\.code) == [.secretMissing, .secretMissing, .algorithmUnknown, .digitsOutOfRange])
    }

    @Test(
        "CXF: a custom field is a code if it is a link, or if its id says so",
        arguments: [
            (#"{"value":"otpauth://totp/x?secret=GEZDGNB2"}"#, 1), (#"{"id":"VE9UUF8x","value":"GEZDGNB2"}"#, 1),
            (#"{"id":"aGludA","value":"GEZDGNB2","label":"one-time password"}"#, 0),
            (#"{"id":"VE9UUF8x","value":""}"#, 0),
            (#"{"id":"VE9UUF8x"}"#, 0), (#"{"value":"steam://GEZDGNB2"}"#, 0),
        ])
    func cxfFields(field: String, count: Int) throws {
        let text = #"{"items":[{"credentials":[{"type":"custom-fields","fields":[\#(field)]}]}]}"#
        #expect(try read(text).items.count == count)
    }

    @Test("CXF: newer versions and encrypted documents say what to do")
    func cxfRefusals() {
        for (text, code) in [
            (
                #"{"version":{"major":2,"minor":0},"exporterRpId":"x","accounts":[]}"#,
                SourceError.Code.unsupportedVersion
            ),
            (#"{"version":0,"hpke":{},"payload":"x"}"#, .accountRestricted),
        ] {
            let failure = #expect(throws: SourceError.self) { try read(text) }
            #expect(failure?.code == code)
        }
    }

    @Test("Proton Pass: vaults in the file's order, further codes after the login's own, older names")
    func protonPass() throws {
        let document = try read(
            #"""
            {"vaults":{"z":{"name":"Work","items":[{"data":{"metadata":{"name":"Acorn","note":"n"},"extraFields":[
            {"type":"totp","data":{"totpUri":"GEZDGNB2"}},{"type":"text","data":{"content":"AAAA"}}],
            "content":{"itemEmail":"a@example.com","itemUsername":"","totpUri":"otpauth:\/\/totp\/x?secret=GEZDGNB2"}},"pinned":true,"state":2}]},
            "a":{"name":"Home","items":[{"data":{"content":{"username":"old","totpUri":"GEZDGNB2","urls":["https://a.example"]}}},
            {"data":{"type":"custom","metadata":{"name":"Custom"},"content":{"sections":[{"sectionFields":[{"type":"totp","data":{"totpUri":"GEZDGNB2"}}]}]}}}]}},
            "version":"1"}
            """#)
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|x \(Self.fields) tags=Work note=n favourite",
                "totp Acorn|a@example.com \(Self.fields) tags=Work note=n favourite",
                "totp a.example|old \(Self.fields) tags=Home", "totp Custom| \(Self.fields) tags=Home",
            ])
        #expect(document.records == 4 && document.warnings.count == 1)
    }

    @Test("Enpass: fields that are deleted are not found, folders are tags")
    func enpass() throws {
        let document = try read(
            #"""
            {"folders":[{"uuid":"f","title":"Work"},{"uuid":"g"}],"items":[{"title":"Acorn","favorite":1,"trashed":1,"note":"n",
            "folders":["f","g","h"],"fields":[{"type":"username","value":""},{"type":"email","value":"alice"},
            {"type":"totp","value":"gezd gnb2"},{"type":"totp","value":"AAAA","deleted":1},{"type":"text","value":"AAAA"}]},
            {"title":"Note"}]}
            """#)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice \(Self.fields) tags=Work note=n favourite"])
        #expect(document.skipped.counts == [.noOneTimeCode: 1] && document.warnings.count == 2)
        #expect(document.warnings.contains { $0.message.contains("no title for one of its \"folders\"") })
        let text = try read(#"{"items":[{"title":"Acorn","template_type":"login.default","fields":"[{}]"}]}"#)
        #expect(text.unread.names.map(\.name) == ["fields"])
    }

    @Test("Keeper: codes by the names of custom fields, in the file's order, one or several each")
    func keeper() throws {
        let lines = try Self.lines(
            #"""
            {"shared_folders":[],"records":[{"title":"Acorn","login":"alice","notes":"n",
            "folders":[{"folder":"Work\\In\\\\ner"},{"shared_folder":"Shared"}],
            "custom_fields":{"$oneTimeCode:z:1":["otpauth:\/\/totp\/one?secret=GEZDGNB2","","otpauth:\/\/totp\/two?secret=GEZDGNB2"],
            "$secret:oneTimeCode:1":"AAAA","$oneTimeCodes":"AAAA","TFC:Keeper":"otpauth:\/\/totp\/three?secret=GEZDGNB2",
            "$oneTimeCode":"otpauth:\/\/totp\/four?secret=GEZDGNB2"}}]}
            """#)
        let rest = #"\#(Self.fields) tags=Work/In\ner,Shared note=n"#
        #expect(lines == ["one", "two", "three", "four"].map { "totp Acorn|\($0) \(rest)" })
    }

    @Test(
        "A value that is not text is rejected",
        arguments: [
            item(#"{"details":{"sections":[{"fields":[{"value":{"totp":234567}}]}]}}"#),
            #"{"version":"1","vaults":{"a":{"items":[{"data":{"content":{"totpUri":["GEZDGNB2"]}}}]}}}"#,
            #"{"items":[{"fields":[{"type":"totp","value":{}}]}]}"#,
            #"{"shared_folders":[],"records":[{"custom_fields":{"$oneTimeCode":true}}]}"#,
            #"{"items":[{"credentials":[{"type":"totp","secret":234567}]}]}"#,
        ])
    func damagedValues(text: String) throws {
        #expect(try read(text).rejections.map(\.code) == [.fieldDamaged])
    }

    @Test(
        "A list that is missing, of another type or there twice is damage",
        arguments: [
            #"{"version":"1","vaults":{"a":{}}}"#, #"{"version":"1","vaults":{"a":1}}"#,
            #"{"version":"1","vaults":{},"vaults":{}}"#, #"{"shared_folders":[],"records":[],"records":[]}"#,
            #"{"exporterRpId":"x","accounts":[{}]}"#, #"{"exporterRpId":"x","accounts":[{"items":[]}],"accounts":[]}"#,
            #"{"items":[{"fields":[]}],"items":[]}"#,
        ])
    func lists(text: String) {
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.code == .corrupt)
    }

    @Test(
        "An archive without the file is damaged, if its format is forced",
        arguments: ["onepassword", "proton-pass", "dashlane", "cxf", "bitwarden"] as [FormatID])
    func archives(id: FormatID) throws {
        let bytes = try ZipFile([ZipFile.Entry("a.txt", "x"), ZipFile.Entry("export.data/", "")]).bytes()
        let format = try #require(FormatRegistry.standard.format(id))
        let failure = #expect(throws: SourceError.self) {
            try format.read(ImportRequest(content: SourceContent(bytes)))
        }
        #expect(failure?.code == .corrupt)
    }
}
