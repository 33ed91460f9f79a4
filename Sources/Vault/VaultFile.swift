#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import CryptoPrimitives
import Encodings
import SafeFile
public import TOTPDomain

/// An open vault: its path and its master key.
///
/// The file is reread for each use, so that changes by other programs are seen; the key derivation, which is slow on
/// purpose, runs once.
public final class VaultFile: VaultStore {
    public let path: String
    let backups: BackupPolicy
    let masterKey: SecureBytes
    let fileSystem: FileSystem

    /// The cost of new passphrase slots: about half a second and 128 MiB.
    public static let standardCost = KeyDerivation.ScryptCost(n: 131_072, r: 8, p: 1)

    init(path: String, backups: BackupPolicy, masterKey: consuming SecureBytes, fileSystem: FileSystem = FileSystem()) {
        self.path = path
        self.backups = backups
        self.masterKey = masterKey
        self.fileSystem = fileSystem
    }

    // MARK: - Opening and creating

    /// Opens a vault with a passphrase: each passphrase slot is tried.
    ///
    /// - Throws: ``VaultError``.
    public static func open(
        _ path: String, passphrase: Passphrase, backups: BackupPolicy = .standard
    ) throws(VaultError) -> VaultFile {
        try open(path, passphrase: passphrase, backups: backups, fileSystem: FileSystem())
    }

    static func open(
        _ path: String, passphrase: Passphrase, backups: BackupPolicy = .standard, fileSystem: FileSystem
    ) throws(VaultError) -> VaultFile {
        try open(path, .passphrase(passphrase), backups, fileSystem, orThrow: .wrongPassphrase)
    }

    /// Opens a vault with a recovery code.
    public static func open(
        _ path: String, recoveryCode: RecoveryCode, backups: BackupPolicy = .standard
    ) throws(VaultError) -> VaultFile {
        try open(path, .recovery(recoveryCode), backups, FileSystem(), orThrow: .wrongRecoveryCode)
    }

    private static func open(
        _ path: String, _ secret: VaultSlot.Secret, _ backups: BackupPolicy, _ fileSystem: FileSystem,
        orThrow failure: VaultError
    ) throws(VaultError) -> VaultFile {
        let envelope = try read(path)
        guard let key = try envelope.header.masterKey(secret) else { throw failure }
        let vault = VaultFile(path: path, backups: backups, masterKey: key, fileSystem: fileSystem)
        _ = try vault.document(envelope)
        return vault
    }

    /// Checks everything that can be checked without a key.
    public static func checkReadable(_ path: String) throws(VaultError) { _ = try read(path) }

    /// The accounts in the bytes of a vault, deleted ones included.
    ///
    /// - Returns: the accounts, and the number of elements in the list of accounts, counted in the text.
    static func items(
        in envelope: VaultEnvelope, passphrase: Passphrase
    ) throws(VaultError) -> (items: [TOTPItem], records: Int) {
        guard let key = try envelope.header.masterKey(.passphrase(passphrase)) else { throw .wrongPassphrase }
        let plaintext = try envelope.open(masterKey: key)
        let items = try VaultDocument(plaintext: plaintext).content.items
        var text = plaintext.withBytes { Array($0) }
        defer { text.wipe() }
        return (items, JSONScanner.count(ofArrayAt: ["items"], in: text) ?? 0)
    }

    /// Creates a vault of the given accounts.
    ///
    /// - Throws: ``VaultError/file(_:)`` of kind `exists` if there is a file already: it is never overwritten.
    public static func create(
        _ path: String, passphrase: Passphrase, items: [TOTPItem] = [],
        cost: KeyDerivation.ScryptCost = standardCost, backups: BackupPolicy = .standard
    ) throws(VaultError) -> VaultFile {
        let vault = try UnsavedVault(VaultContent(items: items), passphrase: passphrase, cost: cost)
        let lock = try lock(path)
        try vault.stage(for: path).commit(.refuse)
        _ = consume lock
        return vault.saved(at: path, backups: backups)
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

    public func update<Result: Sendable>(
        _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
    ) throws -> Result {
        let lock = try Self.lock(path)
        let envelope = try Self.read(path)
        var document = try document(envelope)
        let before = document.content
        let result = try change(&document.content)
        if document.content != before {
            let staged = try stage(document, in: envelope)
            try verify(staged.content, result)
            try commit(staged)
        }
        _ = consume lock
        return result
    }

    // MARK: - Facts

    /// Facts about a vault that are shown to people who know its passphrase.
    public struct Facts: Sendable, Hashable {
        public var items: Int
        public var deleted: Int
        public var passphrases: Int
        public var recoveryCodes: Int
    }

    /// Reads and verifies everything.
    public func check() throws(VaultError) -> Facts {
        let envelope = try Self.read(path)
        let items = try document(envelope).content.items
        let recovery = envelope.header.slots.count(where: \.isRecovery)
        return Facts(
            items: items.count { !$0.isDeleted },
            deleted: items.count(where: \.isDeleted),
            passphrases: envelope.header.slots.count - recovery,
            recoveryCodes: recovery
        )
    }

    // MARK: - The file

    static func read(_ path: String) throws(VaultError) -> VaultEnvelope {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try BoundedFile.read(path, limit: VaultLimits.fileBytes)
        } catch { throw .file(error) }
        return try VaultEnvelope(bytes)
    }

    static func lock(_ path: String) throws(VaultError) -> FileLock {
        do { return try FileLock(for: path) } catch { throw .file(error) }
    }

    func document(_ envelope: VaultEnvelope) throws(VaultError) -> VaultDocument {
        var document = try VaultDocument(plaintext: envelope.open(masterKey: masterKey))
        let now = Date.wholeSecondNow
        document.content.batches.removeAll { !$0.isKept(at: now) }
        return document
    }

    func stage(_ document: VaultDocument, in envelope: VaultEnvelope) throws(VaultError) -> StagedVault {
        try StagedVault(document, in: envelope, masterKey: masterKey, path: path, fileSystem: fileSystem)
    }

    func commit(_ staged: StagedVault) throws(VaultError) {
        try staged.commit(backups.overwriting())
    }
}
