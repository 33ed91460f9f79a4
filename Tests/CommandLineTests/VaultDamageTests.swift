import FixtureSupport
import Foundation
import TOTPDomain
import Testing
import Vault

/// A vault that is damaged or missing, with good versions beside it: every command names them, and the way back.
struct VaultDamageTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(["otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"], in: folder)
        let file = try VaultFile.open(vault.path, passphrase: Passphrase(SampleVault.passphrase))
        for number in 1...5 { try file.update { $0.items[0].name = "alice \(number)" } }
        try folder.write("otpauth://totp/New:dave?secret=MFRGGZDFMZTWQ2LK&issuer=New", to: "links.txt")
    }

    enum Damage: String, CaseIterable, Sendable {
        case missing, empty, cutOff, zeros, zerosAtTheEnd, changed, text
    }

    private func damage(_ damage: Damage) throws {
        let bytes = try vault.bytes()
        let new: [UInt8]
        switch damage {
        case .missing: return try FileManager.default.removeItem(atPath: vault.path)
        case .empty: new = []
        case .cutOff: new = Array(bytes.prefix(bytes.count / 2))
        case .zeros: new = Array(repeating: 0, count: bytes.count)
        case .zerosAtTheEnd: new = bytes.prefix(2000) + Array(repeating: 0, count: bytes.count - 2000)
        case .changed:
            let place = bytes.count - 200
            new = bytes[..<place] + [bytes[place] == 65 ? 66 : 65] + bytes[(place + 1)...]
        case .text: new = Array("a shopping list\n".utf8)
        }
        try folder.write(new, to: SampleVault.name)
    }

    private static let commands: [[String]] = [
        ["list", "V"], ["codes", "V"], ["convert", "V", "--to", "json"], ["verify", "V", "links.txt"],
        ["vault", "check", "V"], ["vault", "add", "V", "links.txt", "--yes"],
        ["vault", "edit", "V", "1", "--set-name", "x"],
        ["vault", "remove", "V", "1", "--yes"], ["vault", "passwd", "V"], ["vault", "recovery", "list", "V"],
        ["vault", "recovery", "add", "V"], ["import", "links.txt", "--vault", "V"],
        ["import", "V", "--vault", "other.json"],
    ]

    @Test(
        "Every command says that the vault is damaged or missing and how to restore it, and changes nothing",
        arguments: commands, Damage.allCases)
    func everyCommandNamesTheVersions(command: [String], damage: Damage) throws {
        try self.damage(damage)
        let before = try folder.names()
        let outcome = try Program.run(
            command.map { $0 == "V" ? vault.path : $0 }, passphrase: SampleVault.passphrase,
            in: URL(filePath: folder.path))
        #expect(outcome.status == 2, "\(outcome.errors)")
        let lines = outcome.errorLines.filter { $0.contains("earlier version") }
        #expect(lines.count == 1, "\(outcome.errors)")
        #expect(lines.first?.hasPrefix("error: \(vault.path): the vault ") == true, "\(outcome.errors)")
        #expect(lines.first?.contains("; 5 earlier versions can be restored, the newest of 20") == true)
        #expect(lines.first?.contains(": totp-import vault restore \(vault.path)") == true)
        #expect(lines.first?.contains(damage == .missing ? "is missing" : "damaged") == true)
        #expect(try folder.names() == before)
    }

    @Test("A damaged or missing vault is restored from its newest version", arguments: Damage.allCases)
    func isRestored(damage: Damage) throws {
        try self.damage(damage)
        #expect(try vault.run(["vault", "restore", vault.path]).text.split(separator: "\n").count == 6)
        let outcome = try vault.run(["vault", "restore", vault.path, "1", "--yes"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try vault.items().map(\.name) == ["alice 4"])
    }

    @Test func aVersionThatIsDamagedIsNotCounted() throws {
        try damage(.zeros)
        for number in 1...4 { try folder.write("", to: "\(SampleVault.name).bak.\(number)") }
        let outcome = try vault.run(["list", vault.path])
        #expect(outcome.errors.contains("; 1 earlier version can be restored, of 20"), "\(outcome.errors)")
        try folder.write("", to: "\(SampleVault.name).bak.5")
        #expect(try !vault.run(["list", vault.path]).errors.contains("earlier version can"))
    }

    /// The versions would become versions of the new vault, which removes them one by one.
    @Test func noNewVaultTakesTheVersionsOver() throws {
        try damage(.missing)
        for command in [["vault", "create", vault.path], ["import", folder.path("links.txt"), "--vault", vault.path]] {
            let outcome = try vault.run(command)
            #expect(outcome.status == 2 && outcome.errors.contains("or choose another name"), "\(outcome.errors)")
        }
        #expect(try !folder.names().contains(SampleVault.name))
    }

    /// The file of another kind with the same name is not taken for a vault.
    @Test func wrongPassphraseIsNoDamage() throws {
        let outcome = try Program.run(["list", vault.path], passphrase: "wrong")
        #expect(outcome.status == 3 && !outcome.errors.contains("earlier versions can"))
    }

    // MARK: - After a save that was killed

    /// The state after the file was replaced, and before its versions moved.
    private func killSave() throws {
        try FileManager.default.moveItem(
            atPath: "\(vault.path).bak.1", toPath: folder.path(".\(SampleVault.name).bak.new"))
        for number in 2...5 {
            try FileManager.default.moveItem(
                atPath: "\(vault.path).bak.\(number)", toPath: "\(vault.path).bak.\(number - 1)")
        }
    }

    @Test(arguments: [["undo"], ["restore", "1"]])
    func undoRestoresTheVersionBeforeTheSaveThatWasKilled(command: [String]) throws {
        try killSave()
        let list = try vault.run(["vault", "restore", vault.path]).text.split(separator: "\n")
        #expect(list.map { $0.split(separator: " ").first } == ["VERSION", "1", "2", "3", "4", "5"])
        let outcome = try vault.run(["vault", command[0], vault.path] + command.dropFirst() + ["--yes"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try vault.items().map(\.name) == ["alice 4"])
        let names = try VaultVersion.list(of: vault.path).map {
            try VaultFile.open($0.path, passphrase: Passphrase(SampleVault.passphrase)).items()[0].name
        }
        #expect(names == ["alice 5", "alice 3", "alice 2", "alice 1", "alice"])
        #expect(try folder.names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func aHardLinkIsNamed() throws {
        try FileManager.default.linkItem(atPath: vault.path, toPath: folder.path("twin.json"))
        let outcome = try vault.run(["vault", "edit", vault.path, "1", "--set-name", "bob", "--yes"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("warning: \(vault.path): the file has another name (a hard link), which keeps"))
        let second = try vault.run(["vault", "edit", vault.path, "1", "--set-name", "eve", "--yes"])
        #expect(!second.errors.contains("another"))
    }
}
