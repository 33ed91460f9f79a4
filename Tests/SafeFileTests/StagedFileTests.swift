import FixtureSupport
import Foundation
import Synchronization
import Testing

@testable import SafeFile

@Suite("A file that replaces another one once it is complete")
struct StagedFileTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("file") }

    init() throws { folder = try TemporaryFolder() }

    private let before = Array("the version before".utf8)
    private let old = Array("the old content".utf8)
    private let new = Array("the new content, which is longer".utf8)

    // MARK: - Reading back

    @Test("Written files are read back before they replace anything")
    func readBack() throws {
        try folder.write(old, to: "file")
        let file = try StagedFile(for: path)
        try file.write(Array(new.prefix(5)))
        #expect(try file.readBack(limit: 100) == Array(new.prefix(5)))
        try file.write(Array(new.dropFirst(5)))
        #expect(try file.readBack(limit: 100) == new)
        #expect(try folder.bytes("file") == old)
        #expect(problem { try file.readBack(limit: new.count - 1) }?.kind == .tooLarge)
    }

    @Test("It is read from the file, not from memory")
    func damagedDisk() throws {
        let damage: [@Sendable (String) -> Void] = [
            { truncate($0, 3) },
            { path in
                let descriptor = open(path, O_WRONLY)
                _ = pwrite(descriptor, "X", 1, 4)
                close(descriptor)
            },
        ]
        for damage in damage {
            var disk = FileSystem()
            disk.didSync = damage
            let file = try StagedFile(for: path, fileSystem: disk)
            try file.write(new)
            #expect(try file.readBack(limit: 100) != new)
        }
        #expect(try folder.names() == [])
    }

    // MARK: - Leaving things as they are

    @Test("A file that is never committed leaves nothing")
    func discarded() throws {
        do { try StagedFile(for: path).write(new) }
        #expect(try folder.names() == [])
    }

    @Test("The file of another writer stays")
    func otherWriter() throws {
        do {
            let file = try StagedFile(for: path)
            try file.write(new)
            try FileManager.default.removeItem(atPath: folder.path(".file.new"))
            try folder.write("another writer's", to: ".file.new")
        }
        #expect(try folder.text(".file.new") == "another writer's")
    }

    @Test("If two writers run at once, the second fails; afterwards it succeeds")
    func twoWriters() throws {
        do {
            let first = try StagedFile(for: path)
            try first.write(new)
            #expect(throws: FileError.self) { try StagedFile(for: path) }
            try first.commit(.refuse)
        }
        #expect(try folder.names() == ["file"])
        #expect(try BoundedFile.read(path, limit: 100) == new)
        try StagedFile(for: path).commit(.replace)
        #expect(try BoundedFile.read(path, limit: 100) == [])
    }

    @Test("Leftovers of a killed process are replaced")
    func leftOver() throws {
        try folder.write("half of a file", to: ".file.new")
        let file = try StagedFile(for: path)
        try file.write(new)
        try file.commit(.refuse)
        #expect(try folder.names() == ["file"])
        #expect(try BoundedFile.read(path, limit: 100) == new)
    }

    @Test("A failing check of the temporary name does not leave the temporary file")
    func failingLook() throws {
        let isBroken = Atomic(false)
        var disk = FileSystem()
        let (status, rename) = (disk.status, disk.rename)
        disk.status = { folder, name, found in
            isBroken.load(ordering: .relaxed) && name == ".file.new" ? EIO : status(folder, name, &found)
        }
        disk.rename = { isBroken.load(ordering: .relaxed) ? EIO : rename($0, $1, $2) }
        do {
            let file = try StagedFile(for: path, fileSystem: disk)
            try file.write(new)
            isBroken.store(true, ordering: .relaxed)
            #expect(problem { try file.commit(.replace) }?.kind == .writeFailed)
        }
        #expect(try folder.names() == [])
        // Also while it is created.
        #expect(problem { try StagedFile(for: path, fileSystem: disk) }?.path.hasSuffix(".file.new") == true)
        #expect(try folder.names() == [])
    }

    @Test("A link in a circle, and one with a name that is not UTF-8, is never replaced")
    func links() throws {
        try folder.makeLink("file", to: "other")
        try folder.makeLink("other", to: "file")
        try #require(symlink("gone-\u{FF}".utf8CString.map { $0 == -61 ? -1 : $0 }, folder.path("odd")) == 0)
        for name in ["file", "odd"] {
            #expect(problem { try StagedFile(for: folder.path(name)) } != nil)
            #expect(problem { try AtomicFile.write(new, to: folder.path(name), existing: .replace) } != nil)
            #expect(problem { _ = try FileLock(for: folder.path(name)) } != nil)
            #expect(problem { try FileIdentity(folder.path(name)) } != nil)
        }
        #expect(problem { try StagedFolder.checkFree(path) }?.kind == .readFailed)
        #expect(problem { try FolderListing.existing(path) }?.kind == .readFailed)
        #expect(try folder.names() == ["file", "odd", "other"])
    }

    // MARK: - Other names

    @Test(
        "A file with another name is replaced under this one, and a notice says so",
        arguments: [.replace, .replaceKeeping(versions: 3), .replaceKeeping(versions: nil)] as [OverwritePolicy])
    func hardLinks(policy: OverwritePolicy) throws {
        let notices = Mutex<[String]>([])
        func save() throws {
            try SaveNotice.$current.withValue(SaveNotice { notice in notices.withLock { $0.append(notice) } }) {
                let file = try StagedFile(for: path)
                try file.write(new)
                try file.commit(policy)
            }
        }
        try folder.write(old, to: "file")
        try save()
        try save()
        #expect(notices.withLock { $0 } == [])
        try folder.write(old, to: "file")
        try FileManager.default.linkItem(atPath: path, toPath: folder.path("twin"))
        // A file left by a killed save does not count as another name.
        try FileManager.default.linkItem(atPath: path, toPath: folder.path(".file.bak.new"))
        if case .replace = policy { try FileManager.default.removeItem(atPath: folder.path(".file.bak.new")) }
        try save()
        #expect(notices.withLock { $0.count } == 1)
        #expect(notices.withLock { $0.first }?.hasPrefix("\(path): the file has another name") == true)
        #expect(try folder.bytes("file") == new && folder.bytes("twin") == old)
        try save()
        #expect(notices.withLock { $0.count } == 1)
    }

    // MARK: - Never over a file that exists

    private static let fileSystems: [[Int32]] = [[0, 0], [EINVAL, 0], [ENOSYS, EPERM], [ENOTSUP, EOPNOTSUPP]]

    /// - Parameter codes: the results of renaming to a free name and of linking.
    @Test("The file is also written on a file system without such calls", arguments: fileSystems)
    func exclusive(codes: [Int32]) throws {
        let disk = fileSystem { [.renameExclusively: codes[0], .link: codes[1]][$0] ?? 0 }
        let file = try StagedFile(for: path, fileSystem: disk)
        try file.write(new)
        try file.commit(.refuse)
        #expect(try folder.bytes("file") == new)
        #expect(try folder.permissions("file") == 0o600)
        #expect(try folder.names() == ["file"])
    }

    @Test("A file that appears during the write is never overwritten", arguments: fileSystems)
    func exclusiveTooLate(codes: [Int32]) throws {
        let disk = fileSystem { [.renameExclusively: codes[0], .link: codes[1]][$0] ?? 0 }
        do {
            let file = try StagedFile(for: path, fileSystem: disk)
            try file.write(new)
            try folder.write(old, to: "file")
            #expect(problem { try file.commit(.refuse) }?.kind == .exists)
        }
        #expect(try folder.bytes("file") == old)
        #expect(try folder.names() == ["file"])
    }

    @Test("If the last step of the longest way fails, no empty file is left")
    func reservedName() throws {
        let disk = fileSystem { $0 == .rename ? EIO : EPERM }
        do {
            let file = try StagedFile(for: path, fileSystem: disk)
            try file.write(new)
            #expect(problem { try file.commit(.refuse) }?.kind == .writeFailed)
        }
        #expect(try folder.names() == [])
    }

    // MARK: -

    private enum Call { case rename, renameExclusively, link }

    /// The real file system, with calls that fail: `code` gives the error number, 0 to let the call through.
    private func fileSystem(_ code: @escaping @Sendable (Call) -> Int32) -> FileSystem {
        func failing(_ call: Call, _ real: @escaping FileSystem.Naming) -> FileSystem.Naming {
            { folder, old, new in
                let code = code(call)
                return code == 0 ? real(folder, old, new) : code
            }
        }
        var system = FileSystem()
        system.rename = failing(.rename, system.rename)
        system.renameExclusively = failing(.renameExclusively, system.renameExclusively)
        system.link = failing(.link, system.link)
        return system
    }
}
