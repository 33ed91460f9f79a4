import FixtureSupport
import Importers
import TOTPDomain
import Testing

/// Zip archives of texts, of which WinAuth's export is one.
struct WinAuthArchiveTests {
    private static let link = "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acme\n"

    @Test("A text without a link does not hide the others, and is named")
    func textWithoutLink() throws {
        let files = [
            ZipFile.Entry("accounts.txt", Self.link), ZipFile.Entry("README.txt", "my backup\n"),
        ]
        let document = try WinAuthFormat().read(
            ImportRequest(content: SourceContent(try ZipFile(files).bytes())))
        #expect(document.items.map(\.name) == ["alice"])
        #expect(document.warnings == ["README.txt in the archive contains no link"])
    }

    @Test(
        "With a hidden file it is an archive like any other, which counts hidden files",
        arguments: [
            ("accounts.txt", true), (".accounts.txt", false), ("a/.git/c.txt", false), ("__MACOSX/._a.txt", true),
            (".DS_Store", true),
        ])
    func hidden(name: String, isWinAuth: Bool) throws {
        let files = [ZipFile.Entry("a.txt", Self.link), ZipFile.Entry(name, Self.link)]
        #expect(formatID(of: try ZipFile(files).bytes()) == (isWinAuth ? "winauth" : nil))
    }

    @Test("A label that may be a secret is not shown when its link is rejected")
    func secretInLabel() throws {
        let text = Array("otpauth://totp/JBSWY3DPEHPK3PXT\notpauth://totp/bob\n".utf8)
        let format = try #require(FormatRegistry.standard.format("otpauth"))
        let document = try format.read(ImportRequest(content: SourceContent(text)))
        #expect(document.rejections.map(\.label) == ["", "bob"])
    }
}
