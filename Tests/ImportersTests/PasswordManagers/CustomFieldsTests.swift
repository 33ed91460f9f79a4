import TOTPDomain
import Testing

@testable import Importers

@Suite("One-time passwords in custom fields of password managers")
struct CustomFieldsTests {
    private static let own = "TBIBR2O5CMJTVNP7GJWCZBSCMXY4LSHD", other = "4SULBWELG24OFYGHHW3SPQJGFYYJYFB6"

    /// An entry in each format that has such fields: NAME and VALUE are of one field, KEY is the one-time password.
    private static let files: [(format: FormatID, text: String)] = [
        (
            "bitwarden",
            #"{"encrypted":false,"folders":[],"items":[{"type":1,"name":"Mail","login":{"username":"bob","totp":"KEY"},"#
                + #""fields":[{"name":"NAME","value":"VALUE","type":1}]}]}"#
        ),
        (
            "bitwarden",
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n"
                + ",,login,Mail,,NAME: VALUE,0,,bob,pw,KEY\n"
        ),
        (
            "keeper",
            #"{"records":[{"title":"Mail","login":"bob","$type":"login","#
                + #""custom_fields":{"$oneTimeCode::1":"KEY","$text:NAME:1":"VALUE"}}]}"#
        ),
        (
            "enpass",
            #"{"folders":[],"items":[{"title":"Mail","template_type":"login.default","fields":["#
                + #"{"type":"username","value":"bob"},{"type":"totp","value":"KEY"},"#
                + #"{"type":"text","label":"NAME","value":"VALUE"}]}]}"#
        ),
        (
            "proton-pass",
            #"{"version":"1.31.0","encrypted":false,"vaults":{"v":{"name":"Personal","items":[{"state":1,"data":{"#
                + #""metadata":{"name":"Mail"},"type":"login","content":{"itemUsername":"bob","totpUri":"KEY"},"#
                + #""extraFields":[{"fieldName":"NAME","type":"hidden","data":{"content":"VALUE"}}]}}]}}}"#
        ),
        (
            "onepassword",
            #"{"accounts":[{"vaults":[{"items":[{"overview":{"title":"Mail"},"details":{"loginFields":[{"designation":"#
                + #""username","value":"bob"}],"sections":[{"fields":[{"title":"code","value":{"totp":"KEY"}},"#
                + #"{"title":"NAME","value":{"concealed":"VALUE"}}]}]}}]}]}]}"#
        ),
        (
            "cxf",
            #"{"accounts":[{"items":[{"title":"Mail","credentials":[{"type":"basic-auth","username":{"value":"bob"}},"#
                + #"{"type":"custom-fields","fields":[{"id":"VE9UUF8x","value":"KEY"},"#
                + #"{"label":"NAME","value":{"value":"VALUE"}}]}]}]}]}"#
        ),
        (
            "passman",
            #"[{"credential_id":1,"label":"Mail","username":"bob","otp":{"secret":"KEY"},"custom_fields":"#
                + #"[{"label":"NAME","value":"VALUE"}]}]"#
        ),
        (
            "passman",
            "label,username,otp,custom_fields\nMail,bob,\"{\"\"secret\"\":\"\"KEY\"\"}\","
                + "\"[{\"\"label\"\":\"\"NAME\"\",\"\"value\"\":\"\"VALUE\"\"}]\"\n"
        ),
        (
            "safeincloud",
            #"<database><card title="Mail"><field type="login">bob</field><field type="one_time_password">KEY</field>"#
                + #"<field name="NAME" type="text">VALUE</field></card></database>"#
        ),
        ("roboform", "Name,Url,Login,Pwd,RfFieldsV2\nMail,,bob,pw,\"Totp Key$,,,txt,KEY\",\"NAME,,,txt,VALUE\"\n"),
        ("zoho-vault", "Password Name,SecretData,CustomData,TOTP\nMail,\"User Name:bob\n\",\"NAME:VALUE\",KEY\n"),
    ]

    private static func text(_ text: String, key: String, _ name: String, _ value: String) -> String {
        let isMarkup = text.hasPrefix("<")
        return text.replacing("KEY", with: key).replacing("NAME", with: name)
            .replacing("VALUE", with: isMarkup ? value.replacing("&", with: "&amp;") : value)
    }

    @Test("An entry without a one-time password is rejected by its name", arguments: files)
    func rejected(format: FormatID, text: String) throws {
        for (name, value) in [
            ("otp", "key=\(Self.other)"), ("TOTP Seed", Self.other), ("TimeOtp-Secret-Base32", Self.other),
            ("HmacOtp-Secret", "a text"),
        ] {
            let document = try read(Self.text(text, key: "", name, value))
            #expect(document.format == format && document.items.isEmpty)
            #expect(document.rejections.map(\.label) == ["Mail: bob"], "\(name)")
            #expect(document.rejections.first?.reason.contains("\"\(name)\"") == true)
            #expect(document.rejections.first?.reason.contains(Self.other) == false)
            #expect(document.records == document.entries.count + document.skipped.total)
        }
    }

    @Test("Beside another one-time password, a warning names the field", arguments: files)
    func named(format: FormatID, text: String) throws {
        let document = try read(Self.text(text, key: Self.own, "TOTP Seed", Self.other))
        #expect(document.items.map(\.secret.base32) == [Self.own])
        #expect(document.warnings.map(\.message).contains { $0.contains("Mail") && $0.contains("TOTP Seed") })
        // The same secret is reported once.
        #expect(try read(Self.text(text, key: Self.own, "TOTP Seed", Self.own)).warnings.isEmpty)
    }

    @Test("A link is an account in any field", arguments: files)
    func links(format: FormatID, text: String) throws {
        let link = "otpauth://totp/Acorn:al?secret=\(Self.other)&digits=8"
        let document = try read(Self.text(text, key: "", "any", link))
        #expect(
            document.items.map(\.fieldsLine).map { $0.hasPrefix("totp Acorn|al \(Self.other) SHA1 8 30") } == [true])
        #expect(document.warnings.isEmpty && document.rejections.isEmpty)
    }

    @Test("Other fields say nothing", arguments: files)
    func others(format: FormatID, text: String) throws {
        for (name, value) in [
            ("PIN", "1234"), ("otp", "none"), ("otp", "123456"), ("TOTP Settings", "30;6"), ("API key", Self.other),
        ] {
            let document = try read(Self.text(text, key: Self.own, name, value))
            #expect(document.items.count == 1 && document.warnings.isEmpty, "\(name) \(value)")
        }
    }
}
