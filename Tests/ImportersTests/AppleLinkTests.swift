import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing

/// `apple-otpauth://` is read wherever `otpauth://` is.
@Suite("Links of Apple's scheme")
struct AppleLinkTests {
    private static let secret = "JBSWY3DPEHPK3PXP"
    private static let alice = "otpauth://totp/Acorn:alice?secret=\(secret)&issuer=Acorn"
    private static let usual = "otpauth://totp/Birch:bob?secret=GEZDGNBVGY3TQOJQ&issuer=Birch"

    /// Texts in which a link is written as `LINK`.
    private static let texts: [(name: String, text: String)] = [
        ("a line", "LINK\n"), ("a line with text", "see LINK"), ("after another link", "\(usual) LINK"),
        ("before another link", "LINK \(usual)"), ("brackets", "(LINK)"), ("prose", "LINK is my bank"),
        ("HTML", "<a href=\"LINK&amp;digits=6\">Set up</a>"), ("JSON", "[\"LINK\"]"),
        ("escaped JSON", "{\"a\": \"LINK\"}"),
        ("a table", "issuer,name,otpauth\n,,LINK\n"), ("a table of logins", "name,username,otp\nAcorn,alice,LINK\n"),
        ("a list in JSON", "[{\"issuer\": \"Acorn\", \"name\": \"alice\", \"uri\": \"LINK\"}]"),
        ("Bitwarden's CSV", "folder,favorite,type,name,login_uri,login_totp\n,,1,Acorn,,LINK\n"),
        ("a list", "- LINK\n"), ("a Markdown table", "| name | otpauth |\n|---|---|\n| alice | LINK |\n"),
    ]

    @Test("The result is that of the usual scheme", arguments: texts.indices, ["apple-", "APPLE-", "Apple-"])
    func isReadAsUsual(text: Int, prefix: String) throws {
        let (name, text) = Self.texts[text]
        let usual = try read(text.replacing("LINK", with: Self.alice))
        let apples = try read(text.replacing("LINK", with: prefix + Self.alice))
        #expect(apples.format == usual.format, "\(name)")
        #expect(apples.items.map(FieldsOf.init) == usual.items.map(FieldsOf.init) && !apples.items.isEmpty, "\(name)")
        #expect(apples.rejections.count == usual.rejections.count && apples.warnings == usual.warnings, "\(name)")
        #expect(apples.records == usual.records && apples.skipped.total == usual.skipped.total, "\(name)")
    }

    private struct FieldsOf: Equatable {
        var issuer, name: String
        var secret: OTPSecret
        var parameters: OTPParameters

        init(_ item: Account) {
            (issuer, name, secret, parameters) = (item.issuer, item.name, item.secret, item.parameters)
        }
    }

    @Test("An export of Google Authenticator has the same accounts with Apple's scheme")
    func migration() throws {
        let link = MigrationMessage(accounts: [.init(secret: [1], name: "a"), .init(secret: [2], name: "b")]).link
        for text in [link, "apple-\(link)", "APPLE-\(link)"] {
            let document = try read(text)
            #expect(document.format == "google-migration" && document.items.map(\.name) == ["a", "b"])
            #expect(document.records == 2)
        }
    }

    @Test(
        "The character before it decides whether it is a link",
        arguments: [
            "xapple-", "1apple-", "-apple-", ".apple-", "%apple-", "+apple-", "pineapple-", "apple--", "apples-",
        ])
    func partsOfWordsAreNoLinks(prefix: String) {
        #expect(throws: (any Error).self) { try read("\(prefix)\(Self.alice)\n") }
    }

    @Test("Only Apple's two schemes exist")
    func otherSchemes() throws {
        #expect(throws: (any Error).self) { try read("apple-steam://\(Self.secret)\n") }
        #expect(throws: (any Error).self) { try read("apple-motp://a:b?secret=e3152afee62599c8\n") }
    }

    @Test("A link in a name, or a second scheme, is two links that run together")
    func runTogether() throws {
        for link in [
            "otpauth://totp/a?secret=\(Self.secret)&issuer=apple-otpauth%3A%2F%2Ftotp%2Fb",
            "apple-\(Self.alice)&x=bapple-\(Self.alice)",
        ] {
            let document = try read(link)
            #expect(document.items.isEmpty && document.rejections.map(\.code) == [.linksRunTogether], "\(link)")
        }
    }
}
