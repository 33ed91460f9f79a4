import Encodings
import Platform

/// The files that contain earlier versions of a file, also those to which a save that was killed gave no number yet.
struct VersionFiles {
    /// For messages.
    let folder: String
    /// The file's name in the folder.
    let name: String
    let fileSystem: FileSystem
    private let descriptor: Int32
    /// Before each name in a call of the system.
    private let prefix: String

    /// One more than are kept: a save that was killed may not have removed the oldest.
    static let numbers = 1...(Limit.versions + 1)

    init(in folder: OpenFile, of name: String, _ fileSystem: FileSystem) {
        (self.folder, self.name, self.fileSystem) = (folder.name, name, fileSystem)
        (descriptor, prefix) = (folder.descriptor, "")
    }

    /// The versions beside a file whose folder is not open.
    init(of file: FilePath, _ fileSystem: FileSystem) {
        (folder, name, self.fileSystem) = (file.folder, file.name, fileSystem)
        (descriptor, prefix) = (AT_FDCWD, "\(file.folder)/")
    }

    // MARK: - Names

    func version(_ number: Int) -> String { "\(name).\(FileVersions.suffix(number))" }

    /// Where the version that was just replaced is, until it is `FILE.bak.1`.
    var kept: String { ".\(name).bak.new" }
    /// Where the version that leaves the list is until the end.
    var leaving: String { ".\(name).bak.old" }
    /// Where a copy for `kept` is until it is complete.
    var incomplete: String { ".\(name).bak.copy" }

    // MARK: - Looking

    /// - Returns: nil only if nothing has the name.
    /// - Throws: ``FileError`` if that cannot be decided. An existing file must not be replaced.
    func status(_ name: String) throws(FileError) -> stat? {
        var status = stat()
        let code = fileSystem.status(descriptor, prefix + name, &status)
        if FileSystem.isAbsence(code) { return nil }
        guard code == 0 else { throw FileError(reading: "\(folder)/\(name)", code: code) }
        return status
    }

    func file(_ name: String) throws(FileError) -> stat? {
        guard let status = try status(name), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status
    }

    /// Whether a file contains the same as the file itself: a version that became the file again, or a second name.
    private func isCurrent(_ other: String, _ status: stat) throws(FileError) -> Bool {
        guard let current = try file(name) else { return false }
        if current.st_ino == status.st_ino, current.st_dev == status.st_dev { return true }
        guard current.st_size == status.st_size else { return false }
        return try content(other) == content(name)
    }

    private func content(_ name: String) throws(FileError) -> [UInt8] {
        let path = "\(folder)/\(name)"
        let opened = openat(descriptor, prefix + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { throw FileError(reading: path) }
        return try OpenFile(descriptor: opened, name: path).readAll(limit: Limit.vault)
    }

    // MARK: - The list

    /// A version, and the number that it has, or will have once a save that was killed is finished.
    struct Place {
        let name: String
        let number: Int
        let status: stat
    }

    /// All versions, in no order.
    ///
    /// A save that was killed may have left the version before it, `kept`, and the oldest version, `leaving`, without a
    /// number. Then `kept` is the newest, and the versions below the first gap move up by one. A version that is the
    /// file again counts as a gap.
    func places() throws(FileError) -> [Place] {
        var numbered: [(number: Int, name: String, status: stat)] = []
        for number in Self.numbers {
            if let status = try file(version(number)) { numbered.append((number, version(number), status)) }
        }
        var places: [Place] = []
        var gap = 0
        if let status = try file(kept), try !isCurrent(kept, status) {
            gap = try firstGap(numbered)
            places.append(Place(name: kept, number: 1, status: status))
        }
        for (number, name, status) in numbered where number != gap {
            places.append(Place(name: name, number: number < gap ? number + 1 : number, status: status))
        }
        if let status = try file(leaving), try !isCurrent(leaving, status) {
            let taken = Set(places.map(\.number))
            if let free = Self.numbers.first(where: { !taken.contains($0) }) {
                places.append(Place(name: leaving, number: free, status: status))
            }
        }
        return places
    }

    private func firstGap(_ numbered: [(number: Int, name: String, status: stat)]) throws(FileError) -> Int {
        for (index, version) in numbered.enumerated() {
            guard version.number == index + 1 else { return index + 1 }
            if try isCurrent(version.name, version.status) { return version.number }
        }
        return min(numbered.count + 1, Self.numbers.upperBound)
    }
}

/// The earlier versions of a file, beside it: `PATH.bak.1`, the newest, to `PATH.bak.100`.
package enum FileVersions {
    package struct Version: Sendable, Hashable {
        /// 1 for the newest.
        package let number: Int
        package let path: String
        /// When the version was written, in seconds since 1970.
        package let time: Int64
        package let byteCount: Int
    }

    /// The versions that exist, newest first. Symbolic links to the file are followed.
    ///
    /// After a save that was killed, they have the numbers that they will have when the next save finishes it.
    ///
    /// - Throws: ``FileError`` if it is unknown whether there is a version.
    package static func list(of path: String) throws(FileError) -> [Version] { try list(of: path, FileSystem()) }

    static func list(of path: String, _ fileSystem: FileSystem) throws(FileError) -> [Version] {
        var file = path
        if case .link = FolderListing.kind(of: path, followingLinks: false) { file = try FilePath.resolved(path) }
        let files = VersionFiles(of: FilePath(file), fileSystem)
        // If the path is relative, the folder is not part of the versions' paths.
        let folder = file.dropLast(files.name.count)
        return try files.places().sorted { $0.number < $1.number }
            .map { version($0.number, folder + $0.name, $0.status) }
    }

    /// The end of the names of versions, after a dot.
    static func suffix(_ number: Int) -> String { "bak.\(number)" }

    private static func version(_ number: Int, _ path: some StringProtocol, _ status: stat) -> Version {
        #if canImport(Darwin)
            let time = status.st_mtimespec.tv_sec
        #else
            let time = status.st_mtim.tv_sec
        #endif
        return Version(number: number, path: String(path), time: Int64(time), byteCount: Int(clamping: status.st_size))
    }
}
