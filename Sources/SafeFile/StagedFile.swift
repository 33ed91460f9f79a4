import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A new file of mode 0600 in the folder of the file that it will replace. It has a temporary name until ``commit(_:)``,
/// and is removed if that is never called.
///
/// A symbolic link to a file stays a link. Ctrl-C removes the new file; a process that is killed may leave it behind, and
/// the next write to the same place removes it. Of two writers at once, the second fails.
package final class StagedFile {
    private let path: String
    private let target: FilePath
    private let temporary: String
    private let fileSystem: FileSystem
    private let folder: OpenFile
    private let file: OpenFile
    /// Its number among the files that an interruption removes.
    private let rememberedAs: Int32
    private var isSynced = false
    private var isPlaced = false

    /// - Throws: ``FileError``, of kind `isFolder` or `notRegular` if the name belongs to anything but a regular file, and
    ///   of kind `locked` if another program is writing to it.
    package init(for path: String, fileSystem: FileSystem = FileSystem()) throws(FileError) {
        switch FolderListing.kind(of: path) {
        case .file, .link, .unreadable: break
        case .folder: throw FileError(.isFolder, path: path, detail: "")
        case .other: throw FileError(.notRegular, path: path, detail: "")
        }
        let target = FilePath(FilePath.resolved(path))
        let descriptor = open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(writing: target.folder) }
        let folder = OpenFile(descriptor: descriptor, name: target.folder)
        self.path = path
        self.target = target
        self.folder = folder
        self.fileSystem = fileSystem
        temporary = ".\(target.name).new"
        file = try Self.create(temporary, in: folder, for: path)
        rememberedAs = csystem_remember_temporary(folder.descriptor, temporary)
    }

    deinit {
        csystem_forget_temporary(rememberedAs)
        guard !isPlaced else { return }
        guard TemporaryClaim.isSame(file, temporary, in: folder) else { return }
        unlinkat(folder.descriptor, temporary, 0)
    }

    /// Creates a file in place of what a killed process left behind.
    private static func create(_ name: String, in folder: OpenFile, for path: String) throws(FileError) -> OpenFile {
        guard !TemporaryClaim.isHeld(name, in: folder) else { throw TemporaryClaim.held(path) }
        unlinkat(folder.descriptor, name, 0)
        let file = try OpenFile.creating(name, in: folder, for: path)
        guard TemporaryClaim.take(file, name, in: folder) else { throw TemporaryClaim.held(path) }
        return file
    }

    package func write(_ bytes: [UInt8]) throws(FileError) {
        isSynced = false
        try file.write(bytes)
    }

    /// Reads everything that was written, from the disk where the system allows it, else from its cache.
    ///
    /// - Throws: ``FileError``, of kind `tooLarge` above the limit.
    package func readBack(limit: Int) throws(FileError) -> [UInt8] {
        try sync()
        return try OpenFile.readingBack(temporary, in: folder, for: path).readAll(limit: limit)
    }

    private func sync() throws(FileError) {
        guard !isSynced else { return }
        try file.sync()
        isSynced = true
        fileSystem.didSync("\(target.folder)/\(temporary)")
    }

    /// Syncs the file, gives it its name, and syncs the folder.
    ///
    /// - Throws: ``FileError``. The old file and its versions are then unchanged, unless its kind is `notConfirmed`.
    package func commit(_ policy: OverwritePolicy) throws(FileError) {
        try sync()
        switch policy {
        case .refuse: try placeExclusively()
        case .replace: try rename(temporary, to: target.name)
        case .replaceKeeping(let versions, let restored): try replaceKeeping(versions, restored: restored)
        }
        isPlaced = true
        try folder.syncNames(of: path)
    }

    private func rename(_ old: String, to new: String) throws(FileError) {
        let code = fileSystem.rename(folder.descriptor, old, new)
        guard code == 0 else {
            throw FileError(writing: new == target.name ? path : "\(folder.name)/\(new)", code: code)
        }
    }

    /// Each call fails if the name is taken, so there is no gap between a check and the write.
    private func placeExclusively() throws(FileError) {
        for call in [fileSystem.renameExclusively, fileSystem.link] {
            let code = call(folder.descriptor, temporary, target.name)
            if code == 0 {
                unlinkat(folder.descriptor, temporary, 0)
                return
            }
            guard FileSystem.isUnsupported(code) else { throw FileError(writing: path, code: code) }
        }
        // Neither call is supported: create an empty file exclusively, then replace it.
        let descriptor = openat(
            folder.descriptor, target.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(writing: path) }
        close(descriptor)
        do { try rename(temporary, to: target.name) } catch {
            unlinkat(folder.descriptor, target.name, 0)
            throw error
        }
    }

    // MARK: - Versions

    /// The old file gets a second name, the new file replaces it, and only then the versions move. At any moment there
    /// is a complete file, old or new, and every version that is to be kept.
    private func replaceKeeping(_ versions: Int, restored: String?) throws(FileError) {
        var rotation = VersionRotation(folder: folder, name: target.name, fileSystem: fileSystem)
        guard versions > 0 else {
            try rename(temporary, to: target.name)
            unlinkat(folder.descriptor, rotation.kept, 0)
            return rotation.removeVersions(above: 0)
        }
        try rotation.check(versions: versions)
        if rotation.isInterrupted {
            var earlier = rotation
            try earlier.run(versions: versions)
        }
        let kept = rotation.kept
        defer { unlinkat(folder.descriptor, kept, 0) }
        guard try keepOld(as: kept) else { return try rename(temporary, to: target.name) }
        try rename(temporary, to: target.name)
        do { try rotation.run(versions: versions, restored: restored.map { FilePath($0).name }) } catch {
            try rename(kept, to: target.name)
            throw error
        }
    }

    /// Gives the old file a second name, or copies it if the file system has no hard links.
    ///
    /// - Returns: false if there is no old file.
    private func keepOld(as kept: String) throws(FileError) -> Bool {
        // An incomplete copy must not have the name of a version.
        let incomplete = ".\(target.name).bak.copy"
        for name in [kept, incomplete] { unlinkat(folder.descriptor, name, 0) }
        let code = fileSystem.link(folder.descriptor, target.name, kept)
        if code == 0 { return true }
        if code == ENOENT { return false }
        guard FileSystem.isUnsupported(code) else { throw FileError(writing: path, code: code) }
        let old = try BoundedFile.read("\(target.folder)/\(target.name)", limit: 1 << 30)
        do {
            let copy = try Self.create(incomplete, in: folder, for: "\(folder.name)/\(incomplete)")
            try copy.write(old)
            try copy.sync()
            try rename(incomplete, to: kept)
        } catch {
            unlinkat(folder.descriptor, incomplete, 0)
            throw error
        }
        return true
    }
}
