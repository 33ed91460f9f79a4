import ArgumentParser
import SafeFile

/// Keeps a command from writing over the files that it reads or guards.
enum OverwriteGuard {
    /// - parameters:
    ///   - target: where the command is about to write.
    ///   - option: as the message calls it.
    ///   - kept: files that must stay as they are.
    /// - throws: ``CommandError`` where the target is one of them, also by another way to the same file.
    static func check(_ target: String?, _ option: String, against kept: [String]) throws {
        guard let target, target != "-" else { return }
        let file = AtomicFile.resolved(target)
        guard let same = kept.first(where: { AtomicFile.resolved($0) == file }) else { return }
        throw CommandError(
            message: "\(option) \(target) would overwrite \(same); choose another name",
            status: ExitCode.validationFailure)
    }

    /// The folder that a new file goes into must be there before any work is done.
    ///
    /// - throws: ``FileError``.
    static func checkFolder(of target: String?) throws {
        guard let target, target != "-" else { return }
        if case .unreadable(let problem) = FolderListing.kind(of: target.parentFolder) { throw problem }
    }

    /// The files that belong to a vault.
    static func files(ofVault vault: String) -> [String] { [vault, "\(vault).bak", "\(vault).lock"] }
}

extension String {
    /// The folder that a file's path names.
    var parentFolder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
