import FixtureSupport
import Foundation
import Testing

@testable import SafeFile

@Suite("Writing whole files")
struct AtomicFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let old = Array("the old content".utf8)
    private let new = Array("the new content, which is longer".utf8)
    private static let everyWay: [OverwritePolicy] = [
        .refuse, .replace, .replaceKeeping(versions: 3),
    ]

    @Test("A new file has the bytes and mode 0600, and is the only one", arguments: everyWay)
    func newFile(existing: OverwritePolicy) throws {
        try AtomicFile.write(new, to: folder.path("file"), existing: existing)
        #expect(try folder.bytes("file") == new)
        #expect(try folder.permissions("file") == 0o600)
        #expect(try folder.names() == ["file"])
    }

    @Test("A file may be empty", arguments: everyWay)
    func emptyFile(existing: OverwritePolicy) throws {
        try AtomicFile.write([], to: folder.path("file"), existing: existing)
        #expect(try folder.bytes("file") == [])
    }

    @Test("An existing file is kept, replaced, or replaced and kept as an earlier version")
    func existingFile() throws {
        try folder.write(old, to: "file", permissions: 0o644)

        let refusal = problem { try AtomicFile.write(new, to: folder.path("file"), existing: .refuse) }
        #expect(refusal?.kind == .exists)
        #expect(refusal?.path == folder.path("file"))
        #expect(try folder.bytes("file") == old)
        #expect(try folder.names() == ["file"])

        try AtomicFile.write(new, to: folder.path("file"), existing: .replace)
        #expect(try folder.bytes("file") == new)
        #expect(try folder.permissions("file") == 0o600)
        #expect(try folder.names() == ["file"])

        try AtomicFile.write(old, to: folder.path("file"), existing: .replaceKeeping(versions: 3))
        #expect(try folder.bytes("file") == old)
        #expect(try folder.bytes("file.bak.1") == new)
        #expect(try folder.permissions("file.bak.1") == 0o600)
        #expect(try folder.names() == ["file", "file.bak.1"])
    }

    @Test("A link stays a link, and its target is written", arguments: everyWay.dropFirst())
    func link(existing: OverwritePolicy) throws {
        try folder.makeFolder("elsewhere")
        try folder.write(old, to: "elsewhere/file")
        try folder.makeLink("link", to: "elsewhere/file")
        try AtomicFile.write(new, to: folder.path("link"), existing: existing)
        #expect(try folder.destination(ofLink: "link") == "elsewhere/file")
        #expect(try folder.bytes("elsewhere/file") == new)
    }

    @Test("A link to a file is refused like the file")
    func linkRefused() throws {
        try folder.write(old, to: "file")
        try folder.makeLink("link", to: "file")
        let refusal = problem { try AtomicFile.write(new, to: folder.path("link"), existing: .refuse) }
        #expect(refusal?.kind == .exists)
        #expect(try folder.bytes("file") == old)
    }

    @Test("Files that a killed process left behind are removed, and never written through", arguments: everyWay)
    func staleTemporaryFile(existing: OverwritePolicy) throws {
        try folder.write("a stranger's file", to: "victim")
        for stale in [".file.new", ".file.bak.new", ".file.bak.old", ".file.bak.copy"] {
            try folder.makeLink(stale, to: "victim")
        }
        try AtomicFile.write(old, to: folder.path("file"), existing: existing)
        #expect(try folder.bytes("file") == old)
        #expect(try folder.text("victim") == "a stranger's file")
        #expect(try !folder.names().contains(".file.new"))
    }

    @Test("A failure leaves the old file and nothing else", arguments: everyWay)
    func failures(existing: OverwritePolicy) throws {
        try folder.makeFolder("a folder")
        try folder.write(old, to: "file")
        let longName = String(repeating: "n", count: 300)
        let expected: [(String, Set<FileError.Kind>)] = [
            ("a folder", [.isFolder]),
            ("missing/file", [.notFound]),
            ("file/below", [.notFound]),
            (longName, [.writeFailed]),
        ]
        for (name, kinds) in expected {
            let failure = problem { try AtomicFile.write(new, to: folder.path(name), existing: existing) }
            #expect(kinds.contains(try #require(failure?.kind, "\(name) was written")), "\(name)")
        }
        #expect(try folder.names() == ["a folder", "file"])
        #expect(try folder.bytes("file") == old)
    }

    @Test("A folder without permission says so", .enabled(if: getuid() != 0, "root may write everywhere"))
    func noPermission() throws {
        let path = try folder.makeFolder("closed")
        try #require(chmod(path, 0o500) == 0)
        let failure = problem { try AtomicFile.write(new, to: "\(path)/file", existing: .replace) }
        #expect(failure?.kind == .permissionDenied)
    }

    @Test("A reader during a write sees one version or the other, complete")
    func readersSeeWholeVersions() async throws {
        let path = folder.path("file")
        let versions = [[UInt8](repeating: 1, count: 20_000), [UInt8](repeating: 2, count: 90_000)]
        try AtomicFile.write(versions[0], to: path, existing: .refuse)
        let writer = Task {
            for round in 1...200 {
                try AtomicFile.write(versions[round % 2], to: path, existing: .replaceKeeping(versions: 2))
            }
        }
        for _ in 0..<500 {
            let seen = try BoundedFile.read(path, limit: 1 << 20)
            #expect(versions.contains(seen), "\(seen.count) bytes")
        }
        try await writer.value
    }
}
