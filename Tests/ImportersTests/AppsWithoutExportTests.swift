import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

@Suite("Apps whose secrets cannot be exported")
struct AppsWithoutExportTests {
    private static let registry = FormatRegistry.standard

    private static func app(_ text: String, path: String? = nil) -> String? {
        let content = SourceContent(Array(text.utf8))
        return registry.appWithoutExport(
            of: content, candidates: registry.candidates(for: content), path: path)?.description.id.rawValue
    }

    @Test(
        "A text shows what it belongs to",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<TKNBatch>\n<TKN></TKN></TKNBatch>", "rsa-securid"),
            (String(repeating: "2", count: 81) + "\n", "rsa-securid"), (String(repeating: "2", count: 80), nil),
            (String(repeating: "22222-", count: 16) + "2", "rsa-securid"), (String(repeating: "2", count: 82), nil),
            ("com.rsa.securid.iphone://ctf?ctfData=2", "rsa-securid"),
            ("\n PhoneFactor://activate_account?code=1", "microsoft-push"), ("msauth://code/x", "microsoft-push"),
            ("oktaverify://email/x", "okta-verify"), ("duo://x-y", "duo-push"), ("duo", nil), ("see duo://x", nil),
            ("mfauth://push/Acme:alice?a=b", "forgerock-push"), ("FIDO:/1234567890", "passkey"),
            ("https://s.team/q/1/234", "steam-sign-in"), ("https://s.team/p/1", nil),
            ("WIFI:S:net;T:WPA;P:x;;", "wifi"), ("igmobile://SACT?enc=x", "bank-token"),
            ("a text about <TKNBatch>", nil), ("", nil),
        ] as [(String, String?)])
    func texts(text: String, id: String?) { #expect(Self.app(text) == id) }

    @Test(
        "A file's name or folder shows what it belongs to",
        arguments: [
            ("Manifest.db", "iphone-backup"), ("backup/keychain-backup.plist", "iphone-backup"),
            ("Manifest.db.txt", nil), ("app/IndexedDB/000003.log", "browser-storage"),
            ("app/https_authy.com_0.indexeddb.leveldb/LOG", "browser-storage"), ("leveldb", nil), ("x/notes.txt", nil),
        ] as [(String, String?)])
    func paths(path: String, id: String?) { #expect(Self.app("any text", path: path) == id) }

    @Test("Files of a known format are read anywhere in an archive")
    func formats() {
        let link = "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP"
        for text in [link, "duo://x\n\(link)", "<TKNBatch>\n\(link)\n</TKNBatch>"] {
            #expect(Self.app(text, path: "IndexedDB/Manifest.db") == nil)
        }
        // Encrypted files without a signature have no known format before a passphrase opens them.
        var random = SeededGenerator(seed: 1)
        let bytes = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &random) }
        let content = SourceContent(bytes)
        let candidates = Self.registry.candidates(for: content)
        #expect(!candidates.isEmpty)
        let app = Self.registry.appWithoutExport(of: content, candidates: candidates, path: "Manifest.db")
        #expect(app?.description.id == "iphone-backup")
    }

    @Test("Each has an id of its own, help in one line, and a place on the page")
    func table() throws {
        let apps = AppsWithoutExport.all
        let page = try String(
            contentsOf: FixtureFolder.package.appending(path: AppWithoutExport.page), encoding: .utf8)
        let ids = Self.registry.formats.map(\.description.id) + apps.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(apps.map(\.id.rawValue) == apps.map(\.id.rawValue).sorted())
        for app in apps {
            #expect(app.help.contains("; ") && !app.help.contains("\n") && !app.help.hasSuffix("."))
            #expect(app.help.first?.isUppercase == false || app.help.hasPrefix("JSON"))
            #expect(app.failure.message.utf8.count < 200)
            #expect(page.contains("`\(app.id)`"), "\(app.id)")
        }
    }

    @Test("Named as a format, it says what to do")
    func forced() throws {
        let format = try #require(Self.registry.format("okta-verify"))
        let request = ImportRequest(content: SourceContent(Array("otpauth://totp/a?secret=AA".utf8)))
        let error = #expect(throws: SourceError.self) { _ = try format.read(request) }
        #expect(error?.code == .unrecognised)
        #expect(error?.message.hasPrefix("Okta Verify: the key never leaves the device; ") == true)
        #expect(error?.message.hasSuffix(" (see Docs/formats/no-export.md)") == true)
    }
}
