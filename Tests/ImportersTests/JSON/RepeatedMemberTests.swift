import TOTPDomain
import Testing

@testable import Importers

/// Other programs may read another one of the values.
@Suite("Members that an entry has twice")
struct RepeatedMemberTests {
    @Test(
        "An entry with a member twice that is read is rejected, in every format",
        arguments: [
            ("onepassword", onePassword(#""details":{"sections":[{"fields":[]}],"sections":[]}"#), "sections"),
            ("onepassword", onePassword(#""details":{"sections":[{"fields":[{"value":1,"value":2}]}]}"#), "value"),
            ("onepassword", onePassword(#""overview":{},"overview":{"title":"a"}"#), "overview"),
            ("onepassword", #"{"uuid":"1","overview":{},"secureContents":{"sections":[],"sections":[]}}"#, "sections"),
            ("enpass", #"{"items":[{"fields":[{"type":"totp","value":"GEZDGNBV"}],"fields":[]}]}"#, "fields"),
            ("enpass", #"{"items":[{"fields":[{"type":"totp","type":"text","value":"GEZDGNBV"}]}]}"#, "type"),
            (
                "proton-pass",
                #"{"version":"1","vaults":{"a":{"items":[{"data":{"content":{"totpUri":"GEZDGNBV"},"content":{}}}]}}}"#,
                "content"
            ),
            (
                "keeper", #"{"records":[{"custom_fields":{"$oneTimeCode":"GEZDGNBV"},"custom_fields":{}}]}"#,
                "custom_fields"
            ),
            ("passman", #"[{"label":"a","otp":{"secret":"GEZDGNBV"},"otp":{}}]"#, "otp"),
            ("passman", #"[{"label":"a","otp":{"secret":"GEZDGNBV","secret":""}}]"#, "secret"),
            (
                "keycloak", #"{"realm":"r","users":[{"credentials":[{"type":"otp"}],"credentials":[]}]}"#,
                "credentials"
            ),
            ("keycloak", #"{"realm":"r","users":[{"credentials":[{"type":"otp","type":"password"}]}]}"#, "type"),
            (
                "psono", #"{"items":[{"type":"totp","totp_title":"a","totp_code":"GEZDGNBV","totp_code":""}]}"#,
                "totp_code"
            ),
            (
                "cxf", #"{"items":[{"credentials":[{"type":"totp","secret":"GEZDGNBV"}],"credentials":[]}]}"#,
                "credentials"
            ),
            ("cxf", #"{"items":[{"credentials":[{"type":"totp","type":"note","secret":"GEZDGNBV"}]}]}"#, "type"),
            ("authenticator-extension", #"{"a":{"secret":"GEZDGNBV","dataType":"Key","dataType":""}}"#, "dataType"),
            ("authenticator-extension", #"{"a":{"secret":"GEZDGNBV","type":"totp","type":"hotp"}}"#, "type"),
            (
                "ios-keychain",
                #"{"General":[{"svce":"me.mattrubin.onetimepassword.token","gena":"a","gena":"b","v_Data":""}]}"#,
                "gena"
            ),
            (
                "authy-scripts", #"{"authenticator_tokens":[{"name":"a","decrypted_seed":"","decrypted_seed":""}]}"#,
                "decrypted_seed"
            ),
            ("authy-scripts", #"{"apps":[{"name":"a","secret_seed":"","secret_seed":""}]}"#, "secret_seed"),
            ("authy-scripts", #"[{"name":"a","secret":"GEZDGNBV","secret":""}]"#, "secret"),
            (
                "authy",
                #"""
                <map><string name="com.authy.storage.tokens.authenticator.key">
                [{&quot;name&quot;:&quot;a&quot;,&quot;name&quot;:&quot;b&quot;}]</string></map>
                """#, "name"
            ),
            (
                "freeotp", #"<map><string name="a">{&quot;secret&quot;:[1],&quot;secret&quot;:[2]}</string></map>"#,
                "secret"
            ),
            ("otpmanager", #"{"accounts":[{"name":"a","secret":"GEZDGNBV","secret":""}]}"#, "secret"),
            ("steam", #"{"accounts":{"a":{"shared_secret":"AAAA","shared_secret":""}}}"#, "shared_secret"),
            ("bitwarden", #"{"encrypted":false,"items":[{"login":{"totp":"GEZDGNBV"},"login":{}}]}"#, "login"),
        ] as [(FormatID, String, String)])
    func entries(id: FormatID, text: String, name: String) throws {
        let format = try #require(FormatRegistry.standard.format(id))
        let document = try format.read(ImportRequest(content: SourceContent(text: Array(text.utf8))))
        #expect(document.rejections.map(\.problem) == ["\(name) is in the entry twice"])
        #expect(document.rejections.map(\.code) == [.fieldDamaged] && document.skipped.total == 0)
        #expect(document.records == 1)
    }

    @Test(
        "A list around the entries that is there twice is damage of the file",
        arguments: [
            ("onepassword", #"{"accounts":[{"vaults":[],"vaults":[]}]}"#, "vaults"),
            ("onepassword", #"{"accounts":[{"vaults":[{"items":[{}],"items":[]}]}]}"#, "items"),
            ("authy-scripts", #"{"tokens":{"authenticator_tokens":[{}]},"tokens":{},"apps":[]}"#, "tokens"),
            ("psono", #"{"folders":[{"items":[{}],"items":[]}]}"#, "items"),
            ("keycloak", #"{"realm":"r","users":[{}],"users":[]}"#, "users"),
        ] as [(FormatID, String, String)])
    func lists(id: FormatID, text: String, name: String) throws {
        let format = try #require(FormatRegistry.standard.format(id))
        let failure = #expect(throws: SourceError.self) {
            try format.read(ImportRequest(content: SourceContent(text: Array(text.utf8))))
        }
        #expect(failure?.code == .corrupt && failure?.problem.contains("\(name) is in it twice") == true)
    }

    private static func onePassword(_ item: String) -> String {
        #"{"accounts":[{"vaults":[{"items":[{\#(item)}]}]}]}"#
    }
}
