import Encodings
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

    /// A file that no reader knows, with the start of its message.
    struct Unread: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var name: String
        var message: String
        var inFolder: Outcome

        enum Outcome { case fails, named, silent }

        var testDescription: String { message }

        init(_ text: String, _ message: String, _ inFolder: Outcome = .silent) {
            self.init(Array(text.utf8), message, inFolder)
        }

        init(_ bytes: [UInt8], _ message: String, _ inFolder: Outcome = .silent) {
            self.init(bytes, "file", message, inFolder)
        }

        init(_ bytes: [UInt8], _ name: String, _ message: String, _ inFolder: Outcome) {
            (self.bytes, self.name, self.message, self.inFolder) = (bytes, name, message, inFolder)
        }
    }

    private static func database(_ tables: String...) -> [UInt8] {
        var bytes = Array("SQLite format 3\0".utf8) + noise
        for table in tables { bytes += "CREATE TABLE \(table) (id)\0".utf8 }
        return bytes
    }

    static let vaults = [
        Unread(Array("PWS3".utf8) + noise, "v.psafe3", "a vault of Password Safe; export it as XML", .fails),
        Unread(noise, "vault.enpassdb", "a vault of Enpass; export in Enpass as JSON", .fails),
        Unread([5, 5, 1] + noise, "SafeInCloud_2026.db", "a database of SafeInCloud; export in SafeInCloud", .fails),
        Unread(#"var profile={"salt":"AA==","masterKey":"AA=="};"#, "a vault of 1Password (OPVault); open it", .fails),
        Unread(#"ld({"0A":{"o":"b3BkYXRhMDE="}});"#, "a part of a vault of 1Password (OPVault); open", .named),
        Unread(
            #"{"global":{},"authenticatedAccounts":["u"],"u":{}}"#, "a data file of the Bitwarden app; export", .fails),
        Unread(
            #"{"global_account_accounts":{},"user_u_cipher_ciphers":{}}"#, "a data file of the Bitwarden app;", .fails),
        Unread(database("users", "ciphers", "twofactor"), "a database of Vaultwarden; export as JSON", .fails),
        Unread(database("[Cipher]", "[Collection]"), "a database of Bitwarden's server; export as JSON", .fails),
        Unread(
            #"{"accountInfos": [{"localSecretToken": "x"}], "isEncrypted": true}"#,
            "an encrypted export of FoxAuth; turn the encryption off in FoxAuth", .fails),
        Unread("b~>buttercup/a\u{1}", "a vault of Buttercup;", .fails),
        Unread(
            "$ANSIBLE_VAULT;1.2;AES256;home\n3132\n",
            "a file encrypted with ansible-vault; ansible-vault view FILE | totp-import import - reads it", .fails),
        Unread(
            "seed: ENC[AES256_GCM,data:eA==,iv:eA==,tag:eA==,type:str]\nsops:\n    version: 3.9.0\n",
            "a file encrypted with SOPS; sops -d FILE | totp-import import -", .fails),
        Unread(
            "apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nspec:\n  encryptedData:\n    seed: AgBx\n",
            "a sealed secret of Kubernetes; kubectl get secret NAME", .fails),
        Unread("---- BEGIN config.xml ----\nVersion: x\n", "an encrypted backup of OPNsense or pfSense;", .fails),
        Unread(
            [0, 0x47, 0x49, 0x54, 0x43, 0x52, 0x59, 0x50, 0x54, 0] + noise, "a file encrypted with git-crypt;", .fails),
    ]

    static let others = [
        Unread("8BPS" + "\0\u{1}\0", "an image of Photoshop,"),
        Unread("%!PS-Adobe-3.0\n", "a PostScript document, which is not read;"),
        Unread("dn: cn=a,dc=example\nobjectClass: person\n", "a text with LDIF, without secrets of"),
        Unread("-- MySQL dump 10.13\nINSERT INTO a VALUES (1);\n", "a dump of a database; export from the program"),
        Unread("BEGIN:VCARD\nFN:A\nEND:VCARD\n", "an address book;"),
        Unread("version https://git-lfs.github.com/spec/v1\noid x\n", "a pointer of Git LFS; run git lfs pull"),
        Unread(database("moz_places"), "a database of Firefox; export from the program that made it"),
        Unread(database("\"states\"", "statistics"), "a database of Home Assistant; its codes are in"),
        Unread(database("things"), "a database (SQLite); export from the program that made it"),
        Unread("PGDMP\u{1}\u{e}", "a database (PostgreSQL, custom format); write it as text: pg_restore"),
        Unread([0x37, 0x7F, 0x06, 0x82] + noise, "a log of a database; name the database beside it"),
        Unread("-----BEGIN CERTIFICATE-----\nTUlJ\n", "a certificate, not an account; name an export or an image"),
        Unread("-----BEGIN ENCRYPTED PRIVATE KEY-----\nTUlJ\n", "a private key, not an account;"),
        Unread("PuTTY-User-Key-File-3: ssh-ed25519\n", "a PuTTY key, not an account;"),
        Unread([0, 0, 0, 0x20, 1, 1, 0, 2] + Array("KBXf".utf8) + noise, "a GnuPG keyring, not an account;"),
        Unread([0xFE, 0xED, 0xFE, 0xED] + noise, "a Java keystore, not an account;"),
        Unread([0x4C, 0x55, 0x4B, 0x53, 0xBA, 0xBE] + noise, "an encrypted volume of LUKS; open it"),
        Unread(#"{"hostname":"a","kdf":"scrypt","N":1,"data":"x"}"#, "a key of a restic repository; restore"),
        Unread(Array("# v2 git bundle\n".utf8) + [0xFF] + noise, "a git bundle; clone it with git"),
        Unread(Array("kych".utf8) + noise, "a keychain of macOS; export from the app itself"),
        Unread(Array("bplist00".utf8) + [0xD1], "a property list; export from the app itself"),
        Unread([0x28, 0xB5, 0x2F, 0xFD] + noise, "an archive of a kind that is not read; unpack it"),
        Unread(Array("koly".utf8) + [UInt8](repeating: 0x80, count: 508), "an image of a disk; open it"),
    ]

    @Test(
        "A vault, a database and a key is named with the next step, and no passphrase is guessed",
        arguments: vaults + others)
    func unread(file: Unread) async throws {
        let alone = try await read(file.bytes, named: file.name)
        #expect(alone.status == .failed)
        let failure = try #require(alone.failure)
        #expect(failure.messageWithRemedy.hasPrefix(file.message), "\(failure.messageWithRemedy)")
        #expect(!failure.isAboutPassphrase)
        let inFolder = try await read(file.bytes, named: file.name, inFolder: true)
        switch file.inFolder {
        case .fails: #expect(inFolder.status == .failed)
        case .named: #expect(inFolder.skippedInput?.kind != nil)
        case .silent: #expect(inFolder.skippedInput == .content)
        }
        #expect(passphrases.questions.all.isEmpty)
    }

    @Test("Each kind has a name of its own, with its article")
    func table() {
        var names: [String: Int] = [:]
        for kind in FileKind.all {
            names[kind.name, default: 0] += 1
            #expect(kind.name.hasPrefix("a ") || kind.name.hasPrefix("an "), "\(kind.name)")
            #expect(kind.counted(1) == "1 " + kind.name.drop { $0 != " " }.dropFirst())
        }
        #expect(names.filter { $0.value > 1 }.keys.sorted() == ["a document", "a list of recovery codes"])
        #expect(names.count >= 90)
    }

    @Test("Random bytes are not said to be encrypted by an app, with or without a passphrase")
    func random() async throws {
        for bytes in [Self.noise, Array(Base64.encode(Array(Self.noise.prefix(320))).utf8)] {
            let failure = try #require(try await read(bytes).failure)
            #expect(failure.isAboutPassphrase)
            #expect(failure.problem.contains("random bytes that no given passphrase opens"), "\(failure.problem)")
            let apps = FormatRegistry.standard.formats.map(\.description.app)
            #expect(!apps.contains { failure.problem.contains("by \($0)") || failure.problem.contains("of \($0)") })
        }
    }

    @Test(
        "Words, numbers and secrets are not recovery codes, and words of other lengths are not a secret",
        arguments: [
            "alpha beta\ngamma delta\nepsilon zeta\neta theta\niota kappa\n",
            (1...6).map { "2026-01-0\($0) 12\n" }.joined(), (1...6).map { "gezdgnbvgy3tqo\($0)q\n" }.joined(),
            "12345678\n23456789\n", "libtsan 2 libtsan2\n",
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
        _ bytes: [UInt8], named name: String = "file", inFolder: Bool = false, _ limits: ImportLimits = ImportLimits(),
        forced: (any ImportFormat)? = nil
    ) async throws -> SourceResult {
        var settings = ReadingSettings()
        settings.passphrases = passphrases.source
        settings.forced = forced
        settings.limits = limits
        let reader = SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings)
        let path = try folder.write(bytes, to: name)
        return await reader.read(
            Input(name: path, location: .file(path: path), folder: inFolder ? folder.path : nil))
    }
}
