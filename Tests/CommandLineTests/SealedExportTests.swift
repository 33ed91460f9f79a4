import FixtureSupport
import Foundation
import TOTPDomain
import TOTPImport
import Testing

/// Encrypted exports: with the right passphrase, a wrong one, none, and damaged.
struct SealedExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// One plain and one encrypted export of each format.
    static let representatives: [ExportSample] = {
        var seen: Set<[String]> = []
        return ExportSample.goodFixtures.filter { sample in
            !sample.expected.items.isEmpty
                && seen.insert([sample.expected.format ?? "", sample.expected.password == nil ? "plain" : "sealed"])
                    .inserted
        }
    }()

    static let sealed = representatives.filter { $0.expected.password != nil }

    /// The formats that notice any changed byte of the ciphertext. Others do not authenticate it, encrypt each secret
    /// alone, or contain a page that is not read.
    static let authenticated = sealed.filter { sample in
        ![
            "2fast", "authenticator-extension", "authy", "authy-scripts", "freeotp", "keysmith", "open-authenticator",
            "otpmanager", "pskc", "raivo", "totp-authenticator", "totp-cli", "winauth-xml",
        ].contains(sample.expected.format)
    }

    private func convert(_ path: String, of sample: ExportSample, passphrase: String?) throws -> Program.Outcome {
        let keyFile = sample.expected.keyFile.map { sample.url.deletingLastPathComponent().appending(path: $0).file }
        let passphrases = try folder.write("\(passphrase ?? "")\n", to: "passphrases.txt")
        return try Program.runWithoutTerminal(
            ["convert", path, "--to", "json", "--output", "-", "--on-duplicate", "keep"]
                + (passphrase == nil ? [] : ["--source-passphrase-file", passphrases])
                + (keyFile.map { ["--key-file", $0] } ?? []))
    }

    /// The accounts in the output; empty without output.
    private func items(_ outcome: Program.Outcome) throws -> [ExpectedAccounts.Item] {
        outcome.output.isEmpty ? [] : try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
    }

    @Test func thereIsOneOfEachFormat() {
        let formats = FormatDescription.readable.filter { $0.encryption != .never && $0.origin != .vault }
        #expect(Set(Self.sealed.map(\.expected.format)) == Set(formats.map(\.id.rawValue)))
    }

    @Test("An encrypted export gives the expected accounts, and no secret in a message", arguments: representatives)
    func givesTheExpectedAccounts(sample: ExportSample) throws {
        let outcome = try convert(sample.url.file, of: sample, passphrase: sample.expected.password)
        #expect(outcome.status == (sample.expected.rejected > 0 ? 1 : 0), "\(outcome.errors)")
        // The file of a login is read as well.
        let attached = sample.place == "bitwarden/attachments.zip" ? 1 : 0
        #expect(try items(outcome).dropLast(attached) == sample.expected.items[...])
        Messages.expectHidden(sample.expected.items.map(\.secret), in: outcome.errors, "standard error")
    }

    @Test("A wrong passphrase exits with 3, names the file and gives no account", arguments: sealed)
    func aWrongPassphraseIsSaid(sample: ExportSample) throws {
        let outcome = try convert(sample.url.file, of: sample, passphrase: "wrong")
        #expect(outcome.status == 3)
        #expect(outcome.errorLines.first?.contains(sample.url.lastPathComponent) == true, "\(outcome.errors)")
        // Nothing in some files says that they are of an app.
        let isSaid = ["wrong passphrase", "that no given passphrase opens"].contains { problem in
            outcome.errorLines.first?.contains(problem) == true
        }
        #expect(isSaid, "\(outcome.errors)")
        #expect(try items(outcome).isEmpty)
    }

    @Test(
        "A missing passphrase exits with 3 and names every way to give one",
        .enabled(if: Program.canRunWithoutTerminal, "setsid is not installed"), arguments: sealed)
    func aMissingPassphraseNamesAllWays(sample: ExportSample) throws {
        let outcome = try convert(sample.url.file, of: sample, passphrase: nil)
        #expect(outcome.status == 3)
        for way in ["--source-passphrase-file", "TOTP_IMPORT_SOURCE_PASSPHRASE", "terminal"] {
            #expect(outcome.errorLines.first?.contains(way) == true, "\(outcome.errors)")
        }
        #expect(try items(outcome).isEmpty)
    }

    /// The middle of each of these files is ciphertext.
    @Test("A changed byte in an encrypted export is an error, and no account is read", arguments: authenticated)
    func aByteThatIsFlippedLeavesNoAccount(sample: ExportSample) throws {
        var bytes = try FixtureFolder.bytes(sample.url)
        for change in [1, 0x80] as [UInt8] {
            bytes[bytes.count / 2] ^= change
            let path = try folder.write(bytes, to: sample.url.lastPathComponent)
            let manifest = sample.url.deletingLastPathComponent().appending(path: "manifest.json")
            if FixtureFolder.exists(manifest) {
                try folder.write(FixtureFolder.bytes(manifest), to: "manifest.json")
            }
            let outcome = try convert(path, of: sample, passphrase: sample.expected.password)
            #expect([2, 3].contains(outcome.status), "\(outcome.status)")
            #expect(try items(outcome).isEmpty)
            #expect(outcome.errorLines.first?.contains(path) == true, "\(outcome.errors)")
            Messages.expectPlain(outcome.errors)
        }
    }
}
