#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import CryptoPrimitives
import SafeFile
public import TOTPDomain

/// A vault file that was opened: its path and its master key.
///
/// The file is read anew for each use, so that changes of other programs are seen; the key derivation, which is slow
/// on purpose, runs once.
public final class VaultFile: VaultStore {
    public let path: String
    private let keepsBackup: Bool
    private let masterKey: SecureBytes

    /// The cost of new passphrase slots: about half a second and 128 MiB.
    public static let standardCost = KeyDerivation.ScryptCost(n: 131_072, r: 8, p: 1)

    private init(path: String, keepsBackup: Bool, masterKey: consuming SecureBytes) {
        self.path = path
        self.keepsBackup = keepsBackup
        self.masterKey = masterKey
    }

    // MARK: - Opening and creating

    /// Opens a vault with a passphrase: each passphrase slot is tried.
    ///
    /// - throws: ``VaultError``.
    public static func open(
        _ path: String, passphrase: Passphrase, keepsBackup: Bool = true
    ) throws(VaultError) -> VaultFile {
        try open(path, .passphrase(passphrase), keepsBackup: keepsBackup, orThrow: .wrongPassphrase)
    }

    /// Opens a vault with a recovery code.
    public static func open(
        _ path: String, recoveryCode: RecoveryCode, keepsBackup: Bool = true
    ) throws(VaultError) -> VaultFile {
        try open(path, .recovery(recoveryCode), keepsBackup: keepsBackup, orThrow: .wrongRecoveryCode)
    }

    private static func open(
        _ path: String, _ secret: VaultSlot.Secret, keepsBackup: Bool, orThrow failure: VaultError
    ) throws(VaultError) -> VaultFile {
        let envelope = try read(path)
        guard let key = try envelope.header.masterKey(secret) else { throw failure }
        let vault = VaultFile(path: path, keepsBackup: keepsBackup, masterKey: key)
        _ = try vault.document(envelope)
        return vault
    }

    /// Checks all that can be checked without a key.
    public static func checkReadable(_ path: String) throws(VaultError) { _ = try read(path) }

    /// The accounts of a vault that is not a file of its own, tombstones included.
    static func items(in envelope: VaultEnvelope, passphrase: Passphrase) throws(VaultError) -> [TOTPItem] {
        guard let key = try envelope.header.masterKey(.passphrase(passphrase)) else { throw .wrongPassphrase }
        return try VaultDocument(plaintext: envelope.open(masterKey: key)).items
    }

    /// Makes a vault that holds the given accounts.
    ///
    /// - throws: ``VaultError/file(_:)`` of kind `exists` where there is a file already: it is never overwritten.
    public static func create(
        _ path: String, passphrase: Passphrase, items: [TOTPItem] = [],
        cost: KeyDerivation.ScryptCost = standardCost, keepsBackup: Bool = true
    ) throws(VaultError) -> VaultFile {
        let masterKey: SecureBytes
        do { masterKey = try RandomBytes.makeKey(AESGCM.keyCount) } catch {
            throw .cryptographyFailed(error.description)
        }
        let slot = try VaultSlot.make(
            id: UUID().uuidString, secret: .passphrase(passphrase), cost: cost, masterKey: masterKey)
        var envelope = VaultEnvelope(header: try .make(id: UUID().uuidString))
        envelope.header.setSlots([slot])
        try envelope.seal(VaultDocument(items: items).plaintext(), masterKey: masterKey)
        let bytes = try envelope.encoded()
        do throws(FileError) {
            let lock = try FileLock(for: path)
            try AtomicFile.write(bytes, to: path, existing: .refuse)
            _ = consume lock
        } catch { throw .file(error) }
        return VaultFile(path: path, keepsBackup: keepsBackup, masterKey: masterKey)
    }

    /// Whether a file's content calls itself a vault, readable or not.
    static func isVault(_ bytes: [UInt8]) -> Bool {
        // With its names sorted, the long ciphertext comes first.
        [bytes.prefix(4096), bytes.suffix(65_536)].contains { part in
            part.firstRange(of: Array("\"\(VaultEnvelope.format)\"".utf8)) != nil
        }
    }

    // MARK: - Accounts

    public func content() throws -> VaultContent { try document(Self.read(path)).content }

    public func update<Result: Sendable>(_ change: (inout VaultContent) throws -> Result) throws -> Result {
        let lock = try Self.lock(path)
        var envelope = try Self.read(path)
        var document = try document(envelope)
        let before = document.content
        let result = try change(&document.content)
        if document.content != before {
            try envelope.seal(document.plaintext(), masterKey: masterKey)
            try write(envelope)
        }
        _ = consume lock
        return result
    }

    // MARK: - Keys

    /// Replaces all passphrase slots by one for a new passphrase. Recovery codes stay good.
    public func changePassphrase(
        to passphrase: Passphrase, cost: KeyDerivation.ScryptCost = standardCost
    ) throws(VaultError) {
        let slot = try VaultSlot.make(
            id: UUID().uuidString, secret: .passphrase(passphrase), cost: cost, masterKey: masterKey)
        try changeSlots { slots in
            slots.filter { if case .recovery = $0.kind { true } else { false } } + [slot]
        }
    }

    /// Adds a passphrase beside those that open the vault already.
    public func addPassphrase(
        _ passphrase: Passphrase, cost: KeyDerivation.ScryptCost = standardCost
    ) throws(VaultError) {
        let slot = try VaultSlot.make(
            id: UUID().uuidString, secret: .passphrase(passphrase), cost: cost, masterKey: masterKey)
        try changeSlots { $0 + [slot] }
    }

    /// Adds a recovery code; the caller shows it once.
    public func addRecoveryCode() throws(VaultError) -> RecoveryCode {
        let code = try RecoveryCode.make()
        let slot = try VaultSlot.make(
            id: UUID().uuidString, secret: .recovery(code), cost: Self.standardCost, masterKey: masterKey)
        try changeSlots { $0 + [slot] }
        return code
    }

    private func changeSlots(_ change: ([VaultSlot]) -> [VaultSlot]) throws(VaultError) {
        let lock = try Self.lock(path)
        var envelope = try Self.read(path)
        let document = try document(envelope)
        let slots = change(envelope.header.slots)
        guard slots.count <= VaultLimits.slots else {
            throw .refused(field: "header.slots", reason: "holds \(VaultLimits.slots) slots already")
        }
        envelope.header.setSlots(slots)
        try envelope.seal(document.plaintext(), masterKey: masterKey)
        try write(envelope)
        _ = consume lock
    }

    // MARK: - Facts

    /// What can be said of a vault to the person who holds its passphrase.
    public struct Facts: Sendable, Hashable {
        public var items: Int
        public var deleted: Int
        public var passphrases: Int
        public var recoveryCodes: Int
    }

    /// Reads and verifies everything.
    public func check() throws(VaultError) -> Facts {
        let envelope = try Self.read(path)
        let items = try document(envelope).items
        let recovery = envelope.header.slots.count { if case .recovery = $0.kind { true } else { false } }
        return Facts(
            items: items.count { !$0.isDeleted },
            deleted: items.count(where: \.isDeleted),
            passphrases: envelope.header.slots.count - recovery,
            recoveryCodes: recovery
        )
    }

    // MARK: - The file

    private static func read(_ path: String) throws(VaultError) -> VaultEnvelope {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try BoundedFile.read(path, limit: VaultLimits.fileBytes)
        } catch { throw .file(error) }
        return try VaultEnvelope(bytes)
    }

    private static func lock(_ path: String) throws(VaultError) -> FileLock {
        do { return try FileLock(for: path) } catch { throw .file(error) }
    }

    private func document(_ envelope: VaultEnvelope) throws(VaultError) -> VaultDocument {
        try VaultDocument(plaintext: envelope.open(masterKey: masterKey))
    }

    private func write(_ envelope: VaultEnvelope) throws(VaultError) {
        let bytes = try envelope.encoded()
        do throws(FileError) {
            try AtomicFile.write(bytes, to: path, existing: keepsBackup ? .replaceKeepingBackup : .replace)
        } catch { throw .file(error) }
    }
}
