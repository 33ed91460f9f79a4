import FixtureSupport
import Foundation
import SafeFile
import TOTPDomain
import Testing

@testable import Vault

@Suite("Earlier versions of a vault are kept and restored")
struct VaultVersionTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("vault.json") }

    init() throws { folder = try TemporaryFolder() }

    /// A vault whose versions have one account less each.
    private func grow(to count: Int, backups: BackupPolicy = .standard) throws {
        let vault = try makeVault(in: folder, items: [], backups: backups)
        for number in 1...count { try vault.update { $0.items.append(try sampleItem(named: "\(number)")) } }
    }

    private func counts() throws -> [Int] {
        try VaultVersion.list(of: path).map { try VaultFile.open($0.path, passphrase: .fixture).items().count }
    }

    @Test("The five newest versions are kept, newest first")
    func list() throws {
        try grow(to: 7)
        #expect(try VaultVersion.list(of: path).map(\.number) == [1, 2, 3, 4, 5])
        #expect(try counts() == [6, 5, 4, 3, 2])
        #expect(try VaultVersion.list(of: path).allSatisfy { abs($0.date.timeIntervalSinceNow) < 3600 })
        #expect(try VaultVersion.list(of: folder.path("none.json")).isEmpty)
    }

    @Test("A restored version is the vault again; the one it replaces is version 1")
    func restore() throws {
        try grow(to: 4)
        let version = try VaultFile.open("\(path).bak.2", passphrase: .fixture)
        let content = try version.content()
        try version.restore(to: path, expecting: content, backups: .standard)
        #expect(try VaultFile.open(path, passphrase: .fixture).content() == content)
        #expect(try counts() == [4, 3, 1, 0])
        #expect(try folder.permissions("vault.json") == 0o600)
    }

    @Test("Going back is a change: a copy that has what was taken back does not bring it back")
    func restoreIsAChange() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem(), try sampleItem(named: "bob")])
        try vault.update { content in
            content.items[0].name = "renamed"
            content.items.remove(at: 1)
        }
        let copy = try vault.copy()
        let version = try VaultFile.open("\(path).bak.1", passphrase: .fixture)
        try version.restore(to: path, expecting: version.content(), backups: .standard)
        #expect(try vault.items().map(\.name) == ["alice@example.com", "bob"])
        let report = try vault.merge(copy)
        #expect(report.choices.isEmpty && report.conflicts.isEmpty)
        #expect(try vault.items().map(\.name) == ["alice@example.com", "bob"])
        // Nor is it lost on the other side.
        try FileManager.default.copyItem(atPath: "\(path).bak.1", toPath: folder.path("other.json"))
        let other = try VaultFile.open(folder.path("other.json"), passphrase: .fixture)
        _ = try other.merge(try vault.copy())
        #expect(try other.items().map(\.name) == ["alice@example.com", "bob"])
    }

    @Test("If no version is kept, the earlier ones stay as they are")
    func restoreWithoutBackup() throws {
        try grow(to: 3)
        let version = try VaultFile.open("\(path).bak.1", passphrase: .fixture)
        try version.restore(to: path, expecting: version.content(), backups: .none)
        #expect(try VaultFile.open(path, passphrase: .fixture).items().count == 2)
        #expect(try counts() == [2, 1, 0])
    }

    @Test("A version replaces a vault that is damaged or missing", arguments: [true, false])
    func restoreOverDamage(isMissing: Bool) throws {
        try grow(to: 2)
        if isMissing {
            try FileManager.default.removeItem(atPath: path)
        } else {
            try folder.write("damaged", to: "vault.json")
        }
        let version = try VaultFile.open("\(path).bak.1", passphrase: .fixture)
        try version.restore(to: path, expecting: version.content(), backups: .standard)
        #expect(try VaultFile.open(path, passphrase: .fixture).items().count == 1)
        if !isMissing { #expect(try folder.text("vault.json.bak.1") == "damaged") }
    }

    @Test("A version that changed after it was shown is not restored")
    func versionsMoved() throws {
        try grow(to: 3)
        let version = try VaultFile.open("\(path).bak.1", passphrase: .fixture)
        let shown = try version.content()
        try VaultFile.open(path, passphrase: .fixture).update { $0.items.removeAll() }
        let before = try folder.bytes("vault.json")
        guard case .file = vaultError({ try version.restore(to: path, expecting: shown, backups: .standard) }) else {
            Issue.record("restored")
            return
        }
        #expect(try folder.bytes("vault.json") == before)
    }
}
