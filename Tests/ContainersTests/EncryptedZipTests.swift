import Containers
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@Suite("Encrypted zip archives, written")
struct EncryptedZipTests {
    private static let passphrase = Passphrase("correct horse – π")
    private static let now = Date(timeIntervalSince1970: 1_795_253_400)
    private static let interpreter = PythonInterpreter.find(with: ["pyzipper"])

    private static func archive(_ content: [UInt8], name: String = "list.json") throws -> [UInt8] {
        try EncryptedZip.archive(of: content, named: name, passphrase, modified: now)
    }

    /// Short files have no CRC, which would reveal something about their content.
    @Test("The file is read back", arguments: [0, 1, 15, 16, 19, 20, 4096, 1_000_003])
    func readBack(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let content = generator.bytes(count)
        let bytes = try Self.archive(content, name: "Größe 🔑.json")
        let archive = try ZipArchive(bytes)
        let entry = try #require(archive.entries.first)
        #expect(archive.entries.count == 1 && entry.name == "Größe 🔑.json" && entry.size == count)
        #expect(entry.encryption == .aes(keyCount: 32))
        // Salt, check and MAC.
        #expect(entry.packedSize == count + 16 + 2 + 10)
        #expect(try archive.read(entry, passphrase: Self.passphrase) == content)
    }

    @Test("Python reads it", .enabled(if: interpreter != nil, "pyzipper is missing"))
    func python() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.archive(Array("[1,2]".utf8)), to: "a.zip")
        let script = """
            import pyzipper, sys
            with pyzipper.AESZipFile(sys.argv[1]) as archive:
                archive.setpassword(sys.stdin.read().encode())
                for info in archive.infolist():
                    print(info.filename, info.date_time[0], archive.read(info).decode())
            """
        let outcome = try #require(Self.interpreter).run(
            ["-c", script, folder.path("a.zip")], input: try #require(Self.passphrase.text))
        #expect(outcome.text == "list.json 2026 [1,2]\n", "\(outcome.errors)")
    }

    @Test("The same file is encrypted with another salt each time")
    func freshness() throws {
        let files = try (0..<2).map { _ in try Self.archive(Array("the same text, twice".utf8)) }
        #expect(files[0] != files[1] && files[0].count == files[1].count)
    }

    @Test("A passphrase that libzip would cut or ignore is refused", arguments: ["", "\0", "a\0b"])
    func passphrases(text: String) {
        #expect(throws: ExportError.self) {
            try EncryptedZip.archive(of: [1], named: "a", Passphrase(text), modified: Self.now)
        }
    }
}
