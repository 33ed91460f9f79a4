import FixtureSupport
import Foundation
import Synchronization
import Testing

@testable import SafeFile

@Suite("After a killed save, every version is listed and can be restored")
struct InterruptedSaveTests {
    let folder: TemporaryFolder
    private var path: String { folder.path("file") }

    init() throws { folder = try TemporaryFolder() }

    /// The content of the folder after one of a save's steps.
    struct State: CustomTestStringConvertible, Sendable {
        var name: String
        /// The content of each file. `=NAME` is a hard link to another one.
        var files: [String: String]
        /// The versions, newest first.
        var versions: [String]

        init(_ name: String, _ files: [String: String], _ versions: String) {
            (self.name, self.files, self.versions) = (name, files, versions.map(String.init))
        }

        var testDescription: String { name }
    }

    static let states: [State] = [
        State("nothing was killed", ["file": "4", "file.bak.1": "3", "file.bak.2": "2", "file.bak.3": "1"], "321"),
        State("the new file is not complete", ["file": "4", ".file.new": "", "file.bak.1": "3"], "3"),
        State(
            "the old file has a second name",
            ["file": "4", ".file.new": "5", ".file.bak.new": "=file", "file.bak.1": "3"], "3"),
        State("a copy of the old file is not complete", ["file": "4", ".file.bak.copy": "", "file.bak.1": "3"], "3"),
        State("a copy of the old file is complete", ["file": "4", ".file.bak.new": "4", "file.bak.1": "3"], "3"),
        State("the file is new, and has no version", ["file": "2", ".file.bak.new": "1"], "1"),
        State(
            "the file is new",
            ["file": "5", ".file.bak.new": "4", "file.bak.1": "3", "file.bak.2": "2", "file.bak.3": "1"],
            "4321"),
        State(
            "the oldest version has left",
            ["file": "5", ".file.bak.new": "4", "file.bak.1": "3", "file.bak.2": "2", ".file.bak.old": "1"], "4321"),
        State(
            "one version has moved",
            ["file": "5", ".file.bak.new": "4", "file.bak.1": "3", "file.bak.3": "2", ".file.bak.old": "1"], "4321"),
        State(
            "all versions have moved",
            ["file": "5", ".file.bak.new": "4", "file.bak.2": "3", "file.bak.3": "2", ".file.bak.old": "1"], "4321"),
        State(
            "only the oldest version is left over",
            ["file": "5", "file.bak.1": "4", "file.bak.2": "3", "file.bak.3": "2", ".file.bak.old": "1"], "4321"),
        State("there was a gap", ["file": "5", ".file.bak.new": "4", "file.bak.1": "3", "file.bak.3": "1"], "431"),
        State(
            "version 2 is the file again",
            ["file": "2", ".file.bak.new": "4", "file.bak.1": "3", "file.bak.2": "2", "file.bak.3": "1"], "431"),
        State(
            "version 2 is the file again, and has left",
            ["file": "2", ".file.bak.new": "4", "file.bak.1": "3", ".file.bak.old": "2", "file.bak.3": "1"], "431"),
        State(
            "version 2 is the file again, and version 1 has moved",
            ["file": "2", ".file.bak.new": "4", "file.bak.2": "3", ".file.bak.old": "2", "file.bak.3": "1"], "431"),
        State(
            "version 2 is the file again, and all have moved",
            ["file": "2", "file.bak.1": "4", "file.bak.2": "3", ".file.bak.old": "2", "file.bak.3": "1"], "431"),
        State("version 1 is the file again", ["file": "3", ".file.bak.new": "4", "file.bak.1": "3"], "4"),
        State("the file is missing", [".file.bak.new": "4", "file.bak.1": "3"], "43"),
        State(
            "a failed save could not be undone",
            ["file": "4", "file.bak.1": "3", "file.bak.2": "2", ".file.bak.old": "1"], "321"),
    ]

    private func make(_ state: State) throws {
        for (name, content) in state.files where !content.hasPrefix("=") { try folder.write(content, to: name) }
        for (name, content) in state.files where content.hasPrefix("=") {
            try FileManager.default.linkItem(
                atPath: folder.path(String(content.dropFirst())), toPath: folder.path(name))
        }
    }

    private func listed() throws -> [String] {
        try FileVersions.list(of: path).map { String(decoding: try BoundedFile.read($0.path, limit: 9), as: UTF8.self) }
    }

    private func save(_ content: String, _ policy: OverwritePolicy) throws {
        let file = try StagedFile(for: path)
        try file.write(Array(content.utf8))
        try file.commit(policy)
    }

    @Test("Listing shows every version, numbered, and changes nothing", arguments: states)
    func list(state: State) throws {
        try make(state)
        let names = try folder.names()
        #expect(try listed() == state.versions)
        let numbers = try FileVersions.list(of: path).map(\.number)
        #expect(numbers.first == 1 && zip(numbers, numbers.dropFirst()).allSatisfy(<))
        #expect(try folder.names() == names)
    }

    @Test("A version that is restored leaves the list, and all others stay", arguments: states, [1, 2])
    func restore(state: State, number: Int) throws {
        try make(state)
        let versions = try FileVersions.list(of: path)
        guard let version = versions.first(where: { $0.number == number }) else { return }
        let content = String(decoding: try BoundedFile.read(version.path, limit: 9), as: UTF8.self)
        var expected = state.versions
        // Without a file that is replaced, the list stays as it is.
        if let current = state.files["file"] { expected = [current] + expected.filter { $0 != content } }
        try save(content, .replaceKeeping(versions: 9, restored: version.path))
        #expect(try folder.text("file") == content)
        #expect(try listed() == expected)
        #expect(try folder.names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("The next save keeps all versions, as many as it is told to", arguments: states, [9, 2, nil] as [Int?])
    func save(state: State, keeping count: Int?) throws {
        try make(state)
        try save("new", .replaceKeeping(versions: count))
        #expect(try folder.text("file") == "new")
        let replaced = count == nil ? nil : state.files["file"]
        let expected = [replaced].compactMap { $0 } + state.versions
        #expect(try listed() == Array(expected.prefix(count ?? 9)))
        let left = try folder.names().filter { $0.hasPrefix(".") }
        #expect(left.allSatisfy { count == nil && $0 == ".file.bak.copy" })
    }

    @Test("If no version is kept, none remains under any name", arguments: states)
    func keepNone(state: State) throws {
        try make(state)
        try save("new", .replaceKeeping(versions: 0))
        #expect(try folder.names() == ["file"])
    }

    // MARK: - Names that cannot be looked at

    /// The real file system, on which looking at some names fails.
    private func disk(_ code: Int32, at names: [String]) -> FileSystem {
        var disk = FileSystem()
        let status = disk.status
        disk.status = { folder, name, found in
            names.contains { name == $0 || name.hasSuffix("/\($0)") } ? code : status(folder, name, &found)
        }
        return disk
    }

    @Test(
        "A name that cannot be looked at may be a version: nothing is written over it",
        arguments: [
            "file", "file.bak.1", "file.bak.2", "file.bak.3", "file.bak.77", ".file.bak.new", ".file.bak.old",
        ], [EIO, EACCES, ESTALE])
    func failingLook(name: String, code: Int32) throws {
        let files = ["file": "4", "file.bak.1": "3", "file.bak.2": "2", "file.bak.3": "1"]
        for (name, content) in files { try folder.write(content, to: name) }
        let disk = disk(code, at: [name])
        for versions in [3, 5] {
            let failure = problem {
                let file = try StagedFile(for: path, fileSystem: disk)
                try file.write([])
                try file.commit(.replaceKeeping(versions: versions))
            }
            #expect(failure?.path.hasSuffix(name) == true)
            #expect(failure?.kind != .notFound)
            for (name, content) in files { #expect(try folder.text(name) == content) }
            #expect(try folder.names() == files.keys.sorted())
        }
        if name != "file" { #expect(throws: FileError.self) { try FileVersions.list(of: path, disk) } }
    }

    @Test("A missing folder means no versions, and is not an error")
    func absence() throws {
        #expect(try FileVersions.list(of: folder.path("missing/file")).isEmpty)
        try folder.write("", to: "file")
        #expect(try FileVersions.list(of: folder.path("file/below")).isEmpty)
        let longName = folder.path(String(repeating: "n", count: 300))
        #expect(problem { try FileVersions.list(of: longName) }?.kind == .readFailed)
    }

    // MARK: - A disk that breaks

    @Test("If renaming fails from some call on, no version is written over", arguments: 1...7)
    func brokenDisk(from first: Int) throws {
        let files = ["file": "4", "file.bak.1": "3", "file.bak.2": "2", "file.bak.3": "1"]
        for (name, content) in files { try folder.write(content, to: name) }
        let calls = Atomic(0)
        var disk = FileSystem()
        let rename = disk.rename
        disk.rename = { folder, old, new in
            calls.wrappingAdd(1, ordering: .relaxed).newValue < first ? rename(folder, old, new) : EIO
        }
        let failure = problem {
            let file = try StagedFile(for: path, fileSystem: disk)
            try file.write(Array("5".utf8))
            try file.commit(.replaceKeeping(versions: 3))
        }
        #expect((failure == nil) == (first > 5))
        let contents = try folder.names().map { try folder.text($0) }
        #expect(Set(contents).isSuperset(of: failure == nil ? ["5", "4", "3", "2"] : ["4", "3", "2", "1"]))
        #expect(try folder.text("file") == (failure == nil || failure?.isWritten == true ? "5" : "4"))
    }
}
