import Encodings
import Platform
import SafeFile
import TOTPDomain

/// An earlier version of a vault, as its changes keep them (``BackupPolicy``).
package struct VaultVersion: Sendable, Hashable {
    /// 1 for the newest.
    package let number: Int
    package let path: String
    /// When it was written.
    package let date: Date

    /// The earlier versions of a vault, newest first.
    package static func list(of vault: String) throws(FileError) -> [VaultVersion] {
        try FileVersions.list(of: vault).map {
            VaultVersion(
                number: $0.number, path: $0.path, date: Date(timeIntervalSince1970: TimeInterval($0.time)))
        }
    }
}

extension VaultFile {
    /// Puts this file, an earlier version, in the place of a vault, byte for byte. The version that it replaces is kept
    /// like that of every other change.
    ///
    /// - Parameters:
    ///   - vault: the path of the vault; it may be damaged or missing.
    ///   - content: the content of this version, as the user agreed to it.
    /// - Throws: ``VaultError``, also if this file has another content by now. The vault is then unchanged.
    package func restore(to vault: String, expecting content: VaultContent, backups: BackupPolicy) throws(VaultError) {
        let lock = try Self.lock(vault)
        let bytes = try Self.bytes(path)
        let found = try opened(VaultEnvelope(bytes), digest: Self.digest(bytes)).document.content
        do throws(FileError) {
            guard found == content else {
                throw FileError(.readFailed, path: path, detail: "another program changed it", advice: "run this again")
            }
            let file = try StagedFile(for: vault, fileSystem: fileSystem)
            try file.write(bytes)
            guard try file.readBack(limit: VaultLimits.fileBytes) == bytes else {
                throw FileError(.writeFailed, path: vault, detail: "the disk has other bytes than those written")
            }
            try file.commit(backups.overwriting(restored: path))
        } catch { throw .file(error) }
        _ = consume lock
    }
}

/// How to treat the version of a vault that a change replaces.
package enum BackupPolicy: Sendable, Hashable {
    /// It is kept as `FILE.bak.1`, and the versions before it as `FILE.bak.2` to `FILE.bak.N`, N 0 to
    /// ``Limit/versions``. Older ones are removed.
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
