import CryptoPrimitives
import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import PasswordManagerFormats

@Suite(
    "Databases that keepassxc-cli writes",
    .enabled(if: KeePassXCProgram.shared != nil, "keepassxc-cli is not installed; scripts/bootstrap --tests brings it"))
struct KeePassXCProgramTests {
    private let folder: TemporaryFolder
    private let program: KeePassXCProgram

    init() throws {
        folder = try TemporaryFolder()
        program = try #require(KeePassXCProgram.shared)
    }

    private func read(_ name: String, hasPassphrase: Bool = true, keyFile: String? = nil) throws -> ImportedDocument {
        try KeePassFormat().read(
            ImportRequest(
                content: SourceContent(try folder.bytes(name)),
                passphrase: hasPassphrase ? Passphrase(KeePassXCProgram.passphrase) : nil,
                keyFile: try keyFile.map { try folder.bytes($0) }))
    }

    // MARK: - Ciphers and key derivations

    /// Its command line chooses neither, but writes every database again in its original way.
    static let ways: [KDBXFile] = KDBXFile.Cipher.allCases.flatMap { cipher in
        let derivations: [(Int, KDBXFile.Derivation)] = [
            (3, .aes(rounds: 60_000)), (4, .aes(rounds: 60_000)), (4, .argon2(.d, memory: 1 << 20, passes: 2)),
            (4, .argon2(.id, memory: 1 << 20, passes: 2)),
        ]
        return derivations.enumerated().map { index, way in
            KDBXFile(
                version: way.0, cipher: cipher, derivation: way.1, isPacked: (index + cipher.rawValue.count) % 2 == 0)
        }
    }

    @Test("New random accounts are read right, in every cipher and key derivation", arguments: ways)
    func random(way: KDBXFile) throws {
        var document = KeePassDocument()
        let expected = try document.addAccounts(12, seed: .random(in: .min ... .max))
        try folder.write(document.xml, to: "accounts.xml")
        try program.makeDatabase(folder.path("new.kdbx"), from: folder.path("accounts.xml"))
        let empty = try way.bytes(xml: KeePassDocument().xml, passphrase: KeePassXCProgram.passphrase)
        try folder.write(empty, to: "way.kdbx")
        try program.merge(folder.path("way.kdbx"), with: folder.path("new.kdbx"))

        let header = try KDBXHeader(try folder.bytes("way.kdbx"))
        #expect(header.major == way.version && header.isPacked == way.isPacked)
        #expect("\(header.cipher)" == way.cipher.rawValue)
        switch (header.keyDerivation, way.derivation) {
        case (.aes, .aes): break
        case (.argon2(let variant, _, _, _), .argon2(let asked, _, _)): #expect(variant == asked)
        default: Issue.record("another key derivation was written")
        }
        let read = try read("way.kdbx")
        #expect(Set(read.items.map { ExpectedAccounts.Item($0) }) == Set(expected))
        #expect(read.items.count == expected.count && read.rejections.isEmpty)
    }

    // MARK: - Credentials

    @Test("A passphrase alone opens it, and no other")
    func passphrase() throws {
        let expected = try makeDatabase(hasPassphrase: true, keyFile: nil)
        #expect(try read("new.kdbx").items.map { ExpectedAccounts.Item($0) } == expected)
        #expect(throws: SourceError.passphraseRequired) { try read("new.kdbx", hasPassphrase: false) }
    }

    @Test(
        "A key file in any form opens it, with a passphrase or alone",
        arguments: KeePassXCProgram.Credentials.KeyFile.allCases, [true, false])
    func keyFiles(form: KeePassXCProgram.Credentials.KeyFile, hasPassphrase: Bool) throws {
        var generator = SystemRandomNumberGenerator()
        let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        switch form {
        case .made: break
        case .xml1:
            let data = Data(key).base64EncodedString()
            try folder.write(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<KeyFile><Meta><Version>1.00</Version></Meta>"
                    + "<Key><Data>\(data)</Data></Key></KeyFile>\n", to: "key")
        case .raw: try folder.write(key, to: "key")
        case .hexadecimal: try folder.write(Hex.encode(key), to: "key")
        case .any: try folder.write("A picture of a larch, for example.\n", to: "key")
        }
        let expected = try makeDatabase(hasPassphrase: hasPassphrase, keyFile: "key")
        let items = try read("new.kdbx", hasPassphrase: hasPassphrase, keyFile: "key").items
        #expect(items.map { ExpectedAccounts.Item($0) } == expected)

        try folder.write(key.reversed(), to: "other")
        let wrong: SourceError = hasPassphrase ? .wrongPassphrase : .passphraseRequired
        #expect(throws: wrong) { try read("new.kdbx", hasPassphrase: hasPassphrase, keyFile: "other") }
        let error = #expect(throws: SourceError.self) { try read("new.kdbx", hasPassphrase: true) }
        #expect(error?.code == .wrongPassphrase && error?.message.contains("--key-file") == true)
    }

    private func makeDatabase(hasPassphrase: Bool, keyFile: String?) throws -> [ExpectedAccounts.Item] {
        var document = KeePassDocument()
        let expected = try document.addAccounts(8, seed: .random(in: .min ... .max))
        try folder.write(document.xml, to: "accounts.xml")
        try program.makeDatabase(
            folder.path("new.kdbx"), from: folder.path("accounts.xml"), hasPassphrase: hasPassphrase,
            keyFile: keyFile.map { folder.path($0) })
        return expected
    }

    // MARK: - What the program does to entries

    @Test("Deleted entries and earlier versions are reported, not imported")
    func history() throws {
        let names = ["Acorn", "Birch", "Cedar"]
        var document = KeePassDocument()
        document.entries = names.map { [("Title", $0), ("UserName", "alice"), ("otp", "JBSWY3DPEHPK3PXP")] }
        try folder.write(document.xml, to: "accounts.xml")
        try program.makeDatabase(folder.path("new.kdbx"), from: folder.path("accounts.xml"))
        try program.run(["rm", "--quiet", folder.path("new.kdbx"), "Birch"])
        try program.run(["edit", "--quiet", "--username", "bob", folder.path("new.kdbx"), "Cedar"])
        try program.run(["add", "--quiet", "--username", "carol", folder.path("new.kdbx"), "Without codes"])
        let read = try read("new.kdbx")
        #expect(read.items.map(\.label) == ["Acorn: alice", "Cedar: bob"])
        #expect(read.items.allSatisfy { $0.secret.base32 == "JBSWY3DPEHPK3PXP" })
        #expect(read.skipped.counts == [.trash: 1, .noOneTimeCode: 1])
        #expect(
            read.warnings.map(\.message).contains { $0.hasPrefix("earlier versions of entries (history) were skipped") }
        )
    }

    @Test("A database without entries is read as empty")
    func empty() throws {
        try program.run(["db-create", "--quiet", "--set-password", folder.path("new.kdbx")], passphrases: 2)
        #expect(try read("new.kdbx").entries.isEmpty)
    }
}
