import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

@Suite("WinAuth's own file")
struct WinAuthXMLTests {
    /// The bytes of GEZDGNBVGY3TQOJQ.
    private static let key = "31323334353637383930"

    private static func account(
        _ secret: String = "\(key)\t6\tSHA1\t30", type: String = "Google", name: String = "Acme (alice)"
    ) -> String {
        #"""
        <WinAuthAuthenticator id="1" type="WinAuth.\#(type)Authenticator"><name>\#(name)</name><created>1</created>\#
        <authenticatordata><servertimediff>0</servertimediff><secretdata>\#(secret)</secretdata></authenticatordata>\#
        </WinAuthAuthenticator>
        """#
    }

    private static func file(_ content: String..., version: String = "3.6") -> String {
        #"<?xml version="1.0"?><WinAuth version="\#(version)"><alwaysontop>false</alwaysontop>\#(content.joined())</WinAuth>"#
    }

    @Test(
        "The class says how codes are made",
        arguments: [
            ("Google", "\t6\tSHA1\t30", "totp Acme|alice GEZDGNBVGY3TQOJQ SHA1 6 30"),
            ("microsoft", "", "totp Acme|alice GEZDGNBVGY3TQOJQ SHA1 6 30"),
            ("OktaVerify", "\t8\tSHA512\t60", "totp Acme|alice GEZDGNBVGY3TQOJQ SHA512 8 60"),
            ("HOTP", "\t6\tSHA256\t30|12", "hotp Acme|alice GEZDGNBVGY3TQOJQ SHA1 6 13"),
            ("BattleNet", "\t8\tSHA1\t30|45552D31", "totp BattleNet|Acme (alice) GEZDGNBVGY3TQOJQ SHA1 8 30"),
            ("BattleNet", "\t\tSHA1|45552D31", "totp BattleNet|Acme (alice) GEZDGNBVGY3TQOJQ SHA1 8 30"),
            ("Steam", "\t5\tSHA1\t30|31|32|7B7D|", "steam Steam|Acme (alice) GEZDGNBVGY3TQOJQ SHA1 5 30"),
        ])
    func classes(type: String, rest: String, line: String) throws {
        let document = try read(Self.file(Self.account(Self.key + rest, type: type)))
        #expect(document.format == "winauth-xml" && document.records == 1)
        #expect(document.items.map(\.fieldsLine) == [line])
        #expect(document.warnings.isEmpty && document.unread.isEmpty)
    }

    @Test("A second name or secret of an account is named", arguments: ["name", "secretdata"])
    func twice(element: String) throws {
        let account = Self.account().replacing("</\(element)>", with: "</\(element)><\(element)>x</\(element)>")
        let document = try read(Self.file(account))
        #expect(document.items.count == 1 && document.unread.names.map(\.name) == [element])
    }

    @Test(
        "A name in brackets is split as the app's export splits it",
        arguments: [
            (type: "Google", written: "VPN", issuer: "", name: "VPN"),
            (type: "Google", written: "A (b)c", issuer: "A", name: "bc"),
            (type: "Google", written: "A(b)", issuer: "", name: "A(b)"),
            (type: "Google", written: "(b)", issuer: "", name: "(b)"),
            (type: "Google", written: "A (b", issuer: "", name: "A (b"),
            (type: "Steam", written: "Steam (me)", issuer: "Steam", name: "me"),
            (type: "BattleNet", written: "", issuer: "BattleNet", name: "Battle.net"),
            (type: "GuildWars", written: "", issuer: "", name: "GuildWars 2"),
        ])
    func names(type: String, written: String, issuer: String, name: String) throws {
        let items = try read(Self.file(Self.account(type: type, name: written))).items
        #expect(items.map(\.issuer) == [issuer] && items.map(\.name) == [name])
    }

    @Test(
        "An entry that is not an account is rejected by name, and the others are read",
        arguments: [
            (account("\(key)\t8\tSHA1\t30|41|42", type: "Trion"), .typeUnknown), (account(type: "Other"), .typeUnknown),
            (account("xyz"), .secretNotHex), (account(""), .secretMissing),
            (account("\(key)\t6\tSHA1\t30", type: "HOTP"), .counterOutOfRange),
            (account("\(key)\t6\tSHA1\t30|9223372036854775807", type: "HOTP"), .counterOutOfRange),
            (account("\(key)\t99"), .digitsOutOfRange), (account("\(key)\t6\tMD4"), .algorithmUnknown),
            (sealed("um"), .fieldDamaged), (sealed("ya"), .fieldDamaged), (sealed("q"), .fieldDamaged),
        ] as [(String, RejectionCode)])
    func rejected(account: String, code: RejectionCode) throws {
        let document = try read(Self.file(account, Self.account()))
        #expect(document.outcomes == [.rejected(code), .totp()] && document.records == 2)
        #expect(document.warnings.isEmpty)
    }

    private static func sealed(_ letters: String, _ hex: String = "00") -> String {
        #"""
        <WinAuthAuthenticator type="WinAuth.GoogleAuthenticator"><name>B</name>\#
        <authenticatordata encrypted="\#(letters)">\#(hex)</authenticatordata></WinAuthAuthenticator>
        """#
    }

    @Test(
        "What only a computer, a user or a YubiKey opens is named, and no passphrase is asked for",
        arguments: [
            ("m", .accountRestricted, "one Windows computer"), ("uy", .accountRestricted, "one Windows computer"),
            ("a", .accountRestricted, "YubiKey"), ("yb", .accountRestricted, "YubiKey"),
            ("x", .unsupportedVersion, "an unknown way"), ("yx", .unsupportedVersion, "an unknown way"),
        ] as [(String, SourceError.Code, String)])
    func restricted(letters: String, code: SourceError.Code, words: String) throws {
        let error = #expect(throws: SourceError.self) {
            try read(Self.file(#"<data encrypted="\#(letters)" sha1="0">00</data>"#), passphrase: "x")
        }
        #expect(error?.code == code && error?.message.contains(words) == true)
        #expect(error?.message.contains("use Export there") == true)
    }

    @Test("Elements that are not known are named")
    func unread() throws {
        let text = Self.file(
            Self.account().replacing("<created>", with: "<madeAt>").replacing("</created>", with: "</madeAt>"),
            "<colour>red</colour>")
        #expect(try read(text).unread.names.map(\.name).sorted() == ["colour", "madeAt"])
        let renamed = Self.file(Self.account().replacing("WinAuthAuthenticator", with: "Entry"))
        #expect(throws: SourceError.self) { try read(renamed) }
        let moved = Self.account().replacing("secretdata", with: "payload")
        #expect(try read(Self.file(moved)).outcomes == [.rejected(.secretMissing)])
    }

    @Test(
        "A damaged encrypted part is not a wrong passphrase",
        arguments: ["", "zz", "00", "57494E4155544833", "57494E4155544833" + String(repeating: "00", count: 47)])
    func damaged(hex: String) {
        let error = #expect(throws: SourceError.self) {
            try read(Self.file(#"<data encrypted="y">\#(hex)</data>"#), passphrase: "x")
        }
        #expect(error?.code == .corrupt)
    }

    @Test("An account with a password of its own opens with another passphrase that was given")
    func ownPassword() throws {
        let bytes = try FixtureFolder.bytes(
            FixtureFolder.package.appending(path: "Fixtures/exports/winauth-xml/rejected.xml"))
        var request = ImportRequest(content: SourceContent(bytes), passphrase: Passphrase("Röst-kaffee 7"))
        #expect(try WinAuthXMLFormat().read(request).items.map(\.name) == ["good"])
        request.knownPassphrases = [Passphrase("wrong"), Passphrase("own pässword")]
        let document = try WinAuthXMLFormat().read(request)
        #expect(document.items.map(\.name) == ["good", "bad"] && document.entries.count == document.records)
    }
}
