#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Makes the version of a file that was just replaced `FILE.bak.1`, and moves the earlier ones up by one.
///
/// Every step is one rename, and is undone if a later one fails. After a kill between two steps, all versions still
/// exist, at most one of them under a temporary name; the next save continues from there.
struct VersionRotation {
    let folder: OpenFile
    /// The file's name in the folder.
    let name: String
    let fileSystem: FileSystem
    private var moves: [(old: String, new: String)] = []

    init(folder: OpenFile, name: String, fileSystem: FileSystem) {
        self.folder = folder
        self.name = name
        self.fileSystem = fileSystem
    }

    /// Where the version that was just replaced is, until it is `FILE.bak.1`.
    var kept: String { ".\(name).bak.new" }
    /// Where the version that leaves the list is until the end.
    private var leaving: String { ".\(name).bak.old" }

    private func version(_ number: Int) -> String { "\(name).\(FileVersions.suffix(number))" }

    // MARK: - Checking

    /// - Throws: ``FileError`` if something else than a file has the name of a version: it is not replaced.
    func check(versions: Int) throws(FileError) {
        guard versions > 0 else { return }
        for number in 1...versions {
            guard let status = status(version(number)) else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                let path = "\(folder.name)/\(version(number))"
                throw FileError(
                    .writeFailed, path: path, detail: "is not a file; move it away: versions of \(name) go there")
            }
        }
    }

    private func status(_ name: String) -> stat? {
        var status = stat()
        return fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    private func isFile(_ name: String) -> Bool { status(name).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

    /// Whether a save was killed after it replaced the file, and before its old version became `FILE.bak.1`.
    var isInterrupted: Bool {
        guard let kept = status(kept), kept.st_mode & S_IFMT == S_IFREG else { return false }
        guard let file = status(name) else { return true }
        return kept.st_ino != file.st_ino || kept.st_dev != file.st_dev
    }

    // MARK: - Moving

    /// - Parameters:
    ///   - versions: how many to keep, at least 1.
    ///   - restored: the name of a version that leaves the list, because it is the file again.
    /// - Throws: ``FileError``; everything is then as it was.
    mutating func run(versions: Int, restored: String? = nil) throws(FileError) {
        unlinkat(folder.descriptor, leaving, 0)
        do {
            var restored = restored
            let old = "\(name).\(FileVersions.oldSuffix)"
            // The one version of earlier releases is older than all others.
            if isFile(old), let free = (1...versions).first(where: { status(version($0)) == nil }) {
                try move(old, version(free))
                if restored == old { restored = version(free) }
            }
            let gap = gap(versions, restored)
            if status(version(gap)) != nil { try move(version(gap), leaving) }
            for number in stride(from: gap - 1, through: 1, by: -1) {
                try move(version(number), version(number + 1))
            }
            try move(kept, version(1))
        } catch {
            undo()
            throw error
        }
        // The mode of the old file may have been changed; only the owner may read a version.
        _ = fchmodat(folder.descriptor, version(1), 0o600, 0)
        unlinkat(folder.descriptor, leaving, 0)
        removeVersions(above: versions)
    }

    /// The number that the other versions move up to.
    private func gap(_ versions: Int, _ restored: String?) -> Int {
        (1...versions).first { version($0) == restored }
            ?? (1...versions).first { status(version($0)) == nil } ?? versions
    }

    func removeVersions(above number: Int) {
        for number in (number + 1)...(FileVersions.most + 1) where isFile(version(number)) {
            unlinkat(folder.descriptor, version(number), 0)
        }
        let old = "\(name).\(FileVersions.oldSuffix)"
        if number == 0, isFile(old) { unlinkat(folder.descriptor, old, 0) }
    }

    private mutating func move(_ old: String, _ new: String) throws(FileError) {
        let code = fileSystem.rename(folder.descriptor, old, new)
        guard code == 0 else { throw FileError(writing: "\(folder.name)/\(new)", code: code) }
        moves.append((old, new))
    }

    private mutating func undo() {
        for move in moves.reversed() { _ = fileSystem.rename(folder.descriptor, move.new, move.old) }
        moves = []
    }
}
