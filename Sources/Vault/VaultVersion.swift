import Encodings
import Platform
import SafeFile
import TOTPDomain

/// An earlier version of a vault, as its changes keep them (``BackupPolicy``).
package typealias VaultVersion = FileVersions.Version

extension VaultVersion {
    /// When it was written.
    package var date: Date { Date(timeIntervalSince1970: TimeInterval(time)) }

    /// The earlier versions of a vault, newest first.
    package static func list(of vault: String) throws(FileError) -> [VaultVersion] { try FileVersions.list(of: vault) }
}

extension VaultFile {
    /// Puts this file, an earlier version, in the place of a vault. The version that it replaces is kept, as after
    /// every other change.
    ///
    /// It is a change of the accounts as well, which other copies of the vault learn about. If that cannot be known,
    /// since the vault is damaged or has another key, the file is copied byte for byte.
    ///
    /// - Parameters:
    ///   - vault: the path of the vault; it may be damaged or missing.
    ///   - content: the content of this version, as the user agreed to it.
    /// - Throws: ``VaultError``, also if this file has another content by now. The vault is then unchanged.
    package func restore(to vault: String, expecting content: VaultContent, backups: BackupPolicy) throws(VaultError) {
        let lock = try Self.lock(vault)
        let bytes = try Self.bytes(path)
        let version = try opened(VaultEnvelope(bytes), digest: Self.digest(bytes)), found = version.document.content
        if found == content, let staged = try stageAsChange(of: vault, version, bytes) {
            try staged.commit(backups.overwriting(restored: path))
            _ = consume lock
            return
        }
        do throws(FileError) {
            guard found == content else {
                throw FileError(.readFailed, path: path, detail: "another program changed it", advice: "run this again")
            }
            let file = try StagedFile(for: vault, fileSystem: fileSystem)
            try file.write(bytes)
            guard try file.readBack(limit: Limit.vault) == bytes else {
                throw FileError(.writeFailed, path: vault, detail: "the disk has other bytes than those written")
            }
            try file.commit(backups.overwriting(restored: path))
        } catch { throw .file(error) }
        _ = consume lock
    }

    /// - Returns: nil if the vault does not open with this key, or has the same accounts.
    private func stageAsChange(
        of vault: String, _ version: Version, _ bytes: [UInt8]
    ) throws(VaultError) -> StagedVault? {
        guard let envelope = try? VaultEnvelope(Self.bytes(vault)),
            let present = try? VaultDocument(plaintext: envelope.open(masterKey: masterKey)),
            present.content.items != version.document.content.items
        else { return nil }
        var document = version.document
        try document.record(since: present, at: .wholeSecondNow)
        return try StagedVault(
            document, in: VaultEnvelope(bytes), masterKey: masterKey, path: vault, fileSystem: fileSystem)
    }
}

/// How to treat the version of a vault that a change replaces.
package enum BackupPolicy: Sendable, Hashable {
    /// The version is kept as `FILE.bak.1`, and the versions before it as `FILE.bak.2` to `FILE.bak.N`, N 0 to
    /// ``Limit/versions``. Older versions are removed.
    case keep(Int)
    /// It is not kept. Earlier versions stay as they are.
    case none

    /// The last five versions.
    package static let standard = keep(5)

    /// - Parameter restored: the path of the version that becomes the vault again.
    func overwriting(restored: String? = nil) -> OverwritePolicy {
        switch self {
        case .keep(let count): .replaceKeeping(versions: min(max(0, count), Limit.versions), restored: restored)
        case .none: .replaceKeeping(versions: nil)
        }
    }
}
