import SafeFile

/// What happens to the version of a vault that a change replaces.
package enum BackupPolicy: Sendable, Hashable {
    /// It is kept as `FILE.bak.1`, and the versions before it as `FILE.bak.2` to `FILE.bak.N`, N 0 to
    /// ``FileVersions/most``. Older ones are removed.
    case keep(Int)
    /// It is not kept. Earlier versions stay as they are.
    case none

    /// The last five versions.
    package static let standard = keep(5)

    /// - Parameter restored: the path of the version that becomes the vault again.
    func overwriting(restored: String? = nil) -> OverwritePolicy {
        switch self {
        case .keep(let count): .replaceKeeping(versions: min(max(0, count), FileVersions.most), restored: restored)
        case .none: .replaceKeeping(versions: nil)
        }
    }
}
