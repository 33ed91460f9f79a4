import FixtureSupport
import Foundation
import Importers
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Files that are certainly no export have a name of their own, and nobody is asked for a passphrase")
struct FileKindTests {
    private let folder: TemporaryFolder
    private let passphrases = ScriptedPassphrases(known: [Passphrase("known")], answers: ["typed"])

    init() throws { folder = try TemporaryFolder() }

    /// Random enough for encrypted content, and the same in every run.
    private static let noise = (0..<3000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }

    struct Kind: Sendable, CustomTestStringConvertible {
        var kind: FileKind
        var bytes: [UInt8]
        var problem: String
        var failsInFolder = false

        var testDescription: String { problem }

        init(_ kind: FileKind, _ start: [UInt8], _ text: String, _ problem: String, failsInFolder: Bool = false) {
            self.kind = kind
            bytes = start
            bytes += text.utf8
            let isText = [.zeros, .richText, .recoveryCodes, .secret, .sshKey, .enpassText, .drawing].contains(kind)
            if !isText { bytes += FileKindTests.noise }
            self.problem = problem
            self.failsInFolder = failsInFolder
        }
    }

    static let kinds = [
        Kind(.video, [0, 0, 0, 0x20], "ftypisom", "a video; take a screenshot of each QR code in it"),
        Kind(.video, [0x1A, 0x45, 0xDF, 0xA3], "", "a video;"),
        Kind(.video, [], "RIFF1234AVI LIST", "a video;"),
        Kind(.recording, [], "ID3\u{3}", "a sound recording;"),
        Kind(.program, [0x7F], "ELF", "a program;"),
        Kind(.document, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "", "a document; save sheets as"),
        Kind(
            .document, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "otpauth://totp/a",
            "a document with an otpauth link in it;", failsInFolder: true),
        Kind(
            .sealedDocument, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
            "EncryptedPackage".map { "\($0)\0" }.joined(), "a document with a password; save it without"),
        Kind(.drawing, [], "<svg xmlns=\"x\"><path d=\"M0 0h1\"/></svg>", "a drawing (SVG), which is not read; take a"),
        Kind(.drawing, [], "<html><body><svg><path/></svg></body></html>", "a drawing (SVG),"),
        Kind(.richText, [], #"{\rtf1 hello}"#, "an RTF document; save it as plain text"),
        Kind(
            .richText, [], #"{\rtf1 otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&digits=8\par}"#,
            "an RTF document with an otpauth link in it;", failsInFolder: true),
        Kind(.zeros, [UInt8](repeating: 0, count: 4096), "", "it consists of zeros only; copy it again"),
        Kind(.androidBackup, [], "ANDROID BACKUP\n5\n1\nnone\n", "a backup of Android by adb"),
        Kind(
            .age, [], "age-encryption.org/v1\n-> scrypt abc 18\n",
            "encrypted with age; age --decrypt FILE | totp-import",
            failsInFolder: true),
        Kind(.age, [], "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n", "encrypted with age;", failsInFolder: true),
        Kind(
            .recoveryCodes, [], (0..<16).map { "a1b2c-3d4\($0 % 10)5\n" }.joined(),
            "recovery codes, which are not accounts; keep"),
        Kind(
            .recoveryCodes, [], "SAVE YOUR BACKUP CODES\n\n 1. 1234 5678\t 6. 2345 6789\n", "recovery codes,"),
        Kind(
            .recoveryCodes, [], (1...6).map { "\($0). 1234 567\($0)\n" }.joined(), "recovery codes,"),
        Kind(
            .secret, [], "gezd gnbv gy3t qojq gezd gnbv\n", "a secret without a name; totp-import vault add",
            failsInFolder: true),
        Kind(.sshKey, [], "-----BEGIN OPENSSH PRIVATE KEY-----\nYWJj\n", "an SSH key, not an account;"),
        Kind(
            .enpassText, [],
            "Title : Acorn\nUsername : alice\nTOTP : gezd gnbv gy3t qojq\n\nTitle : Card\nNumber : 1\n",
            "Enpass's export as text; export as JSON", failsInFolder: true),
        Kind(.rar, [], "Rar!\u{1A}\u{7}\u{1}", "a rar archive, which is not read; unpack it", failsInFolder: true),
    ]

    @Test(
        "The kind is named with what to do; in a folder, a file that may contain an account fails too", arguments: kinds
    )
    func named(kind: Kind) async throws {
        let alone = try await read(kind.bytes)
        #expect(alone.status == .failed)
        let message = alone.failure?.messageWithRemedy ?? ""
        #expect(message.hasPrefix(kind.problem), "\(message)")
        let inFolder = try await read(kind.bytes, inFolder: true)
        #expect(inFolder.status == (kind.failsInFolder ? .failed : .skipped))
        #expect(inFolder.skippedInput == (kind.failsInFolder ? nil : .other(kind.kind)))
        #expect(passphrases.questions.all.isEmpty)
    }

    @Test(
        "Words, numbers and secrets are not recovery codes",
        arguments: [
            "alpha beta\ngamma delta\nepsilon zeta\neta theta\niota kappa\n",
            (1...6).map { "2026-01-0\($0) 12\n" }.joined(), (1...6).map { "gezdgnbvgy3tqo\($0)q\n" }.joined(),
            "12345678\n23456789\n",
        ])
    func noCodes(text: String) async throws {
        #expect(try await read(Array(text.utf8)).failure?.problem == "not an image or a known export")
    }

    @Test("Only what looks random may be encrypted: other bytes are of no known format")
    func notRandom() async throws {
        let result = try await read((0..<4096).map { UInt8($0 % 7) + 0x80 })
        #expect(result.failure?.problem == "not an image or a known export")
        #expect(passphrases.questions.all.isEmpty)
        _ = try await read(Self.noise)
        #expect(!passphrases.questions.all.isEmpty)
    }

    @Test("A file that is too large to be read is named by its start")
    func tooLarge() async throws {
        var limits = ImportLimits()
        limits.sourceBytes = 1000
        let video = Kind(.video, [0, 0, 0, 0x20], "ftypisom", "").bytes
        #expect(try await read(video, inFolder: true, limits).skippedInput == .other(.video))
        #expect(try await read(Self.noise, limits).failure?.code == .tooLarge)
    }

    @Test(
        "With --from, a file that is certainly of another app is not called damaged, and no passphrase is asked for",
        arguments: [
            ("2fas", "omit --from, or use --from aegis"),
            ("authenticator-extension", "omit --from, or use --from aegis"),
            ("authenticator-plus", "omit --from, or use --from aegis"),
        ])
    func forced(id: String, advice: String) async throws {
        let bytes = try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Fixtures/exports/aegis/plain.json"))
        let format = try #require(FormatRegistry.standard.format(FormatID(rawValue: id)))
        let result = try await read(bytes, forced: format)
        #expect(result.failure?.code == .unrecognised)
        let message = result.failure?.message ?? ""
        #expect(
            message.hasPrefix("an export of Aegis, not an export of ") && message.hasSuffix(advice), "\(message)")
        #expect(result.entries.isEmpty && passphrases.questions.all.isEmpty)
    }

    @Test(
        "An export without any account says so",
        arguments: [
            (#"{"encrypted":false,"items":[]}"#, "synchronized with Bitwarden"),
            (#"{"accounts":[],"iv":"00000000000000000000000000000000"}"#, "check the accounts in the app"),
        ])
    func empty(text: String, warning: String) async throws {
        let result = try await read(Array(text.utf8))
        #expect(result.status == .ok && result.isEmptyExport)
        #expect(result.warnings.count == 1)
        #expect(result.warnings.first?.message.contains(warning) == true, "\(result.warnings)")
    }

    private func read(
        _ bytes: [UInt8], inFolder: Bool = false, _ limits: ImportLimits = ImportLimits(),
        forced: (any ImportFormat)? = nil
    ) async throws -> SourceResult {
        var settings = ReadingSettings()
        settings.passphrases = passphrases
        settings.forced = forced
        settings.limits = limits
        let reader = SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings)
        let path = try folder.write(bytes, to: "file")
        return await reader.read(
            Input(name: path, location: .file(path: path), folder: inFolder ? folder.path : nil))
    }
}
