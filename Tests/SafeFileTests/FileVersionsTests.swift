import FixtureSupport
import Foundation
import Synchronization
import Testing

@testable import SafeFile

@Suite("The last versions of a file are kept")
struct FileVersionsTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("file") }

    init() throws { folder = try TemporaryFolder() }

    private func save(
        _ content: String, keeping versions: Int = 3, restored: String? = nil, disk: FileSystem = FileSystem()
    ) throws(FileError) {
        let file = try StagedFile(for: path, fileSystem: disk)
        try file.write(Array(content.utf8))
        try file.commit(.replaceKeeping(versions: versions, restored: restored.map { folder.path($0) }))
    }

    /// The files by name, without the temporary file of a save that failed.
    private func contents() throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try folder.names() where name != ".file.new" { contents[name] = try folder.text(name) }
        return contents
    }

    // MARK: - The order

    @Test("The newest version is number 1, and the oldest is removed")
    func order() throws {
        for version in 1...5 { try save("\(version)") }
        #expect(try contents() == ["file": "5", "file.bak.1": "4", "file.bak.2": "3", "file.bak.3": "2"])
        #expect(try FileVersions.list(of: path).map(\.number) == [1, 2, 3])
        #expect(try FileVersions.list(of: path).map(\.byteCount) == [1, 1, 1])
        for number in 1...3 { #expect(try folder.permissions("file.bak.\(number)") == 0o600) }
    }

    @Test("If fewer versions are kept, older ones are removed; if none, all", arguments: [0, 1, 2])
    func fewer(count: Int) throws {
        for version in 1...4 { try save("\(version)") }
        try save("5", keeping: count)
        let kept = ["file.bak.1": "4", "file.bak.2": "3"].filter { $0.key <= "file.bak.\(count)" }
        #expect(try contents() == kept.merging(["file": "5"]) { $1 })
    }

    @Test("A gap is filled first")
    func gap() throws {
        for version in 1...4 { try save("\(version)") }
        try FileManager.default.removeItem(atPath: folder.path("file.bak.2"))
        try save("5")
        #expect(try contents() == ["file": "5", "file.bak.1": "4", "file.bak.2": "3", "file.bak.3": "1"])
    }

    @Test("A copy that somebody made as FILE.bak is not a version, and stays")
    func copyWithoutNumber() throws {
        try folder.write("1", to: "file.bak")
        try folder.write("2", to: "file")
        #expect(try FileVersions.list(of: path).isEmpty)
        try save("3")
        #expect(try contents() == ["file": "3", "file.bak": "1", "file.bak.1": "2"])
        try save("4", keeping: 0)
        #expect(try contents() == ["file": "4", "file.bak": "1"])
    }

    @Test("A version that is restored leaves the list", arguments: ["file.bak.1", "file.bak.2", "file.bak.3"])
    func restored(name: String) throws {
        for version in 1...4 { try save("\(version)") }
        var others = ["3", "2", "1"]
        let content = try folder.text(name)
        others.removeAll { $0 == content }
        try save(content, restored: name)
        #expect(
            try contents() == ["file": content, "file.bak.1": "4", "file.bak.2": others[0], "file.bak.3": others[1]])
    }

    @Test("A version above a gap can be restored", arguments: ["file.bak.1", "file.bak.2"])
    func restoredAboveGap(missing: String) throws {
        for version in 1...4 { try save("\(version)") }
        let others = try ["file.bak.1", "file.bak.2"].filter { $0 != missing }.map { try folder.text($0) }
        try FileManager.default.removeItem(atPath: folder.path(missing))
        try save("1", restored: "file.bak.3")
        #expect(try contents() == ["file": "1", "file.bak.1": "4", "file.bak.2": others[0]])
    }

    @Test("A link is followed: the versions are beside the file")
    func link() throws {
        try folder.makeFolder("real")
        try folder.makeLink("link", to: "real/file")
        for version in 1...2 {
            try AtomicFile.write(
                [UInt8(version)], to: folder.path("link"), existing: .replaceKeeping(versions: 3))
        }
        #expect(try FileVersions.list(of: folder.path("link")).map { FilePath($0.path).name } == ["file.bak.1"])
        #expect(try folder.bytes("real/file.bak.1") == [1])
    }

    @Test("Something else of that name stops the save before anything is replaced")
    func folderInTheWay() throws {
        for version in 1...2 { try save("\(version)") }
        try folder.makeFolder("file.bak.2")
        let failure = problem { try save("3") }
        #expect(failure?.path.hasSuffix("file.bak.2") == true)
        #expect(try folder.text("file") == "2" && folder.text("file.bak.1") == "1")
        #expect(try folder.names() == ["file", "file.bak.1", "file.bak.2"])
    }

    // MARK: - Failures

    /// The real file system; `code` gives the error number of each call, 0 to let it through.
    private func failingDisk(_ code: @escaping @Sendable (_ isLink: Bool) -> Int32) -> FileSystem {
        var disk = FileSystem()
        let (rename, link) = (disk.rename, disk.link)
        disk.rename = { folder, old, new in
            let code = code(false)
            return code == 0 ? rename(folder, old, new) : code
        }
        disk.link = { folder, old, new in
            let code = code(true)
            return code == 0 ? link(folder, old, new) : code
        }
        return disk
    }

    /// A save of a full list has a link, the rename of the file, and four renames of versions; one more without links.
    @Test("Each call in turn fails: the file and its versions are as they were", arguments: 1...7, [true, false])
    func eachCallFails(failing: Int, hasLinks: Bool) throws {
        for version in 1...4 { try save("\(version)") }
        let before = try contents()
        let calls = Atomic(0)
        let disk = failingDisk { isLink in
            if isLink, !hasLinks { return EPERM }
            let number = calls.wrappingAdd(1, ordering: .relaxed).newValue
            return number == failing ? EIO : 0
        }
        let failure = problem { try save("5", disk: disk) }
        #expect((failure == nil) == (failing > 6))
        guard let failure else { return }
        #expect(failure.kind == .writeFailed)
        #expect(try contents() == before)
    }

    /// As after a kill: nothing is undone, and the next save finds the files.
    @Test("At each step all versions exist, and the next save keeps them", arguments: [true, false])
    func killedAtEachStep(hasLinks: Bool) throws {
        for step in 1...7 {
            for name in try folder.names() { try FileManager.default.removeItem(atPath: folder.path(name)) }
            for version in 1...3 { try save("\(version)", keeping: 5) }
            let copy = try TemporaryFolder()
            let calls = Atomic(0)
            let folder = folder
            let disk = failingDisk { isLink in
                if calls.wrappingAdd(1, ordering: .relaxed).newValue == step { try? copyFiles(of: folder, to: copy) }
                return isLink && !hasLinks ? EPERM : 0
            }
            try save("4", keeping: 5, disk: disk)
            guard try !copy.names().isEmpty else { continue }
            let now = try copy.text("file")
            #expect(["3", "4"].contains(now))
            let found = Set(try copy.names().map { try copy.text($0) })
            #expect(found.isSuperset(of: ["1", "2", "3"]), "step \(step)")

            let file = try StagedFile(for: copy.path("file"))
            try file.write(Array("5".utf8))
            try file.commit(.replaceKeeping(versions: 5))
            let versions = try FileVersions.list(of: copy.path("file")).map {
                try copy.text(FilePath($0.path).name)
            }
            // Without hard links, a copy of the current version may be kept twice.
            #expect(versions.filter { $0 < now } == (now == "4" ? ["3", "2", "1"] : ["2", "1"]), "step \(step)")
            #expect(versions.contains(now))
            #expect(try copy.names().allSatisfy { !$0.hasPrefix(".") }, "step \(step)")
        }
    }
}

/// Copies all files; links between them stay links.
private func copyFiles(of folder: TemporaryFolder, to copy: TemporaryFolder) throws {
    var copies: [FileIdentity: String] = [:]
    for name in try folder.names() {
        let identity = try FileIdentity(folder.path(name))
        if let first = copies[identity] {
            try FileManager.default.linkItem(atPath: copy.path(first), toPath: copy.path(name))
        } else {
            copies[identity] = name
            try FileManager.default.copyItem(atPath: folder.path(name), toPath: copy.path(name))
        }
    }
}
