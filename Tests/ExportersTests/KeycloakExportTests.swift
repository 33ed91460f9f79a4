import Encodings
import TOTPDomain
import Testing

@testable import ServerFormats

@Suite("Users for Keycloak's partial import")
struct KeycloakExportTests {
    private static func credential(_ label: String?, _ data: String) -> String {
        let secret = #"{\"value\":\"\#(SampleAccounts.secret)\"}"#
        let label = label.map { #""userLabel":"\#($0)","# } ?? ""
        return
            #"{"type":"otp",\#(label)"secretData":"\#(secret)","credentialData":"{\#(data),\"secretEncoding\":\"BASE32\"}"}"#
    }

    private static let totp =
        #"\"subType\":\"totp\",\"digits\":6,\"counter\":0,\"period\":30,\"algorithm\":\"HmacSHA1\""#
    private static let hotp =
        #"\"subType\":\"hotp\",\"digits\":8,\"counter\":5,\"period\":0,\"algorithm\":\"HmacSHA512\""#

    @Test("Each user is in the file once, with all credentials, and none is replaced")
    func document() throws {
        let export = try KeycloakExport().write(
            .plain([
                SampleAccounts.item(name: "Alice"), SampleAccounts.item(issuer: "", name: "bob"),
                SampleAccounts.item(.hotp, algorithm: .sha512, digits: 8, counter: 5).named("alice"),
            ]))
        let alice = [Self.credential("Acorn", Self.totp), Self.credential("Acorn", Self.hotp)].joined(separator: ",")
        #expect(
            export.text == #"""
                {"ifResourceExists":"FAIL","users":[{"username":"alice","enabled":true,"credentials":[\#(alice)]},\#
                {"username":"bob","enabled":true,"credentials":[\#(Self.credential(nil, Self.totp))]}]}
                """#)
        #expect(
            export.losses.map(\.what) == [
                "Keycloak will show it as \"Acorn: alice\"", "Keycloak will show it as \"Keycloak: bob\"",
            ])
    }

    @Test("What Keycloak cannot check or store is not written")
    func limits() throws {
        let long = String(repeating: "x", count: 255)
        let items =
            try [OTPKind.steam, .motp, .yandex].map { try SampleAccounts.item($0) } + [
                SampleAccounts.item(algorithm: .md5), SampleAccounts.item(digits: 5), SampleAccounts.item(digits: 9),
                SampleAccounts.item(.hotp, counter: 1 << 31), SampleAccounts.item(name: ""),
                SampleAccounts.item(name: " "), SampleAccounts.item(name: "a\nb"),
                SampleAccounts.item(name: long + "x"),
                SampleAccounts.item(issuer: long + "x"),
                SampleAccounts.item(.hotp, counter: 1 << 31 - 1), SampleAccounts.item(digits: 7, period: 1),
                SampleAccounts.item(issuer: long, name: long),
            ]
        let export = KeycloakExport().write(.plain(items))
        #expect(
            export.leftOut.map(\.code) == [
                .kindNotSupported, .kindNotSupported, .kindNotSupported, .algorithmNotSupported, .digitsNotSupported,
                .digitsNotSupported, .counterNotSupported, .nameNotSupported, .nameNotSupported, .nameNotSupported,
                .nameNotSupported, .nameNotSupported,
            ])
    }

    @Test("Names that differ only in their bytes are two users; quotes and the like are escaped twice where needed")
    func names() throws {
        let names = ["é", "e\u{301}", "a\"b\\", "=1+1", "</script>"]
        let export = try KeycloakExport().write(.plain(names.map { try SampleAccounts.item(name: $0) }))
        #expect(export.losses.isEmpty && export.leftOut.isEmpty)
        let users = try #require(try export.json()["users"])
        #expect(names.indices.allSatisfy { users[$0]?["username"]?.text?.utf8.elementsEqual(names[$0].utf8) == true })
    }
}

extension Account {
    fileprivate func named(_ name: String) -> Account {
        var item = self
        item.name = name
        return item
    }
}
