import CProcess
import Platform

/// System calls that tests replace, to simulate a disk that damages data, a file system without hard links, or calls
/// that fail.
package struct FileSystem: Sendable {
    /// Takes a folder, the name of a file in it, and another name there. Returns 0, or the system's error number.
    package typealias Naming = @Sendable (_ folder: Int32, _ old: String, _ new: String) -> Int32

    /// Called once a new file was written and synced, with its path.
    package var didSync: @Sendable (String) -> Void = { _ in }
    /// Renames a file, which replaces the file of the new name.
    package var rename: Naming = { code(renameat($0, $1, $0, $2)) }
    /// Renames a file, and fails if there is a file of the new name.
    package var renameExclusively: Naming = { code(cprocess_rename_exclusively($0, $1, $2)) }
    /// What a name belongs to, without following a link. Returns 0, or the system's error number.
    var status: @Sendable (_ folder: Int32, _ name: String, _ status: inout stat) -> Int32 = {
        code(fstatat($0, $1, &$2, AT_SYMLINK_NOFOLLOW))
    }
    /// Gives a file a second name, and fails if there is a file of that name.
    package var link: Naming = { code(linkat($0, $1, $0, $2, 0)) }

    package init() {}

    private static func code(_ result: Int32) -> Int32 { result == 0 ? 0 : errno }

    /// Whether an error number means that the file system does not support the call.
    static func isUnsupported(_ code: Int32) -> Bool {
        [EPERM, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK].contains(code)
    }

    /// Whether an error number means that nothing has a name. After any other, something may have it.
    static func isAbsence(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }
}
