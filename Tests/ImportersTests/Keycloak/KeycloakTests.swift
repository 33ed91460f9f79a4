import Encodings
import TOTPDomain
import Testing

@testable import Importers

@Suite("Keycloak's realm exports")
struct KeycloakTests {
    /// A realm with one credential, whose inner texts a test changes.
    private static func realm(
        secret: String = #"{"value":"12345"}"#,
        data: String = #"{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}"#, type: String = "otp"
    ) -> String {
        func text(_ json: String) -> String { String(decoding: OrderedJSON.string(json).utf8, as: UTF8.self) }
        return """
            {"realm":"work","users":[{"username":"alice","credentials":[{"type":"\(type)","userLabel":"phone",
            "secretData":\(text(secret)),"credentialData":\(text(data))}]}]}
            """
    }

    @Test(
        "The secret is the text itself, unless the file says base32",
        arguments: [
            (realm(), "totp work|alice GEZDGNBV SHA1 6 30 note=phone"),
            (
                realm(data: #"{"subType":"hotp","digits":8,"counter":7,"period":0,"algorithm":"HmacSHA512"}"#),
                "hotp work|alice GEZDGNBV SHA512 8 7 note=phone"
            ),
            (
                realm(secret: #"{"value":"GEZDGNBV"}"#, data: #"{"subType":"totp","secretEncoding":"BASE32"}"#),
                "totp work|alice GEZDGNBV SHA1 6 30 note=phone"
            ),
            // It looks like base32, and is not.
            (realm(secret: #"{"value":"GEZDGNBV"}"#), "totp work|alice I5CVURCHJZBFM SHA1 6 30 note=phone"),
        ])
    func secrets(text: String, line: String) throws {
        let document = try read(text)
        #expect(document.format == "keycloak" && document.items.map(\.fieldsLine) == [line])
        #expect(document.records == 1 && document.warnings.isEmpty)
    }

    @Test(
        "A record that cannot be an account is rejected with its reason",
        arguments: [
            (realm(secret: "{}"), .secretMissing), (realm(secret: #"{"value":""}"#), .secretMissing),
            (realm(secret: "x"), .fieldDamaged), (realm(secret: "[]"), .fieldDamaged), (realm(data: ""), .fieldDamaged),
            (realm(data: "{}"), .typeUnknown), (realm(type: "totp"), .typeUnknown), (realm(type: "OTP"), .typeUnknown),
            (realm(type: "push"), .typeUnknown),
            (realm(data: #"{"subType":"totp","algorithm":"HmacSHA3"}"#), .algorithmUnknown),
            (realm(data: #"{"subType":"totp","digits":11}"#), .digitsOutOfRange),
            (realm(data: #"{"subType":"totp","period":0}"#), .periodOutOfRange),
            (realm(data: #"{"subType":"hotp","counter":-1}"#), .counterOutOfRange),
            (realm(data: #"{"subType":"totp","secretEncoding":"HEX"}"#), .fieldDamaged),
        ] as [(String, RejectionCode)])
    func rejected(text: String, code: RejectionCode) throws {
        let document = try read(text)
        #expect(document.rejections.map(\.code) == [code] && document.rejections.map(\.label) == ["work: alice"])
    }

    @Test("Other credentials are skipped; the realm's display name counts, and users without credentials do not")
    func records() throws {
        let text = Self.realm().replacing(#""realm":"work","#, with: #""realm":"work","displayName":"Our Work","#)
            .replacing(#""users":["#, with: #""users":[{"username":"x"},{"credentials":[{"type":"password"}]},"#)
        let document = try read("[\(text),{\"realm\":\"other\"}]")
        #expect(document.items.map(\.issuer) == ["Our Work"])
        #expect(document.records == 2 && document.skipped.counts == [.noOneTimeCode: 1])
    }

    @Test("A name of the realm that is not a text is named, and another name or other users")
    func elsewhere() throws {
        let members =
            #""displayName":[1],"config":{"realm":"x"},"roles":{"realm":[]},"archived":[{"credentials":[]}],"#
        let document = try read(Self.realm().replacing(#""realm":"work","#, with: #""realm":"work",\#(members)"#))
        #expect(document.items.map(\.issuer) == ["work"])
        #expect(document.unread.names.map(\.name) == ["displayName", "config", "archived"])
    }

    @Test(
        "A credential of an unknown type is skipped, and the type is named",
        arguments: [("sms", ["\"type sms\" is not read; compare the codes with the app"]), ("webauthn", [])])
    func unknownType(type: String, warnings: [String]) throws {
        let other = #"{"type":"\#(type)","secretData":"{}","credentialData":"{\"number\":\"1\"}"},"#
        let document = try read(
            Self.realm().replacing(#""credentials":["#, with: #""credentials":[\#(other)\#(other)"#))
        #expect(document.items.count == 1 && document.skipped.counts == [.noOneTimeCode: 2])
        #expect(document.warnings.map(\.message) == warnings)
    }

    @Test("A member of the inner texts that is not known is named")
    func unread() throws {
        let document = try read(Self.realm(data: #"{"subType":"totp","timeStep":60}"#))
        #expect(document.warnings == ["\"timeStep\" is not read (1 account); compare the codes with the app"])
    }

    @Test("Under another name, credentials and users are not lost")
    func renamed() throws {
        let user = #"{"username":"bob","keys":[{"credentialData":"{}"}],"enabled":true,"attributes":{"x":["y"]}}"#
        let document = try read(Self.realm().replacing(#""users":["#, with: #""users":[\#(user),"#))
        #expect(document.items.count == 1 && document.rejections.map(\.code) == [.fieldDamaged])
        let text = Self.realm()
        let failure = #expect(throws: SourceError.self) {
            try read("[\(text),\(text.replacing(#""users""#, with: #""people""#))]")
        }
        #expect(failure?.problem == "its format may be newer: \"users\" is missing")
        let nameless = text.replacing(#""realm":"work""#, with: #""id":"1","kingdom":"work""#)
        for file in [nameless, "[\(text),\(nameless)]"] {
            let failure = #expect(throws: SourceError.self) { try read(file) }
            #expect(failure?.problem == "its format may be newer: \"realm\" is missing")
        }
    }

    @Test("Without a realm, the label of a credential is the issuer, and there is no note")
    func partialImport() throws {
        let text = Self.realm().replacing(#""realm":"work""#, with: #""ifResourceExists":"FAIL""#)
        #expect(try read(text).items.map(\.fieldsLine) == ["totp phone|alice GEZDGNBV SHA1 6 30"])
        let unlabeled = text.replacing(#""userLabel":"phone","#, with: "")
        #expect(try read(unlabeled).items.map(\.fieldsLine) == ["totp Keycloak|alice GEZDGNBV SHA1 6 30"])
    }

    @Test(
        "It is recognized by a realm and its users, or by users with credentials",
        arguments: [
            (#"{"realm":"a","users":[]}"#, "keycloak"), (#"[{"realm":"a","users":[{"#, "keycloak"),
            (#"{"realm":"a","users":{}}"#, nil), (#"{"realm":7,"users":[]}"#, nil), (#"{"users":[]}"#, nil),
            (#"{"ifResourceExists":"SKIP","users":[]}"#, "keycloak"),
            (#"{"users":[{"username":"x"},{"username":"a","credentials":[{"type":"otp","secretData":"#, "keycloak"),
            (#"{"users":[{"username":"a","credentials":[{"secret":"GEZDGNBVGY3TQOJQ"}]}]}"#, nil),
            (#"[{"ifResourceExists":"SKIP","users":[]}]"#, nil),
            (#"{"realm":7,"ifResourceExists":"","users":[]}"#, nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }
}
