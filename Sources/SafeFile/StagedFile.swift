import CProcess
import Encodings
import Platform

/// A new file of mode 0600 in the folder of the file that it will replace. It has a temporary name until
/// ``commit(_:)``, and is removed if that is never called.
///
/// A symbolic link to a file stays a link. Ctrl-C removes the new file; a process that is killed may leave it behind,
/// and the next write to the same place removes it. If there are two writers at once, the second fails.
package final class StagedFile {
    private let path: String
    private let target: FilePath
    private let temporary: String
    private let fileSystem: FileSystem
    private let folder, file: OpenFile
    /// Its number among the files that an interruption removes.
    private let rememberedAs: Int32
    private var isSynced = false
    private var isPlaced = false

    /// - Throws: ``FileError``, of kind `isFolder` or `notRegular` if the name belongs to anything but a regular file,
    ///   and of kind `locked` if another program is writing to it.
    package init(for path: String, fileSystem: FileSystem = FileSystem()) throws(FileError) {
        switch try FolderListing.existing(path) {
        case .file, .link, .unreadable, nil: break
        case .folder: throw FileError(.isFolder, path: path, detail: "")
        case .other: throw FileError(.notRegular, path: path, detail: "")
        }
        let target = FilePath(try FilePath.resolved(path))
        let descriptor = open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(writing: target.folder) }
        let folder = OpenFile(descriptor: descriptor, name: target.folder)
        (self.path, self.target, self.folder, self.fileSystem) = (path, target, folder, fileSystem)
        let temporary = ".\(target.name).new"
        self.temporary = temporary
        (file, rememberedAs) = try Interruption.heldBack { () throws(FileError) in
            let file = try Self.create(temporary, in: folder, for: path, fileSystem)
            return (file, cprocess_remember_temporary(folder.descriptor, temporary))
        }
    }

    deinit {
        guard !isPlaced else { return }
        cprocess_hold_end()
        defer {
            cprocess_forget_temporary(rememberedAs)
            cprocess_release_end()
        }
        // If it is unknown whose file it is, it is removed: it may contain secrets.
        guard (try? TemporaryClaim.isSame(file, temporary, in: folder, fileSystem)) ?? true else { return }
        guard unlinkat(folder.descriptor, temporary, 0) != 0, errno != ENOENT else { return }
        // It stays, but empty: unless it has another name, perhaps given to it by a call that failed nevertheless.
        if let status = try? file.status(), status.st_nlink == 1,
            (try? TemporaryClaim.isSame(file, temporary, in: folder, fileSystem)) == true
        {
            ftruncate(file.descriptor, 0)
        }
    }

    /// Creates a file in place of one that a killed process left behind.
    private static func create(
        _ name: String, in folder: OpenFile, for path: String, _ fileSystem: FileSystem
    ) throws(FileError) -> OpenFile {
        guard try !TemporaryClaim.isHeld(name, in: folder) else { throw TemporaryClaim.held(path) }
        unlinkat(folder.descriptor, name, 0)
        let file = try OpenFile.creating(name, in: folder, for: path)
        do throws(FileError) {
            guard try TemporaryClaim.take(file, name, in: folder, fileSystem) else { throw TemporaryClaim.held(path) }
        } catch {
            if error.kind != .locked { unlinkat(folder.descriptor, name, 0) }
            throw error
        }
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
        let otherNames = try Interruption.heldBack { () throws(FileError) in try place(policy) }
        if otherNames > 0 {
            let names =
                otherNames == 1
                ? "another name (a hard link), which keeps" : "\(otherNames) other names (hard links), which keep"
            SaveNotice.current?(
                Advice.text("use symbolic links instead").after("\(path): the file has \(names) the old content"))
        }
        try folder.syncNames(of: path)
    }

    /// - Returns: how many other names the old file has.
    private func place(_ policy: OverwritePolicy) throws(FileError) -> Int {
        var rotation = VersionRotation(folder: folder, name: target.name, fileSystem: fileSystem)
        var otherNames = 0
        switch policy {
        case .refuse: try placeExclusively()
        case .replace:
            otherNames = try otherNamesOfOld(rotation)
            try replace()
        case .replaceKeeping(let versions, let restored):
            try rotation.check(versions: versions ?? 0)
            try rotation.settle()
            otherNames = try otherNamesOfOld(rotation)
            let restored = restored.map { rotation.newName(of: FilePath($0).name) }
            if let versions { try replaceKeeping(versions, restored: restored) } else { try replace() }
        }
        return otherNames
    }

    /// How many names the old file has elsewhere: a new file replaces only this name.
    private func otherNamesOfOld(_ rotation: VersionRotation) throws(FileError) -> Int {
        guard let old = try rotation.files.file(target.name) else { return 0 }
        return max(0, Int(clamping: old.st_nlink) - 1)
    }

    /// From here on, nothing is left to remove.
    private func replace() throws(FileError) {
        try rename(temporary, to: target.name)
        hasName()
    }

    private func hasName() {
        isPlaced = true
        cprocess_forget_temporary(rememberedAs)
        Interruption.note(written: path)
    }

    private func rename(_ old: String, to new: String) throws(FileError) {
        let code = fileSystem.rename(folder.descriptor, old, new)
        guard code == 0 else {
            throw FileError(writing: new == target.name ? path : "\(folder.name)/\(new)", code: code)
        }
    }

    /// Each call fails if the name is taken, so nothing can happen between a check and the write.
    private func placeExclusively() throws(FileError) {
        for call in [fileSystem.renameExclusively, fileSystem.link] {
            let code = call(folder.descriptor, temporary, target.name)
            if code == 0 {
                unlinkat(folder.descriptor, temporary, 0)
                return hasName()
            }
            guard FileSystem.isUnsupported(code) else { throw FileError(writing: path, code: code) }
        }
        // Neither call is supported: create an empty file exclusively, then replace it.
        let descriptor = openat(
            folder.descriptor, target.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(writing: path) }
        close(descriptor)
        do { try replace() } catch {
            unlinkat(folder.descriptor, target.name, 0)
            throw error
        }
    }

    // MARK: - Versions

    /// The old file gets a second name, the new file replaces it, and only then the versions move. At any moment there
    /// is a complete file, old or new, and every version that is to be kept.
    ///
    /// - Parameter restored: the name of a version.
    private func replaceKeeping(_ versions: Int, restored: String?) throws(FileError) {
        var rotation = VersionRotation(folder: folder, name: target.name, fileSystem: fileSystem)
        guard versions > 0 else {
            try replace()
            return rotation.removeAll()
        }
        let kept = rotation.files.kept
        guard try keepOld(as: kept, copying: rotation.files.incomplete) else { return try replace() }
        do { try replace() } catch {
            unlinkat(folder.descriptor, kept, 0)
            throw error
        }
        do { try rotation.run(versions: versions, restored: restored) } catch {
            let code = fileSystem.rename(folder.descriptor, kept, target.name)
            guard code == 0 else {
                // The old file keeps its second name, and is the newest version.
                throw FileError(.notConfirmed, path: path, detail: String(cString: strerror(code)))
            }
            throw error
        }
    }

    /// Gives the old file a second name, or copies it if the file system has no hard links. Only vaults have versions.
    ///
    /// - Parameter incomplete: the name of a copy that is not complete yet.
    /// - Returns: false without an old file.
    private func keepOld(as kept: String, copying incomplete: String) throws(FileError) -> Bool {
        // Files left by a killed save are no longer needed.
        for name in [kept, incomplete] { unlinkat(folder.descriptor, name, 0) }
        let code = fileSystem.link(folder.descriptor, target.name, kept)
        if code == 0 { return true }
        if code == ENOENT { return false }
        guard FileSystem.isUnsupported(code) else { throw FileError(writing: path, code: code) }
        let old = try BoundedFile.read("\(target.folder)/\(target.name)", limit: Limit.vault)
        do {
            let copy = try Self.create(incomplete, in: folder, for: "\(folder.name)/\(incomplete)", fileSystem)
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

/// Writing of whole files: at any moment the complete old or new file exists.
package enum AtomicFile {
    /// Writes to a new file of mode 0600 in the same folder, syncs it, gives it its name, and syncs the folder.
    ///
    /// Follows symbolic links. After any failure the old file is unchanged, and the new file is removed. Two writers at
    /// once must hold a ``FileLock``. A pipe or a device is written to instead; see ``StreamedFile``.
    ///
    /// - Throws: ``FileError``.
    package static func write(_ bytes: [UInt8], to path: String, existing: OverwritePolicy) throws(FileError) {
        let file = try StreamedFile(path)
        try file.write(bytes)
        try file.finish(existing)
    }

    /// Writes all bytes, however many calls that takes.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        try OpenFile(descriptor: descriptor, name: path, isOwned: false).write(bytes)
    }
}

/// How to treat an existing file.
package enum OverwritePolicy: Sendable {
    case refuse, replace
    /// Replaces the file, and keeps the old file as `PATH.bak.1`. The versions before it move up by one, as far as
    /// `PATH.bak.N`; older versions are removed. With no versions, all of them are removed.
    ///
    /// - versions: how many to keep, 0 to ``Limit/versions``; nil leaves them as they are, without the old file.
    /// - restored: the path of the version that is put in the file's place again; the others keep their order without
    ///   it.
    case replaceKeeping(versions: Int?, restored: String? = nil)
}

/// Tells users about problems with a file that was written.
package struct SaveNotice: Sendable {
    /// The receiver of the notices of the current task.
    @TaskLocal package static var current: SaveNotice?

    private let show: @Sendable (String) -> Void

    /// - Parameter show: gets each notice: one line, with the file's path.
    package init(_ show: @escaping @Sendable (String) -> Void) { self.show = show }

    package func callAsFunction(_ notice: String) { show(notice) }
}
