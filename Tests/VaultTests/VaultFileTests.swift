import FixtureSupport
import Foundation
import SafeFile
import Synchronization
import TOTPDomain
import Testing

@testable import Vault

@Suite("A vault is created, opened, changed and checked")
struct VaultFileTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("vault.json") }

    init() throws { folder = try TemporaryFolder() }

    // MARK: - Creating and opening

    @Test("The accounts come back, whoever opens the vault")
    func roundTrip() throws {
        let items = try InventedAccounts.list(25, seed: 1)
        let created = try makeVault(in: folder, items: items)
        #expect(try created.items() == items)
        #expect(try VaultFile.open(path, passphrase: .fixture).items() == items)
        #expect(try folder.permissions("vault.json") == 0o600)
        #expect(try folder.names() == ["vault.json", "vault.json.lock"])
    }

    @Test("Every kind comes back with every optional field", arguments: OTPKind.allCases)
    func optionalFields(kind: OTPKind) throws {
        var generator = SeededGenerator(seed: 2)
        let items = try (0..<20).map { _ in
            InventedAccounts.complete(try InventedAccounts.item(of: kind, using: &generator), using: &generator)
        }
        try makeVault(in: folder, items: items)
        #expect(try VaultFile.open(path, passphrase: .fixture).items() == items)
    }

    @Test("A vault may be empty")
    func empty() throws {
        let vault = try makeVault(in: folder)
        #expect(try vault.items() == [])
        #expect(try VaultFile.open(path, passphrase: .fixture).check().items == 0)
    }

    @Test("A vault in memory is changed there alone")
    func inMemory() throws {
        try makeVault(in: folder, items: [sampleItem()])
        let bytes = try folder.bytes("vault.json"), memory = VaultInMemory(bytes)
        #expect(throws: VaultError.wrongPassphrase) {
            try VaultFile.open(memory, named: "vault.json", passphrase: .other)
        }
        let vault = try VaultFile.open(memory, named: "vault.json", passphrase: .fixture)
        try vault.update { $0.items.append(try sampleItem(named: "bob@example.com")) }
        #expect(try vault.items().count == 2)
        let code = try vault.addRecoveryCode(), changed = try vault.changePassphrase(to: .other).vault
        try changed.update { $0.items.append(try sampleItem(named: "carol@example.com")) }
        #expect(try VaultFile.open(memory, named: "v", passphrase: .other).items() == changed.items())
        #expect(try changed.items().count == 3)
        #expect(throws: VaultError.passphraseChanged) { try vault.content() }
        #expect(throws: VaultError.self) { try VaultFile.open(memory, named: "v", passphrase: Passphrase(code.text)) }
        #expect(try folder.bytes("vault.json") == bytes)
        #expect(try folder.names() == ["vault.json", "vault.json.lock"])
    }

    @Test("Ten thousand accounts come back")
    func many() throws {
        let items = try InventedAccounts.list(10_000, seed: 3)
        try makeVault(in: folder, items: items)
        #expect(try VaultFile.open(path, passphrase: .fixture).items() == items)
    }

    @Test("Nothing of an account can be read in the file, in its earlier version and in the lock")
    func nothingReadable() throws {
        let item = try sampleItem()
        let vault = try makeVault(in: folder, items: [item])
        try vault.update { $0.items.append(try sampleItem(named: "bob@example.com")) }
        for name in try folder.names() {
            let text = try folder.text(name)
            // Texts that base64 cannot show by chance: long ones, or with "@", which is not in its alphabet.
            for readable in [item.secret.base32, "Acorn", "alice@", "bob@example", Passphrase.fixture.text ?? ""] {
                #expect(!text.contains(readable), "\(name) shows \(readable.count) characters")
            }
        }
    }

    @Test("An existing file is never overwritten")
    func existingFile() throws {
        try folder.write("somebody's file", to: "vault.json")
        let error = vaultError { try makeVault(in: folder) }
        guard case .file(let problem) = error else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(problem.kind == .exists)
        #expect(try folder.text("vault.json") == "somebody's file")
    }

    @Test(
        "A wrong passphrase opens nothing",
        arguments: [
            "", "an invented passphras", "an invented passphrase ", "An invented passphrase",
            "an invented passphrase\n",
        ])
    func wrongPassphrase(typed: String) throws {
        try makeVault(in: folder)
        #expect(vaultError { try VaultFile.open(path, passphrase: Passphrase(typed)) } == .wrongPassphrase)
    }

    @Test("A file that is not a vault is refused, and so is a folder")
    func noVault() throws {
        try folder.makeFolder("folder")
        let kinds: [(String, FileError.Kind)] = [("missing", .notFound), ("folder", .isFolder)]
        for (name, kind) in kinds {
            guard case .file(let problem) = vaultError({ try VaultFile.open(folder.path(name), passphrase: .fixture) })
            else {
                Issue.record("\(name) gave another error")
                continue
            }
            #expect(problem.kind == kind)
        }
        let contents = [
            " ", "x", "[]", "\"totply-vault\"", "{}", "{\"format\":\"aegis\"}", "{\"format\":1}", "\u{0}",
        ]
        for content in contents {
            let other = try folder.write(content, to: "other.json")
            let error = vaultError { try VaultFile.open(other, passphrase: .fixture) }
            guard case .notAVault(let reason) = error else {
                Issue.record("\"\(content)\" gave \(String(describing: error))")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test("A vault is recognized by its first bytes, damaged or not")
    func recognized() throws {
        try makeVault(in: folder)
        let bytes = try folder.bytes("vault.json")
        #expect(VaultSignature.matches(bytes))
        #expect(VaultSignature.matches(Array(bytes.prefix(100))))
        #expect(!VaultSignature.matches([]))
        #expect(!VaultSignature.matches(Array("{\"format\":\"aegis\",\"note\":\"no totply-vault\"}".utf8)))
    }

    // MARK: - Changing

    @Test("A change is written, and seen by everybody who has the vault open")
    func update() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let other = try VaultFile.open(path, passphrase: .fixture)
        let added = try sampleItem(named: "bob@example.com")
        let count = try vault.update { content in
            content.items.append(added)
            return content.items.count
        }
        #expect(count == 2)
        #expect(try other.items().last == added)
    }

    @Test("A program that has the vault open learns of a new passphrase; damage is still reported as damage")
    func otherPassphrase() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let other = try VaultFile.open(path, passphrase: .fixture)
        try other.changePassphrase(to: .other, cost: .cheap) { _ in }
        // Created or opened.
        #expect(vaultError { try vault.content() } == .passphraseChanged)
        #expect(vaultError { try vault.update { $0.items.removeAll() } } == .passphraseChanged)
        let again = try VaultFile.open(path, passphrase: .other)
        #expect(try again.items().count == 1)
        // The key slots stay the same, with another payload.
        try folder.write("\(try folder.text("vault.json").dropLast(6))AA==\"}", to: "vault.json")
        #expect(vaultError { try again.content() } == .changed)
        #expect(VaultError.passphraseChanged.damage(of: path) == nil)
    }

    @Test("Accounts are sealed with the key of a vault, and opened with it or with a passphrase of that time")
    func sealed() throws {
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let item = try sampleItem(named: "sealed@example.com")
        let sealed = try vault.seal([item])
        #expect(try vault.open(sealed) == [item])
        #expect(try VaultFile.open(path, passphrase: .fixture).open(sealed) == [item])
        #expect(try sealed.open(.fixture) == [item])
        #expect(vaultError { try sealed.open(.other) } == .wrongPassphrase)
        try vault.changePassphrase(to: .other, cost: .cheap) { _ in }
        #expect(try VaultFile.open(path, passphrase: .other).open(sealed) == nil)
        #expect(try sealed.open(.fixture) == [item])
    }

    @Test("A change that fails, or changes nothing, writes nothing")
    func noChange() throws {
        struct Mishap: Error {}
        let vault = try makeVault(in: folder, items: [try sampleItem()])
        let before = try folder.bytes("vault.json")
        #expect(throws: Mishap.self) {
            try vault.update { content in
                content.items.removeAll()
                throw Mishap()
            }
        }
        try vault.update { $0.items.reverse() }
        #expect(try folder.bytes("vault.json") == before)
        #expect(try folder.names() == ["vault.json", "vault.json.lock"])
    }

    @Test("The previous version is kept, unless it is not wanted", arguments: [BackupPolicy.standard, .none, .keep(0)])
    func backup(backups: BackupPolicy) throws {
        let first = try sampleItem()
        let vault = try makeVault(in: folder, items: [first], backups: backups)
        try vault.update { $0.items.removeAll() }
        let isKept = backups == .standard
        #expect(try folder.names() == ["vault.json"] + (isKept ? ["vault.json.bak.1"] : []) + ["vault.json.lock"])
        guard isKept else { return }
        #expect(try VaultFile.open(folder.path("vault.json.bak.1"), passphrase: .fixture).items() == [first])
        #expect(try folder.permissions("vault.json.bak.1") == 0o600)
    }

    @Test("A check counts accounts and keys")
    func check() throws {
        var deleted = try sampleItem(named: "gone@example.com")
        deleted.isDeleted = true
        let vault = try makeVault(in: folder, items: [try sampleItem(), deleted, try sampleItem(named: "c")])
        #expect(try vault.check() == VaultFile.Facts(items: 2, deleted: 1, passphrases: 1, recoveryCodes: 0))
        try vault.addPassphrase(.other)
        _ = try vault.addRecoveryCode()
        _ = try vault.addRecoveryCode()
        #expect(try vault.check() == VaultFile.Facts(items: 2, deleted: 1, passphrases: 2, recoveryCodes: 2))
    }

    // MARK: - A vault that does not exist yet

    @Test("A new vault is created by its first change")
    func newVault() throws {
        let new = NewVault(path: path, passphrase: .fixture, cost: .cheap)
        #expect(try new.items() == [])
        #expect(try folder.names() == [])
        let item = try sampleItem()
        try new.update { $0.items.append(item) }
        #expect(try VaultFile.open(path, passphrase: .fixture).items() == [item])
    }

    @Test("A new vault is not created by a change that fails")
    func newVaultFails() throws {
        struct Mishap: Error {}
        let new = NewVault(path: path, passphrase: .fixture, cost: .cheap)
        #expect(throws: Mishap.self) { try new.update { _ in throw Mishap() } }
        #expect(try folder.names() == [])
    }

    @Test("Accounts that do not fit are refused with a number that does, before a passphrase is asked for")
    func tooMany() throws {
        let asked = Mutex(false)
        let new = NewVault(path: path) {
            asked.withLock { $0 = true }
            return .fixture
        }
        var item = try sampleItem()
        item.note = String(repeating: "x", count: 1 << 20)
        let items = (0..<60).map { _ in item }
        let error = vaultError { try new.update { $0.items = items } }
        #expect(error == .tooLarge(accounts: 60, fitting: 47))
        #expect(!asked.withLock { $0 })
        #expect(try folder.names() == [])
        #expect(throws: ExportError.self) {
            try VaultExportFormat(cost: .cheap).write(
                ExportRequest(
                    items: items, protection: .passphrase(.fixture), now: .wholeSecondNow, random: NoRandom()))
        }
        // The exact limit is checked as well, also of a vault that exists.
        let vault = try makeVault(in: folder)
        #expect(vaultError { try vault.update { $0.items = items } } == .tooLarge(accounts: 60, fitting: 47))
        #expect(try vault.items() == [])
    }

    @Test("A new vault never replaces a file that appeared meanwhile")
    func newVaultTooLate() throws {
        let new = NewVault(path: path, passphrase: .fixture, cost: .cheap)
        try makeVault(in: folder, items: [try sampleItem()])
        let error = vaultError { try new.update { $0.items.append(try sampleItem(named: "late")) } }
        #expect(error?.message.contains("already exists") == true)
        #expect(try VaultFile.open(path, passphrase: .fixture).items().count == 1)
    }
}
