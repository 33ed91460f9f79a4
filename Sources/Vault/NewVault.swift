import CryptoPrimitives
import Platform
import SafeFile
import TOTPDomain

/// A vault that does not exist yet: the first update creates it.
package struct NewVault: VaultStore {
    private let path: String
    private let passphrase: @Sendable () throws -> Passphrase
    private let cost: KeyDerivation.ScryptCost
    private let fileSystem: FileSystem

    package init(
        path: String, passphrase: Passphrase, cost: KeyDerivation.ScryptCost = VaultFile.standardCost,
        fileSystem: FileSystem = FileSystem()
    ) {
        self.init(path: path, cost: cost, fileSystem: fileSystem) { passphrase }
    }

    /// - Parameter passphrase: called once it is sure that a vault will be created, and that its accounts fit.
    package init(
        path: String, cost: KeyDerivation.ScryptCost = VaultFile.standardCost, fileSystem: FileSystem = FileSystem(),
        askingFor passphrase: @escaping @Sendable () throws -> Passphrase
    ) {
        (self.path, self.passphrase, self.cost, self.fileSystem) = (path, passphrase, cost, fileSystem)
    }

    package func content() -> VaultContent { VaultContent() }

    package func update<Result: Sendable>(
        _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
    ) throws -> Result {
        var content = VaultContent()
        let result = try change(&content)
        try VaultDocument(content).checkFits()
        let vault = try UnsavedVault(content, passphrase: passphrase(), cost: cost)
        let lock = try VaultFile.lock(path)
        let staged = try vault.stage(for: path, fileSystem: fileSystem)
        try verify(staged.content, result)
        try staged.commit(.refuse)
        _ = consume lock
        return result
    }
}

/// A new vault in memory.
struct UnsavedVault: ~Copyable {
    private let document: VaultDocument
    private let envelope: VaultEnvelope
    private let masterKey: SecureBytes

    init(_ content: VaultContent, passphrase: Passphrase, cost: KeyDerivation.ScryptCost) throws(VaultError) {
        let key = try VaultFile.newMasterKey()
        let slot = try VaultSlot.make(.passphrase(passphrase), cost: cost, masterKey: key)
        var envelope = VaultEnvelope(header: try .make(id: UUID().uuidString))
        envelope.header.setSlots([slot])
        self.envelope = envelope
        document = VaultDocument(content)
        masterKey = key
    }

    /// The file's bytes.
    func encoded() throws(VaultError) -> [UInt8] {
        var (document, envelope) = (document, envelope)
        return try envelope.encode(&document, masterKey: masterKey)
    }

    func stage(for path: String, fileSystem: FileSystem = FileSystem()) throws(VaultError) -> StagedVault {
        try StagedVault(document, in: envelope, masterKey: masterKey, path: path, fileSystem: fileSystem)
    }

    /// The vault once it is in its place.
    consuming func saved(at path: String, backups: BackupPolicy) -> VaultFile {
        VaultFile(path: path, backups: backups, masterKey: masterKey)
    }
}
