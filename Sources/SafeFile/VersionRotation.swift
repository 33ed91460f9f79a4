import Platform

/// Makes the version of a file that was just replaced `FILE.bak.1`, and moves the earlier versions up by one.
///
/// Every step is one rename, and is undone if a later step fails. After a kill between two steps, all versions still
/// exist, at most two of them under temporary names; ``FileVersions/list(of:)`` lists these as well, and the next save
/// finishes the interrupted save.
struct VersionRotation {
    let folder: OpenFile
    let files: VersionFiles
    private var moves: [(old: String, new: String)] = []

    init(folder: OpenFile, name: String, fileSystem: FileSystem) {
        self.folder = folder
        files = VersionFiles(in: folder, of: name, fileSystem)
    }

    private func version(_ number: Int) -> String { files.version(number) }

    // MARK: - Checking

    /// - Throws: ``FileError`` if something else than a file has the name of a version: it is not replaced. Also if it
    ///   is unknown whether there is a version.
    func check(versions: Int) throws(FileError) {
        for number in VersionFiles.numbers {
            guard let status = try files.status(version(number)), number <= versions else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                let path = "\(folder.name)/\(version(number))"
                throw FileError(
                    .writeFailed, path: path, detail: "is not a file",
                    advice: "move it away: versions of \(files.name) go there")
            }
        }
    }

    // MARK: - Moving

    /// Finishes a save that was killed: every version gets a number, and none is removed unless it is the file again.
    ///
    /// - Throws: ``FileError``; everything is then as it was.
    mutating func settle() throws(FileError) {
        let leftover = (try files.file(files.kept), try files.file(files.leaving))
        guard leftover.0 != nil || leftover.1 != nil else { return }
        let places = try files.places()
        do {
            for place in places.sorted(by: { $0.number > $1.number }) where place.name != version(place.number) {
                try move(place.name, version(place.number))
            }
        } catch {
            undo()
            throw error
        }
        for name in [files.kept, files.leaving] { unlinkat(folder.descriptor, name, 0) }
    }

    /// The name of a version after ``settle()``.
    func newName(of name: String) -> String { moves.first { $0.old == name }?.new ?? name }

    /// Moves the versions. The previous version, `kept`, becomes the first.
    ///
    /// - Parameters:
    ///   - versions: how many to keep, at least 1.
    ///   - restored: the name of a version that leaves the list, because it is the file again.
    /// - Throws: ``FileError``; everything is then as it was.
    mutating func run(versions: Int, restored: String? = nil) throws(FileError) {
        do {
            let place = (1...versions).first { version($0) == restored }
            if let place, try files.status(version(place)) != nil { try move(version(place), files.leaving) }
            // Below the restored version, too, a number may be free.
            let gap = try free(versions) ?? versions
            if try files.status(version(gap)) != nil { try move(version(gap), files.leaving) }
            for number in stride(from: gap - 1, through: 1, by: -1) {
                try move(version(number), version(number + 1))
            }
            try move(files.kept, version(1))
        } catch {
            undo()
            throw error
        }
        // The mode of the old file may have been changed; only the owner may read a version.
        _ = fchmodat(folder.descriptor, version(1), 0o600, 0)
        unlinkat(folder.descriptor, files.leaving, 0)
        removeVersions(above: versions)
    }

    /// The first number that no version has.
    private func free(_ versions: Int) throws(FileError) -> Int? {
        for number in 1...versions where try files.status(version(number)) == nil { return number }
        return nil
    }

    /// Removes every version, also those without a number.
    func removeAll() {
        for name in [files.kept, files.leaving, files.incomplete] { unlinkat(folder.descriptor, name, 0) }
        removeVersions(above: 0)
    }

    private func removeVersions(above number: Int) {
        for number in (number + 1)...VersionFiles.numbers.upperBound { remove(version(number)) }
    }

    /// Files that cannot be removed stay; the next save removes them.
    private func remove(_ name: String) {
        if (try? files.file(name)) != nil { unlinkat(folder.descriptor, name, 0) }
    }

    private mutating func move(_ old: String, _ new: String) throws(FileError) {
        let code = files.fileSystem.rename(folder.descriptor, old, new)
        guard code == 0 else { throw FileError(writing: "\(folder.name)/\(new)", code: code) }
        moves.append((old, new))
    }

    /// Stops at the first failure: the step before it would replace a version.
    private mutating func undo() {
        while let move = moves.popLast(), files.fileSystem.rename(folder.descriptor, move.new, move.old) == 0 {}
        moves = []
    }
}
