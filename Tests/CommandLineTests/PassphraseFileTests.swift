import FixtureSupport
import Foundation
import TOTPDomain
import Testing
import Vault

/// Passphrases in files that editors and shells of other systems write.
@Suite("Files with passphrases")
struct PassphraseFileTests {
    private let folder: TemporaryFolder
    private static let passphrase = "größer als drei Birnen"
    private static let typed = Array(passphrase.utf8)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ\n", to: "links.txt")
    }

    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(arguments, environment: environment, in: URL(filePath: folder.path))
    }

    /// A vault that opens at almost no cost.
    private func vault(_ passphrase: [UInt8]) throws {
        try? FileManager.default.removeItem(atPath: folder.path("vault.json"))
        _ = try VaultFile.create(
            folder.path("vault.json"), passphrase: Passphrase(utf8: passphrase), cost: .init(n: 16, r: 8, p: 1))
    }

    private static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap {
            isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
        }
    }

    static let typableTexts: [[UInt8]] = [
        typed, [0xEF, 0xBB, 0xBF] + typed + [0x0D, 0x0A], utf16(passphrase, isLittle: true),
        utf16("\r\n\(passphrase)\r\nanother\r\n", isLittle: true), utf16("\(passphrase)\n", isLittle: false),
    ]

    @Test("A text in UTF-8 or UTF-16 is what it would be if it was typed", arguments: typableTexts)
    func typable(bytes: [UInt8]) throws {
        try folder.write(bytes, to: "pass.txt")
        #expect(try run(["vault", "create", "new.json", "--passphrase-file", "pass.txt"]).status == 0)
        #expect(
            try VaultFile.open(folder.path("new.json"), passphrase: Passphrase(Self.passphrase)).items().isEmpty)
        try vault(Self.typed)
        for command in [["vault", "check", "vault.json"], ["list", "vault.json"]] {
            #expect(try run(command + ["--passphrase-file", "pass.txt"]).status == 0, "\(command)")
        }
        #expect(try run(["list", "vault.json", "--source-passphrase-file", "pass.txt"]).status == 0)
    }

    static let otherBytes: [[UInt8]] = [
        Array(passphrase.unicodeScalars.map { UInt8($0.value) }), Array(utf16(passphrase, isLittle: true).dropFirst(2)),
        [0x89] + Array("PNG\r\n\u{1A}\n".utf8), Array("a pass\u{7}phrase".utf8), Array("a pass\u{85}phrase".utf8),
        Array("a pass\rphrase".utf8),
    ]

    @Test("A new passphrase that nobody could type is refused, and one that exists is taken", arguments: otherBytes)
    func other(bytes: [UInt8]) throws {
        try folder.write(bytes + [0x0A], to: "pass.txt")
        let line = Array(bytes.split(separator: 0x0A).first ?? [])
        try vault(line.last == 0x0D ? line.dropLast() : line)
        let before = try folder.names()
        for command in [
            ["vault", "create", "new.json", "--passphrase-file"],
            ["import", "links.txt", "--vault", "new.json", "--passphrase-file"],
            ["convert", "links.txt", "--to", "aegis", "-o", "aegis.json", "--target-passphrase-file"],
            ["vault", "passwd", "vault.json", "--passphrase-file", "pass.txt", "--new-passphrase-file"],
        ] {
            let outcome = try run(command + ["pass.txt"])
            #expect(outcome.status == 3, "\(command)")
            #expect(outcome.errors.contains("error: pass.txt: the new passphrase has control characters"))
        }
        #expect(try folder.names() == before)
        #expect(try run(["vault", "check", "vault.json", "--passphrase-file", "pass.txt"]).status == 0)
    }

    @Test("Vaults that took the bytes of UTF-16 for a passphrase still open")
    func earlierVaults() throws {
        let bytes = Self.utf16("\(Self.passphrase)\r\n", isLittle: true)
        try folder.write(bytes, to: "pass.txt")
        try vault(Array(bytes.prefix { $0 != 0x0A }))
        for command in [
            ["vault", "check", "vault.json", "--passphrase-file"], ["list", "vault.json", "--passphrase-file"],
            ["import", "links.txt", "--vault", "vault.json", "--passphrase-file"],
            ["list", "vault.json", "--source-passphrase-file"],
        ] {
            #expect(try run(command + ["pass.txt"]).status == 0, "\(command)")
        }
    }

    @Test("A secret in UTF-16 is a text as well")
    func secret() throws {
        try vault(Self.typed)
        try folder.write(Self.utf16("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\r\n", isLittle: true), to: "secret.txt")
        let add = ["vault", "add", "vault.json", "--issuer", "Acme", "--name", "eve", "--secret-file", "secret.txt"]
        #expect(try run(add + ["--yes"], ["TOTP_IMPORT_PASSPHRASE": Self.passphrase]).status == 0)
    }

    @Test("A carriage return at the end of a variable is refused in a new passphrase")
    func variables() throws {
        try vault(Self.typed)
        let outcomes = try [
            run(["vault", "create", "new.json"], ["TOTP_IMPORT_PASSPHRASE": "a passphrase\r"]),
            run(["convert", "links.txt", "--to", "aegis"], ["TOTP_IMPORT_TARGET_PASSPHRASE": "a passphrase\r"]),
            run(
                ["vault", "passwd", "vault.json"],
                ["TOTP_IMPORT_PASSPHRASE": Self.passphrase, "TOTP_IMPORT_NEW_PASSPHRASE": "a passphrase\r"]),
        ]
        #expect(outcomes.map(\.status) == [3, 3, 3])
        #expect(outcomes.allSatisfy { $0.errors.contains("PASSPHRASE: the new passphrase has control characters") })
        #expect(try !folder.names().contains("new.json"))
    }

    @Test(
        "An input is not a file with a passphrase",
        arguments: [
            ["import", "links.txt", "--vault", "new.json", "--passphrase-file", "./links.txt"],
            ["convert", "links.txt", "--to", "aegis", "-o", "new.json", "--target-passphrase-file", "links.txt"],
        ])
    func input(arguments: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("links.txt is an input; name the file that has the passphrase"))
        #expect(try folder.names() == ["links.txt"])
    }

    @Test(
        "A passphrase from a pipe serves every use of a command",
        arguments: [
            ["import", "links.txt", "--vault", "new.json", "--passphrase-file"],
            ["import", "links.txt", "--vault", "vault.json", "--passphrase-file"],
            ["list", "vault.json", "--passphrase-file"],
            ["convert", "vault.json", "--to", "vault", "-o", "new.json", "--target-passphrase-file", "/dev/stdin"]
                + ["--passphrase-file"],
        ])
    func pipe(arguments: [String]) throws {
        try vault(Self.typed)
        try folder.write(Self.typed, to: "pass.txt")
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"),
            ["-c", #"cat pass.txt | "$0" "$@""#, Program.url.file] + arguments + ["/dev/stdin"],
            in: URL(filePath: folder.path))
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("A passphrase may be in a folder of inputs")
    func folderOfInputs() throws {
        try folder.makeFolder("shots")
        try folder.write(Self.typed, to: "shots/pass.txt")
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ\n", to: "shots/a.txt")
        try vault(Self.typed)
        let outcome = try run(["import", "shots", "--vault", "vault.json", "--passphrase-file", "shots/pass.txt"])
        #expect(outcome.errors.contains("1 added"))
    }
}
