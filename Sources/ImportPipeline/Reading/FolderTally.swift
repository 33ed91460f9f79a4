import TOTPDomain

/// Finds the folders and archives in which nothing at all could be read: they were most likely named by mistake.
package struct FolderTally {
    /// Whether everything in a folder was skipped, by its name.
    private var folders: [String: Bool] = [:]
    /// In the order of the inputs.
    private var names: [String] = []
    /// Folders whose error is known already.
    private var failed: Set<String> = []
    private var archives: Set<String> = []

    package init() {}

    package mutating func add(_ result: SourceResult) {
        guard let folder = result.folder else {
            if result.status == .failed { failed.insert(result.name) }
            return
        }
        add(folder, isSkipped: result.status == .skipped)
        if result.isMember, result.name.hasPrefix("\(folder):") { archives.insert(folder) }
    }

    mutating func add(_ folder: String, isSkipped: Bool) {
        if folders[folder] == nil { names.append(folder) }
        folders[folder] = isSkipped && folders[folder] ?? true
    }

    /// A failure for each such folder.
    package var failures: [SourceResult] {
        names.filter { folders[$0] == true && !failed.contains($0) }.map { name in
            let failure =
                archives.contains(name)
                ? SourceError(.emptyFolder, "no image or known export in this archive", .nameArchive)
                : SourceError(.emptyFolder, "no image or known export in this folder", .nameFolder)
            return SourceResult(
                Input(name: name, location: .unreadable(failure)), status: .failed, failure: failure)
        }
    }
}
