import CryptoPrimitives
import Encodings
import Platform
import SafeFile
import Synchronization
import TOTPDomain

/// An open vault: its path and its master key.
///
/// The file is reread for each use, so that changes by other programs are seen. It is only decrypted again if it has
/// changed, and the key derivation, which is slow on purpose, runs once.
package final class VaultFile: VaultStore {
    package let path: String
    let backups: BackupPolicy
    let masterKey: SecureBytes
    /// The recovery code that opened the vault, if any.
    package let recoveryCode: RecoveryCode?
    let fileSystem: FileSystem
    /// Its bytes, if they are in no file; then the path is only their name.
    let memory: VaultInMemory?
    let last = Mutex<Version?>(nil)
    /// Accounts that the file lost without a mark of their removal.
    let gone = Mutex<[CopiedItem]>([])

    /// The file's content when it was last read or written.
    struct Version {
        /// The digest of the file's bytes.
        var digest: [UInt8]
        /// Without its payload.
        var envelope: VaultEnvelope
        var document: VaultDocument
    }

    /// The cost of new passphrase slots: about half a second and 128 MiB.
    package static let standardCost = KeyDerivation.ScryptCost(n: 131_072, r: 8, p: 1)

    init(
        path: String, backups: BackupPolicy, masterKey: consuming SecureBytes,
        openedWith secret: VaultSlot.Secret? = nil, fileSystem: FileSystem = FileSystem(),
        memory: VaultInMemory? = nil
    ) {
        (self.path, self.memory) = (path, memory)
        recoveryCode = if case .recovery(let code) = secret { code } else { nil }
        self.masterKey = masterKey
        (self.backups, self.fileSystem) = (backups, fileSystem)
    }

    // MARK: - Opening and creating

    /// Opens a vault with a passphrase, or a recovery code in its place: each slot is tried.
    ///
    /// - Throws: ``VaultError``.
    package static func open(
        _ path: String, passphrase: Passphrase, backups: BackupPolicy = .standard,
        fileSystem: FileSystem = FileSystem()
    ) throws(VaultError) -> VaultFile {
        try open(path, .passphrase(passphrase), backups, fileSystem)
    }

    /// Opens a vault with a recovery code.
    package static func open(
        _ path: String, recoveryCode: RecoveryCode, backups: BackupPolicy = .standard
    ) throws(VaultError) -> VaultFile {
        try open(path, .recovery(recoveryCode), backups, FileSystem())
    }

    /// Opens a vault that is in no file, with a passphrase or a recovery code: its updates replace the bytes in memory.
    package static func open(
        _ memory: VaultInMemory, named name: String, passphrase: Passphrase
    ) throws(VaultError) -> VaultFile {
        try open(name, .passphrase(passphrase), .none, FileSystem(), memory)
    }

    private static func open(
        _ path: String, _ secret: VaultSlot.Secret, _ backups: BackupPolicy, _ fileSystem: FileSystem,
        _ memory: VaultInMemory? = nil
    ) throws(VaultError) -> VaultFile {
        let bytes = if let memory { memory.bytes } else { try bytes(path) }
        let envelope = try VaultEnvelope(bytes)
        for attempt in envelope.header.attempts(with: secret) {
            guard let key = try envelope.header.masterKey(attempt) else { continue }
            let vault = VaultFile(
                path: path, backups: backups, masterKey: key, openedWith: attempt, fileSystem: fileSystem,
                memory: memory)
            _ = try vault.opened(envelope, digest: Self.digest(bytes))
            return vault
        }
        throw envelope.header.failure(with: secret)
    }

    /// Opens a vault whose key is in a keyring.
    ///
    /// - Returns: nil if it is not unlocked, or has another key by now.
    /// - Throws: ``VaultError``.
    package static func open(
        _ path: String, unlockedIn keyring: VaultKeyring, backups: BackupPolicy = .standard
    ) throws(VaultError) -> VaultFile? {
        let bytes = try bytes(path)
        let envelope = try VaultEnvelope(bytes)
        guard let key = keyring.key(of: envelope.header.id) else { return nil }
        let vault = VaultFile(path: path, backups: backups, masterKey: key)
        guard try opening({ () throws(VaultError) in try vault.opened(envelope, digest: digest(bytes)) }) != nil
        else { return nil }
        return vault
    }

    /// - Returns: nil if the key does not belong to the vault.
    static func opening<Value>(_ open: () throws(VaultError) -> Value) throws(VaultError) -> Value? {
        do throws(VaultError) { return try open() } catch {
            // A damaged vault does not open with its passphrase either, and is reported then.
            guard error == .changed else { throw error }
            return nil
        }
    }

    /// Keeps the key in a keyring, so that the vault opens without its passphrase.
    ///
    /// - Throws: ``VaultError`` or ``KeyringError``.
    package func unlock(in keyring: VaultKeyring, seconds: Int) throws {
        let id = try current().envelope.header.id
        // The id comes first: it can stay if the second step fails.
        try keyring.keepID(id, of: path, seconds: seconds)
        try keyring.keep(masterKey, of: id, seconds: seconds)
    }

    /// Removes the key of a vault from a keyring, even if its file was moved, deleted or replaced after the unlocking.
    ///
    /// - Throws: ``VaultError``, or ``KeyringError/noKey`` if the vault was not unlocked.
    package static func lock(_ path: String, in keyring: VaultKeyring) throws {
        let kept = keyring.takeID(of: path)
        let current = Result { () throws(VaultError) in try VaultEnvelope(bytes(path)).header.id }
        var isLocked = false
        if let kept {
            do throws(KeyringError) {
                try keyring.remove(kept)
                isLocked = true
            } catch { if error != .noKey { throw error } }
        }
        do {
            let id = try current.get()
            if id != kept { try keyring.remove(id) } else if !isLocked { throw KeyringError.noKey }
        } catch { if !isLocked { throw error } }
    }

    /// Removes its key from a keyring, without reading the file again: after a change, a problem with the disk would
    /// hide that it is done.
    ///
    /// - Throws: ``KeyringError/noKey`` if the vault was not unlocked.
    package func lock(in keyring: VaultKeyring) throws {
        guard let id = lastID else { return }
        _ = keyring.takeID(of: path)
        try keyring.remove(id)
    }

    /// Checks everything that can be checked without a key.
    package static func checkReadable(_ path: String) throws(VaultError) { _ = try VaultEnvelope(bytes(path)) }

    /// The ids of the key slots of its passphrases, which need no key to be read: another passphrase has another slot.
    package static func passphraseIDs(_ path: String) throws(VaultError) -> Set<String> {
        Set(try VaultEnvelope(bytes(path)).header.slots.filter { !$0.isRecovery }.map(\.id))
    }

    /// Whether a recovery code opens it, which needs no key to be known.
    package static func hasRecoveryCode(_ path: String) throws(VaultError) -> Bool {
        try hasRecoveryCode(in: bytes(path))
    }

    package static func hasRecoveryCode(in bytes: [UInt8]) throws(VaultError) -> Bool {
        try VaultEnvelope(bytes).header.slots.contains(where: \.isRecovery)
    }

    /// The accounts in the bytes of a vault, including deleted accounts.
    ///
    /// - Returns: the accounts, and the number of elements in the list of accounts, counted in the text.
    static func items(
        in envelope: VaultEnvelope, passphrase: Passphrase
    ) throws(VaultError) -> (items: [Account], records: Int) {
        for attempt in envelope.header.attempts(with: .passphrase(passphrase)) {
            guard let key = try envelope.header.masterKey(attempt) else { continue }
            return try items(in: envelope, masterKey: key)
        }
        throw envelope.header.failure(with: .passphrase(passphrase))
    }

    /// Returns the accounts of a vault that is unlocked in a keyring, without a passphrase.
    ///
    /// - Returns: nil if the vault is not unlocked in the keyring.
    static func items(
        in envelope: VaultEnvelope, unlockedIn keyring: VaultKeyring
    ) throws(VaultError) -> (items: [Account], records: Int)? {
        guard let key = keyring.key(of: envelope.header.id) else { return nil }
        return try opening { () throws(VaultError) in try items(in: envelope, masterKey: key) }
    }

    static func items(
        in envelope: VaultEnvelope, masterKey: borrowing SecureBytes
    ) throws(VaultError) -> (items: [Account], records: Int) {
        let document = try VaultDocument(plaintext: try envelope.open(masterKey: masterKey))
        return (document.content.items, document.records)
    }

    /// Creates a vault of the given accounts.
    ///
    /// - Throws: ``VaultError/file(_:)`` of kind `exists` if there is a file already: it is never overwritten.
    package static func create(
        _ path: String, passphrase: Passphrase, items: [Account] = [],
        cost: KeyDerivation.ScryptCost = standardCost, backups: BackupPolicy = .standard
    ) throws(VaultError) -> VaultFile {
        let vault = try UnsavedVault(VaultContent(items: items), passphrase: passphrase, cost: cost)
        let lock = try lock(path)
        let staged = try vault.stage(for: path)
        try staged.commit(.refuse)
        _ = consume lock
        let file = vault.saved(at: path, backups: backups)
        file.remember(staged)
        return file
    }

    // MARK: - Accounts

    package func content() throws -> VaultContent { try current().document.content }

    /// As it was read or written last, without reading the file again: after a save, a problem with the disk would hide
    /// that it is done.
    package var lastContent: VaultContent? { last.withLock { $0?.document.content } }

    /// Its id, as it was read or written last; all of its copies have it.
    package var lastID: String? { last.withLock { $0?.envelope.header.id } }

    /// When the version that was read or written last was written, by its content; nil if that does not say it.
    package var savedAt: Date? { last.withLock { $0?.document.savedAt } }

    package func update<Result: Sendable>(
        _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
    ) throws -> Result {
        let lock = try lock()
        let current = try current()
        var document = current.document
        let result = try change(&document.content)
        if document.content != current.document.content {
            try document.record(since: current.document, at: .wholeSecondNow)
            let staged = try stage(document, in: current.envelope)
            try verify(staged.content, result)
            try commit(staged)
        }
        _ = consume lock
        return result
    }

    // MARK: - Facts

    /// Facts about a vault that are shown to people who know its passphrase.
    package struct Facts: Sendable, Hashable {
        package var items: Int
        package var deleted: Int
        package var passphrases: Int
        package var recoveryCodes: Int
    }

    /// Reads and verifies everything.
    package func check() throws(VaultError) -> Facts {
        let current = try current()
        let items = current.document.content.items
        let recovery = current.envelope.header.slots.count(where: \.isRecovery)
        return Facts(
            items: items.count { !$0.isDeleted }, deleted: items.count(where: \.isDeleted),
            passphrases: current.envelope.header.slots.count - recovery, recoveryCodes: recovery)
    }

    // MARK: - The file

    static func bytes(_ path: String) throws(VaultError) -> [UInt8] {
        do throws(FileError) {
            // Reading a pipe waits for a writer.
            if case .other = FolderListing.kind(of: path) { throw FileError(.notRegular, path: path, detail: "") }
            return try BoundedFile.read(path, limit: Limit.vault)
        } catch { throw .file(error) }
    }

    static func digest(_ bytes: [UInt8]) throws(VaultError) -> [UInt8] {
        do throws(CryptoError) {
            return try Digest.sha256.hash(bytes)
        } catch { throw .cryptographyFailed(error.description) }
    }

    /// The vault as the file is now.
    func current() throws(VaultError) -> Version {
        let bytes = if let memory { memory.bytes } else { try Self.bytes(path) }
        let digest = try Self.digest(bytes)
        if var version = last.withLock({ $0 }), version.digest == digest {
            version.document.forgetOldBatches(at: .wholeSecondNow)
            return version
        }
        let envelope = try VaultEnvelope(bytes)
        do throws(VaultError) { return try opened(envelope, digest: digest) } catch {
            let header = last.withLock { $0?.envelope.header }
            guard error == .changed, let header, header.hasOtherSlots(than: envelope.header) else { throw error }
            throw .passphraseChanged
        }
    }

    func opened(_ envelope: VaultEnvelope, digest: [UInt8]) throws(VaultError) -> Version {
        var document = try VaultDocument(plaintext: envelope.open(masterKey: masterKey))
        document.forgetOldBatches(at: .wholeSecondNow)
        return remember(Version(digest: digest, envelope: envelope, document: document))
    }

    @discardableResult
    private func remember(_ version: Version) -> Version {
        var version = version
        version.envelope.dropPayload()
        let missing = missing(from: version.document)
        gone.withLock { $0 = missing }
        last.withLock { $0 = version }
        return version
    }

    static func lock(_ path: String) throws(VaultError) -> FileLock {
        do { return try FileLock(for: path) } catch { throw .file(error) }
    }

    /// - Returns: nil for a vault in memory, which no other program has.
    func lock() throws(VaultError) -> FileLock? { memory == nil ? try Self.lock(path) : nil }

    func stage(_ document: VaultDocument, in envelope: VaultEnvelope) throws(VaultError) -> StagedVault {
        try StagedVault(
            document, in: envelope, masterKey: masterKey, path: path, fileSystem: fileSystem, memory: memory)
    }

    func commit(_ staged: StagedVault) throws(VaultError) {
        try staged.commit(backups.overwriting())
        remember(staged)
    }

    func remember(_ staged: StagedVault) {
        remember(Version(digest: staged.digest, envelope: staged.envelope, document: staged.document))
    }
}

/// The sizes of parts of a vault file (`Docs/vault-format`).
enum VaultLimits {
    static let saltBytes = 32
    static let nonceBytes = 12
    static let wrappedKeyBytes = 48
    /// The plaintext is padded to a multiple of this.
    static let paddingBytes = 4096
}
