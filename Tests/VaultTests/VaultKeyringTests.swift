import CryptoPrimitives
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

private enum SystemKeyring {
    static let isAvailable: Bool = {
        let keyring = VaultKeyring(service: "totp-import-tests-\(UUID().uuidString)")
        do {
            try keyring.keep(SecureBytes(copying: [UInt8](repeating: 1, count: 32)), of: "probe", seconds: 60)
            try keyring.remove("probe")
            return true
        } catch { return false }
    }()
}

@Suite("Keys of unlocked vaults", .enabled(if: SystemKeyring.isAvailable, "The system keeps no keys here"))
struct VaultKeyringTests {
    private let folder: TemporaryFolder
    /// A separate keyring, so that a key that a test does not remove is gone after a minute.
    private let keyring = VaultKeyring(service: "totp-import-tests-\(UUID().uuidString)")

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path("vault.json") }

    private func kept(_ id: String) -> [UInt8]? {
        guard let key = keyring.key(of: id) else { return nil }
        return key.withBytes { Array($0) }
    }

    private func unlocked() throws -> [Account]? { try VaultFile.open(path, unlockedIn: keyring)?.items() }

    private func failure(_ body: () throws -> Void) -> KeyringError? {
        do { try body() } catch { return error as? KeyringError }
        return nil
    }

    @Test("A key is kept, replaced and removed")
    func keeps() throws {
        #expect(kept("a") == nil)
        for byte: UInt8 in [1, 2] {
            let key = [UInt8](repeating: byte, count: 32)
            try keyring.keep(SecureBytes(copying: key), of: "a", seconds: 60)
            #expect(kept("a") == key)
        }
        #expect(kept("b") == nil)
        try keyring.remove("a")
        #expect(kept("a") == nil)
        #expect(failure { try keyring.remove("a") } == .noKey)
    }

    @Test("A key of another length is ignored", arguments: [1, 31, 33, 64])
    func length(count: Int) throws {
        try keyring.keep(SecureBytes(copying: [UInt8](repeating: 1, count: count)), of: "a", seconds: 60)
        #expect(kept("a") == nil)
        try keyring.remove("a")
    }

    @Test("An unlocked vault opens without its passphrase, also after changes, until it is locked")
    func opens() throws {
        let items = try InventedAccounts.list(3, seed: 11)
        let vault = try makeVault(in: folder, items: items)
        #expect(try unlocked() == nil)
        try vault.unlock(in: keyring, seconds: 60)
        #expect(try unlocked() == items)
        try VaultFile.open(path, passphrase: .fixture).update { _ = $0.items.removeLast() }
        #expect(try unlocked() == Array(items.dropLast()))
        // Its key is the same.
        _ = try VaultFile.open(path, passphrase: .fixture).addRecoveryCode()
        #expect(try unlocked()?.count == 2)
        try VaultFile.lock(path, in: keyring)
        #expect(try unlocked() == nil)
        #expect(failure { try VaultFile.lock(path, in: keyring) } == .noKey)
    }

    @Test("A vault whose key is gone already is not locked, and that is an error")
    func keyGone() throws {
        try makeVault(in: folder).unlock(in: keyring, seconds: 60)
        try keyring.remove(VaultEnvelope(try folder.bytes("vault.json")).header.id)
        #expect(failure { try VaultFile.lock(path, in: keyring) } == .noKey)
    }

    @Test("After a change, a vault is locked, and its accounts are known, without reading its file again")
    func worksWithoutFile() throws {
        let vault = try makeVault(in: folder, items: try InventedAccounts.list(2, seed: 3))
        try vault.unlock(in: keyring, seconds: 60)
        try vault.update { _ = $0.items.removeLast() }
        let bytes = try folder.bytes("vault.json")
        try FileManager.default.removeItem(atPath: path)
        #expect(vault.lastContent?.items.count == 1)
        try vault.lock(in: keyring)
        try folder.write(bytes, to: "vault.json")
        #expect(try unlocked() == nil)
    }

    @Test("A vault whose file is gone, or is another vault by now, is locked by its path")
    func gone() throws {
        let other = try makeVault(in: folder, items: [])
        let bytes = try folder.bytes("vault.json")
        try FileManager.default.removeItem(atPath: path)
        let items = try InventedAccounts.list(2, seed: 3)
        for replacement in [nil, bytes, Array("{}".utf8)] {
            try makeVault(in: folder, items: items).unlock(in: keyring, seconds: 60)
            let vault = try folder.bytes("vault.json")
            #expect(try unlocked() == items)
            try FileManager.default.removeItem(atPath: path)
            if let replacement { try folder.write(replacement, to: "vault.json") }
            try VaultFile.lock(path, in: keyring)
            #expect(throws: (any Error).self) { try VaultFile.lock(path, in: keyring) }
            try folder.write(vault, to: "vault.json")
            #expect(try unlocked() == nil)
            try FileManager.default.removeItem(atPath: path)
        }
        _ = other
    }

    @Test("A kept key does not open the vault once it has another one, and is not an error")
    func staleKey() throws {
        let vault = try makeVault(in: folder, items: try InventedAccounts.list(1, seed: 3))
        try vault.unlock(in: keyring, seconds: 60)
        try vault.changePassphrase(to: .other)
        #expect(try unlocked() == nil)
        let content = SourceContent(try folder.bytes("vault.json"))
        let format = VaultImportFormat(unlockedIn: keyring)
        #expect(throws: SourceError(.passphraseRequired, "this is a vault and needs a passphrase")) {
            try format.read(ImportRequest(content: content))
        }
        try VaultFile.lock(path, in: keyring)
    }

    @Test("As an input, an unlocked vault is read without a passphrase, and a given one is still checked")
    func asSource() throws {
        let items = try InventedAccounts.list(4, seed: 5)
        try makeVault(in: folder, items: items).unlock(in: keyring, seconds: 60)
        let content = SourceContent(try folder.bytes("vault.json"))
        let format = VaultImportFormat(unlockedIn: keyring)
        #expect(try format.read(ImportRequest(content: content)).entries == items.map { .item($0) })
        #expect(throws: SourceError.self) { try format.read(ImportRequest(content: content, passphrase: .other)) }
        // The library reads no keyring.
        #expect(throws: SourceError.self) { try VaultImportFormat().read(ImportRequest(content: content)) }
        try VaultFile.lock(path, in: keyring)
    }
}
