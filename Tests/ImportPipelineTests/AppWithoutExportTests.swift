import FixtureSupport
import Importers
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Inputs of apps whose secrets cannot be exported")
struct AppWithoutExportTests {
    private let folder: TemporaryFolder
    private let passphrases = ScriptedPassphrases(known: [Passphrase("known")], answers: ["typed"])

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "The error says what to do, and no passphrase is asked for",
        arguments: [
            ("token.sdtid", Array("<?xml version=\"1.0\"?><TKNBatch/>".utf8), "RSA SecurID: "),
            ("Manifest.db", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100), "iPhone backup: "),
            ("keychain-backup.plist", [UInt8](repeating: 0x80, count: 1024), "iPhone backup: "),
            ("link", Array("oktaverify://x".utf8), "Okta Verify: "),
        ] as [(String, [UInt8], String)])
    func help(name: String, bytes: [UInt8], start: String) async throws {
        let result = try await read(bytes, name)
        #expect(result.status == .failed)
        #expect(result.failure?.code == .unrecognised)
        #expect(result.failure?.message.hasPrefix(start) == true)
        #expect(passphrases.questions.all.isEmpty)
    }

    @Test("In a folder, they are skipped like other files")
    func folderFile() async throws {
        let result = try await read(Array("<TKNBatch/>".utf8), "token.sdtid", inFolder: true)
        #expect(result.skippedInput == .content)
    }

    @Test("With the id of such an app, every input fails with its help")
    func forced() async throws {
        let forced = FormatRegistry.standard.format("yubikey")
        let result = try await read(Array("otpauth://totp/a?secret=JBSWY3DP".utf8), "links.txt", forced: forced)
        #expect(result.failure?.code == .unrecognised)
        #expect(result.failure?.message.hasPrefix("YubiKey") == true)
    }

    @Test(
        "A QR code of such an app is named if the image has no other",
        arguments: [
            (
                "code phonefactor://activate_account?code=1",
                "1 QR code found, but no account: Microsoft sign-in by push: "
            ),
            ("code duo://a\ncode duo://b", "2 QR codes found, but no account: Duo push: "),
            ("code duo://a\ncode https://example.com", "2 QR codes found, but no account: a web address or other text"),
        ])
    func codes(script: String, warning: String) async throws {
        let result = try await read(ScriptedPicture.bytes(script), "shot.png")
        #expect(result.status == .noCode)
        #expect(result.warnings.count == 1)
        #expect(result.warnings.first?.message.hasPrefix(warning) == true)
    }

    private func read(
        _ bytes: [UInt8], _ name: String, inFolder: Bool = false, forced: (any ImportFormat)? = nil
    ) async throws -> SourceResult {
        var settings = ReadingSettings()
        settings.passphrases = passphrases.source
        settings.forced = forced
        let reader = SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings)
        let path = try folder.write(bytes, to: name)
        return await reader.read(
            Input(name: path, location: .file(path: path), folder: inFolder ? folder.path : nil))
    }
}
