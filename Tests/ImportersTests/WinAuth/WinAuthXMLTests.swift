import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

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
