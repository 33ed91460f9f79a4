import FixtureSupport
import Foundation
import Testing

@testable import SafeFile

@Suite("A folder that is written as a whole")
struct StagedFolderTests {
    private let temporary: TemporaryFolder
    private var path: String { temporary.path("codes") }

    init() throws { temporary = try TemporaryFolder() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: temporary.path).sorted() }
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("The files appear together, for their owner only", arguments: ["codes", "codes/", "codes//"])
    func commit(name: String) throws {
        let folder = try StagedFolder(for: temporary.path(name))
        try folder.write([1, 2, 3], to: "a.png")
        try folder.write([], to: "Ünï – b.png")
        #expect(try folder.readBack("a.png", limit: 10) == [1, 2, 3])
        #expect(try names == [".codes.new"])
        try folder.commit()
        #expect(try names == ["codes"])
        #expect(try BoundedFile.read("\(path)/a.png", limit: 10) == [1, 2, 3])
        #expect(try mode(path) == 0o700)
        #expect(try mode("\(path)/a.png") == 0o600)
    }

    @Test("Folders in it are for their owner only as well")
    func nested() throws {
        let folder = try StagedFolder(for: path)
        for name in ["Acme/a.txt", "Acme/b.txt", "Acme.txt", "x/y/z"] { try folder.write([1], to: name) }
        #expect(try folder.readBack("Acme/b.txt", limit: 10) == [1])
        try folder.commit()
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/Acme").sorted() == ["a.txt", "b.txt"])
        #expect(try mode("\(path)/x/y") == 0o700 && mode("\(path)/x/y/z") == 0o600)
    }

    @Test("Without a commit nothing is left behind")
    func abandoned() throws {
        do {
            let folder = try StagedFolder(for: path)
            try folder.write([1], to: "a.png")
            try folder.write([1], to: "b/c/a.png")
        }
        #expect(try names == [])
    }

    @Test("Leftovers of a killed process are replaced")
    func leftOver() throws {
        try FileManager.default.createDirectory(
            atPath: temporary.path(".codes.new"), withIntermediateDirectories: false)
        try temporary.write("old", to: ".codes.new/old.png")
        try FileManager.default.createDirectory(
            atPath: temporary.path(".codes.new/b/c"), withIntermediateDirectories: true)
        try temporary.write("old", to: ".codes.new/b/c/old.png")
        let folder = try StagedFolder(for: path)
        try folder.write([1], to: "a.png")
        try folder.commit()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a.png"])
    }

    @Test("If two writers run at once, the second fails, and the first writes complete files")
    func twoWriters() throws {
        let first = try StagedFolder(for: path)
        try first.write([1], to: "a.png")
        #expect(throws: FileError.self) { try StagedFolder(for: path) }
        try first.write([2], to: "b.png")
        try first.commit()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["a.png", "b.png"])
        #expect(try names == ["codes"])
    }

    @Test("An empty folder is used, another one is not, and a file is not replaced")
    func taken() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let folder = try StagedFolder(for: path)
        try folder.write([1], to: "a.png")
        try folder.commit()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a.png"])
        #expect(throws: FileError(.notEmpty, path: path, detail: "")) { try StagedFolder(for: path) }
        try temporary.write("text", to: "file")
        let file = temporary.path("file")
        #expect(throws: FileError(.notFolder, path: file, detail: "")) { try StagedFolder(for: file) }
        #expect(try temporary.text("file") == "text")
    }

    @Test("Changes that another program made in the meantime stay")
    func raced() throws {
        let folder = try StagedFolder(for: path)
        try folder.write([1], to: "a.png")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try temporary.write("theirs", to: "codes/theirs")
        #expect(throws: FileError(.notEmpty, path: path, detail: "")) { try folder.commit() }
        #expect(try temporary.text("codes/theirs") == "theirs")
    }

    @Test(
        "A name is written once, and stays in the folder",
        arguments: ["", ".", "..", "../a", "a/", "/a", "a/../b", "a.png/b", "a.png"])
    func names(name: String) throws {
        let folder = try StagedFolder(for: path)
        try folder.write([1], to: "a.png")
        #expect(throws: FileError.self) { try folder.write([2], to: name) }
        #expect(try folder.readBack("a.png", limit: 10) == [1])
    }

    @Test("A folder without a parent, or in a file, is an error")
    func noParent() throws {
        #expect(throws: FileError.self) { try StagedFolder(for: temporary.path("missing/codes")) }
        try temporary.write("text", to: "file")
        #expect(throws: FileError.self) { try StagedFolder(for: temporary.path("file/codes")) }
    }
}
