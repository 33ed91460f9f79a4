import CProcess
import Platform

/// A new folder of mode 0700 with files of mode 0600, also in folders of its own, next to the place where it will be.
/// It has a temporary name until ``commit()``, and is removed if that is never called.
///
/// Ctrl-C removes the new folder; a process that is killed may leave it behind, and the next write to the same place
/// removes it. If there are two writers at once, the second fails.
package final class StagedFolder {
    private let path: String
    private let target: FilePath
    private let temporary: String
    private let fileSystem: FileSystem
    private let parent: OpenFile
    private let folder: OpenFile
    /// Its number among the folders that an interruption removes.
    private let rememberedAs: Int32
    private var names: [String] = []
    private var folders: Set<String> = []
    private var isPlaced = false

    /// - Throws: ``FileError``, of kind `notEmpty` if the folder exists and is not empty, of kind `exists` if the name
    ///   belongs to a file, and of kind `locked` if another program is writing to it.
    package convenience init(for path: String) throws(FileError) { try self.init(for: path, fileSystem: FileSystem()) }

    package init(for path: String, fileSystem: FileSystem) throws(FileError) {
        try Self.checkFree(path)
        let target = FilePath(try FilePath.resolved(Self.withoutEndingSlashes(path)))
        let descriptor = open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(writing: target.folder) }
        let parent = OpenFile(descriptor: descriptor, name: target.folder)
        let temporary = ".\(target.name).new"
        (self.path, self.target, self.temporary) = (path, target, temporary)
        (self.parent, self.fileSystem) = (parent, fileSystem)
        (folder, rememberedAs) = try Interruption.heldBack { () throws(FileError) in
            let folder = try Self.create(temporary, in: parent, for: path, fileSystem)
            return (folder, cprocess_remember_temporary_folder(parent.descriptor, temporary, folder.descriptor))
        }
        guard fchmod(folder.descriptor, 0o700) == 0 || FileSystem.isUnsupported(errno) else {
            throw FileError(writing: path)
        }
    }

    deinit {
        guard !isPlaced else { return }
        cprocess_hold_end()
        defer {
            cprocess_forget_temporary(rememberedAs)
            cprocess_release_end()
        }
        // Files before their folders.
        for name in names.reversed() where unlinkat(folder.descriptor, name, 0) != 0 {
            unlinkat(folder.descriptor, name, AT_REMOVEDIR)
        }
        // If it is unknown whose it is, only an empty folder is removed.
        if (try? TemporaryClaim.isSame(folder, temporary, in: parent, fileSystem)) ?? true {
            unlinkat(parent.descriptor, temporary, AT_REMOVEDIR)
        }
    }

    /// Creates a folder in place of one that a killed process left behind.
    private static func create(
        _ name: String, in parent: OpenFile, for path: String, _ fileSystem: FileSystem
    ) throws(FileError) -> OpenFile {
        guard try !TemporaryClaim.isHeld(name, in: parent) else { throw TemporaryClaim.held(path) }
        try remove(name, in: parent, parent.name)
        guard mkdirat(parent.descriptor, name, 0o700) == 0 else { throw FileError(writing: path) }
        let opened = openat(parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else {
            let error = FileError(writing: path)
            unlinkat(parent.descriptor, name, AT_REMOVEDIR)
            throw error
        }
        let folder = OpenFile(descriptor: opened, name: path)
        do throws(FileError) {
            guard try TemporaryClaim.take(folder, name, in: parent, fileSystem) else { throw TemporaryClaim.held(path) }
        } catch {
            // Only an empty folder is removed.
            if error.kind != .locked { unlinkat(parent.descriptor, name, AT_REMOVEDIR) }
            throw error
        }
        return folder
    }

    /// - Throws: ``FileError`` of kind `notEmpty` or `exists` if the place is taken.
    package static func checkFree(_ path: String) throws(FileError) {
        switch try FolderListing.existing(withoutEndingSlashes(path)) {
        case nil: break
        case .folder:
            var isEmpty = true
            guard try FolderListing.names(in: path, repaired: { _ in isEmpty = false }).isEmpty, isEmpty else {
                throw FileError(.notEmpty, path: path, detail: "")
            }
        case .file, .link, .other, .unreadable: throw FileError(.notFolder, path: path, detail: "")
        }
    }

    /// Removes a folder that a killed process left behind.
    private static func remove(_ name: String, in parent: OpenFile, _ parentPath: String) throws(FileError) {
        let opened = openat(parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else {
            // A file of another type makes the next step fail.
            guard FileSystem.isAbsence(errno) || [ELOOP, EMLINK].contains(errno) else {
                throw FileError(writing: "\(parentPath)/\(name)")
            }
            return
        }
        let folder = OpenFile(descriptor: opened, name: name)
        for file in try FolderListing.names(in: "\(parentPath)/\(name)")
        where unlinkat(folder.descriptor, file, 0) != 0 {
            try remove(file, in: folder, "\(parentPath)/\(name)")
        }
        unlinkat(parent.descriptor, name, AT_REMOVEDIR)
    }

    private static func withoutEndingSlashes(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Writes and syncs one file.
    ///
    /// - Parameter name: new in this folder; what is before a slash is a folder in it, also of mode 0700.
    package func write(_ bytes: [UInt8], to name: String) throws(FileError) {
        let place = "\(path)/\(name)"
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw FileError(.writeFailed, path: place, detail: "not a file name")
        }
        for count in 1..<parts.count { try makeFolder(parts.prefix(count).joined(separator: "/"), for: place) }
        cprocess_remember_content(rememberedAs, name)
        let file = try OpenFile.creating(name, in: folder, for: place)
        names.append(name)
        try file.write(bytes)
        try file.sync()
        fileSystem.didSync("\(target.folder)/\(temporary)/\(name)")
    }

    private func makeFolder(_ name: String, for place: String) throws(FileError) {
        guard folders.insert(name).inserted else { return }
        cprocess_remember_content(rememberedAs, name)
        // It exists where case does not matter.
        guard mkdirat(folder.descriptor, name, 0o700) == 0 || errno == EEXIST else { throw FileError(writing: place) }
        names.append(name)
    }

    /// Reads a file that was written, from the disk where the system allows it, else from its cache.
    package func readBack(_ name: String, limit: Int) throws(FileError) -> [UInt8] {
        try OpenFile.readingBack(name, in: folder, for: "\(path)/\(name)").readAll(limit: limit)
    }

    /// Gives the folder its name.
    ///
    /// - Throws: ``FileError``, of kind `notEmpty` if another program has written into the folder since.
    package func commit() throws(FileError) {
        for name in folders {
            let opened = openat(folder.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard opened >= 0 else { throw FileError(writing: "\(path)/\(name)") }
            try OpenFile(descriptor: opened, name: "\(path)/\(name)").sync()
        }
        try folder.sync()
        try Interruption.heldBack { () throws(FileError) in
            // Replaces an empty folder, and nothing else.
            let code = fileSystem.rename(parent.descriptor, temporary, target.name)
            if code == ENOTEMPTY || code == EEXIST { throw FileError(.notEmpty, path: path, detail: "") }
            guard code == 0 else { throw FileError(writing: path, code: code) }
            isPlaced = true
            cprocess_forget_temporary(rememberedAs)
            Interruption.note(written: path)
        }
        try parent.syncNames(of: path)
    }
}
