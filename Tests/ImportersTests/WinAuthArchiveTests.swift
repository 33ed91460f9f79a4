import FixtureSupport
import Importers
import TOTPDomain
import Testing

/// Zip archives with one list of links, as WinAuth and Authenticator Plus write them.
struct WinAuthArchiveTests {
    private static let link = "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acme\n"

    private static func archive(
        _ names: [String], encryption: ZipFile.Encryption = .none
    ) throws -> [UInt8] {
        try ZipFile(names.map { ZipFile.Entry($0, link, encryption: encryption) }, passphrase: "right").bytes()
    }

    @Test(
        "WinAuth's archive is known by the one text in it; any other is an archive of files, which are read one by one",
        arguments: [
            (["winauth-2026-01-02.txt"], "winauth"), (["WinAuth.TXT"], "winauth"),
            (["winauth.txt", "__MACOSX/._winauth.txt"], "winauth"), (["winauth.txt", ".DS_Store"], "winauth"),
            (["winauth.txt", ".winauth.txt"], nil), (["winauth.txt", "winauth.txt"], nil),
            (["winauth-1.txt", "winauth-2.txt"], nil), (["winauth.txt", "page.html"], nil),
            (["winauth.txt", "read me.md"], nil), (["winauth.txt", "lost/"], nil), (["a.txt"], nil),
            (["a.txt", "b.html", "c.md"], nil), (["folder/winauth.txt"], nil), (["../winauth.txt"], nil),
            (["/winauth.txt"], nil), (["winauth/../../a.txt"], nil), (["winauth\\..\\a.txt"], nil),
            (["winauth.html"], nil),
        ] as [([String], FormatID?)])
    func winAuth(names: [String], format: FormatID?) throws {
        for encryption in [.none, .zipCrypto, .aes256] as [ZipFile.Encryption] {
            #expect(formatID(of: try Self.archive(names, encryption: encryption)) == format)
        }
    }

    @Test(
        "Authenticator Plus's archive is known by its encrypted list, alone or with its page",
        arguments: [
            (["Accounts.txt"], true), (["Accounts.html", "Accounts.txt"], true),
            (["backup/Accounts.txt", "backup/Accounts.html"], true), (["Accounts.txt", "__MACOSX/x"], true),
            (["Accounts.txt", "other/Accounts.html"], false), (["Accounts.txt", "other.txt", "page.html"], false),
            (["Accounts.txt", "Accounts.txt"], false), (["Accounts.txt", "accounts.html"], false),
            (["Accounts.html"], false), (["accounts.txt"], false), (["../Accounts.txt"], false),
            (["/Accounts.txt"], false), (["C:\\Accounts.txt"], false), (["C:/Accounts.txt"], false),
        ])
    func authenticatorPlus(names: [String], isExport: Bool) throws {
        for encryption in [.zipCrypto, .aes256] as [ZipFile.Encryption] {
            let format = formatID(of: try Self.archive(names, encryption: encryption))
            #expect(format == (isExport ? "authenticator-plus" : nil))
        }
        // The app encrypts every one.
        #expect(formatID(of: try Self.archive(names)) == nil)
    }

    @Test(
        "An archive that is not the app's is refused if its format is forced",
        arguments: ["winauth", "authenticator-plus"] as [FormatID])
    func forced(id: FormatID) throws {
        let format = try #require(FormatRegistry.standard.format(id))
        let content = SourceContent(try Self.archive(["a.txt", "b.html"]))
        let failure = #expect(throws: SourceError.self) { try format.read(ImportRequest(content: content)) }
        #expect(failure?.code == .unrecognised)
    }

    @Test("A label that may be a secret is not shown when its link is rejected")
    func secretInLabel() throws {
        let text = Array("otpauth://totp/JBSWY3DPEHPK3PXT\notpauth://totp/bob\n".utf8)
        let format = try #require(FormatRegistry.standard.format("otpauth"))
        let document = try format.read(ImportRequest(content: SourceContent(text)))
        #expect(document.rejections.map(\.label) == ["", "bob"])
    }
}
