import FixtureSupport
import Foundation
import SafeFile
import TOTPDomain
import Testing

@testable import Vault

/// The damage that a disk does to a file between the write and the read.
private struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout [UInt8]) -> Void

    init(_ description: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
        testDescription = description
        self.change = change
    }

    static let all: [Damage] = [
        Damage("a bit of the ciphertext") { $0[$0.count - 500] ^= 1 },
        Damage("a bit of the tag") { $0[$0.count - 10] ^= 1 },
        Damage("a bit of the format") { $0[12] ^= 1 },
        Damage("a bit of the header's salt") { bytes in
            let place = bytes.firstRange(of: Array("\"salt\":\"".utf8))?.upperBound ?? 0
            bytes[place] ^= 1
        },
        Damage("a bit of the last byte") { $0[$0.count - 1] ^= 1 },
        Damage("the second half is missing") { $0.removeLast($0.count / 2) },
        Damage("the last byte is missing") { $0.removeLast() },
        Damage("everything is missing") { $0 = [] },
        Damage("a byte too many") { $0.append(0) },
        Damage("zeros in the middle") { $0.replaceSubrange(3000..<3512, with: [UInt8](repeating: 0, count: 512)) },
    ]

    var disk: FileSystem {
        var disk = FileSystem()
        disk.didSync = { path in
            guard var bytes = try? [UInt8](Data(contentsOf: URL(filePath: path))) else { return }
            change(&bytes)
            try? Data(bytes).write(to: URL(filePath: path))
        }
        return disk
    }
}

@Suite("A new vault is read back before it replaces the old one")
struct VaultReadBackTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("vault.json") }

    init() throws { folder = try TemporaryFolder() }

    // MARK: - A damaged disk

    @Test("A disk that flips a bit: the old vault and its earlier version stay", arguments: Damage.all)
    fileprivate func update(damage: Damage) throws {
        try makeVault(in: folder, items: [try sampleItem()]).update { $0.items[0].note = "a second version" }
        let files = try contents()
        let vault = try VaultFile.open(path, passphrase: .fixture, fileSystem: damage.disk)
        let changes: [() throws -> Void] = [
            { try vault.update { $0.items.append(try sampleItem(named: "bob@example.com")) } },
            { try vault.addPassphrase(.other) },
            { _ = try vault.changePassphrase(to: .other) },
            { try vault.addRecoveryCode { _ in Issue.record("the code was shown") } },
        ]
        for change in changes {
            let error = vaultError(change)
            guard case .readBackDiffers = error else {
                Issue.record("not caught: \(String(describing: error))")
                continue
            }
            #expect(error?.message.hasPrefix("internal error: ") == true)
            #expect(try contents() == files)
        }
    }

    @Test("A disk that flips a bit: no vault is created", arguments: Damage.all)
    fileprivate func create(damage: Damage) throws {
        let new = NewVault(path: path, passphrase: .fixture, cost: .cheap, fileSystem: damage.disk)
        guard case .readBackDiffers = vaultError({ try new.update { $0.items.append(try sampleItem()) } }) else {
            Issue.record("not caught")
            return
        }
        #expect(try folder.names() == ["vault.json.lock"])
    }

    @Test("A vault that cannot be put in place leaves the old one and its earlier version", arguments: 1...2)
    func renameFails(failing: Int) throws {
        try makeVault(in: folder, items: [try sampleItem()]).update { $0.items[0].note = "a second version" }
        let files = try contents()
        var disk = FileSystem()
        let rename = disk.rename
        disk.rename = { folder, old, new in
            // First the vault, then its backup.
            new == (failing == 1 ? "vault.json" : "vault.json.bak.1") && old.hasSuffix(".new")
                ? EIO : rename(folder, old, new)
        }
        let vault = try VaultFile.open(path, passphrase: .fixture, fileSystem: disk)
        let error = vaultError { try vault.update { $0.items[0].note = "a third version" } }
        guard case .file = error else {
            Issue.record("not caught: \(String(describing: error))")
            return
        }
        // Where a backup cannot be replaced, the old vault is put back.
        #expect(try contents() == files)
    }

    // MARK: - The check of the caller

    @Test("The caller sees what was read back, before anything is replaced")
    func verify() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let before = try folder.bytes("vault.json")
        let added = try sampleItem(named: "bob@example.com")
        var calls = 0
        var replaced: [UInt8]?
        let result = try vault.update { content in
            content.items.append(added)
            return content.items.count
        } verify: { written, result in
            calls += 1
            #expect(written.items.last == added)
            #expect(result == 2)
            replaced = try folder.bytes("vault.json")
        }
        #expect(replaced == before)
        #expect(result == 2 && calls == 1)
        #expect(try vault.items().last == added)
    }

    @Test("If the caller's check fails, nothing is replaced and nothing is left behind")
    func verifyFails() throws {
        struct Mismatch: Error {}
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let files = try contents()
        #expect(throws: Mismatch.self) {
            try vault.update {
                $0.items.removeAll()
            } verify: { _, _ in
                throw Mismatch()
            }
        }
        #expect(try contents() == files)

        let other = try TemporaryFolder()
        let new = NewVault(path: other.path("new.json"), passphrase: .fixture, cost: .cheap)
        #expect(throws: Mismatch.self) {
            try new.update {
                $0.items.append(try sampleItem())
            } verify: { _, _ in
                throw Mismatch()
            }
        }
        #expect(try other.names() == ["new.json.lock"])
    }

    @Test("If nothing is written, nothing is verified")
    func nothingWritten() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        try vault.update {
            $0.items.reverse()
        } verify: { _, _ in
            Issue.record("verified")
        }
    }

    @Test("Fractions of seconds, which the format lacks, do not count as a difference")
    func fractions() throws {
        let vault = try makeVault(in: folder)
        var item = try sampleItem()
        item.createdAt.addTimeInterval(0.9)
        item.updatedAt.addTimeInterval(0.1)
        item.syncedAt = item.createdAt
        item.source = Account.Source(format: "aegis", importedAt: item.createdAt)
        try vault.update { $0.items.append(item) }
        let read = try #require(try vault.items().first)
        #expect(read.createdAt == (try sampleItem()).createdAt)
        #expect(read.source?.importedAt == read.createdAt && read.syncedAt == read.createdAt)
    }

    @Test("Two accounts of one id are both kept; the second gets a new id")
    func equalIDs() throws {
        let vault = try makeVault(in: folder)
        let first = try sampleItem()
        var second = try sampleItem(named: "bob@example.com")
        second.id = first.id
        try vault.update { $0.items = [first, second] }
        let items = try vault.items()
        #expect(items.map(\.name) == [first.name, second.name])
        #expect(items[0].id == first.id && items[1].id != first.id)
    }

    // MARK: - Recovery codes

    @Test("A recovery code is shown before it is valid, and is invalid if it could not be shown")
    func recoveryCode() throws {
        struct FullDisk: Error {}
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let files = try contents()
        var shown: RecoveryCode?
        #expect(throws: FullDisk.self) {
            try vault.addRecoveryCode { code in
                shown = code
                throw FullDisk()
            }
        }
        #expect(try contents() == files)
        let invalid = try #require(shown)
        #expect(vaultError { try VaultFile.open(path, recoveryCode: invalid) } == .wrongRecoveryCode)
        try vault.addRecoveryCode { shown = $0 }
        #expect(try VaultFile.open(path, recoveryCode: try #require(shown)).items() == vault.items())
    }

    // MARK: -

    /// Every file in the folder.
    private func contents() throws -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: try folder.names().map { ($0, try folder.bytes($0)) })
    }
}
