import FixtureSupport
import Foundation
import Testing

@testable import SafeFile

@Suite("Reading of whole files, up to a limit")
struct BoundedFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A file is read as it is", arguments: [0, 1, 4095, 4096, 4097, 100_000])
    func wholeFile(size: Int) throws {
        let bytes = pattern(size)
        let path = try folder.write(bytes, to: "file")
        #expect(try BoundedFile.read(path, limit: 1 << 20) == bytes)
    }

    @Test("The limit itself is read, one byte more is not", arguments: [0, 1, 100, 4096, 10_000])
    func limit(size: Int) throws {
        let fitting = try folder.write(pattern(size), to: "fitting")
        let larger = try folder.write(pattern(size + 1), to: "larger")
        #expect(try BoundedFile.read(fitting, limit: size).count == size)
        #expect(problem { try BoundedFile.read(larger, limit: size) }?.kind == .tooLarge)
    }

    @Test("The size of a file is looked at before its content: a sparse gigabyte costs nothing")
    func sparseFile() throws {
        let path = try folder.write("", to: "sparse")
        try #require(truncate(path, 1 << 30) == 0)
        let failure = try #require(problem { try BoundedFile.read(path, limit: 64 << 20) })
        #expect(failure.kind == .tooLarge)
        #expect(failure.message == "larger than 64 MiB, the most that is read")
    }

    @Test("A pipe tells no size: it is read to its end, up to the limit", arguments: [0, 1, 4096, 4097, 10_000])
    func pipe(size: Int) throws {
        let bytes = pattern(size)
        #expect(try reading(pipeOf: bytes) { try BoundedFile.read($0, limit: 10_000) } == bytes)
    }

    @Test(
        "A pipe that contains more than the limit fails", arguments: [(0, 1), (100, 101), (4096, 4097), (5000, 10_000)])
    func pipeAboveTheLimit(limit: Int, size: Int) throws {
        let failure = try reading(pipeOf: pattern(size)) { path in
            problem { try BoundedFile.read(path, limit: limit) }
        }
        #expect(failure?.kind == .tooLarge)
    }

    @Test("A file that cannot be read says why")
    func failures() throws {
        try folder.write("x", to: "file")
        try folder.makeFolder("folder")
        try folder.makeLink("nowhere", to: "missing")
        try folder.makeLink("circle", to: "circle")
        let expected: [(String, FileError.Kind)] = [
            ("missing", .notFound), ("file/below", .notFound), ("nowhere", .notFound), ("folder", .isFolder),
            ("circle", .readFailed),
        ]
        for (name, kind) in expected {
            let failure = problem { try BoundedFile.read(folder.path(name), limit: 100) }
            #expect(failure?.kind == kind, "\(name)")
            #expect(failure?.path == folder.path(name))
        }
    }

    @Test("A file without permission says so", .enabled(if: getuid() != 0, "root may read every file"))
    func noPermission() throws {
        let path = try folder.write("x", to: "file", permissions: 0o000)
        #expect(problem { try BoundedFile.read(path, limit: 100) }?.kind == .permissionDenied)
    }

    /// Bytes that differ from place to place, so that a shifted or repeated block shows.
    private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

    /// Calls `body` with the path of a pipe that holds the bytes and whose writing end is closed.
    private func reading<Value>(pipeOf bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
        var ends: [Int32] = [0, 0]
        try #require(Foundation.pipe(&ends) == 0)
        defer { close(ends[0]) }
        let written = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        try #require(written == bytes.count)
        return try body("/dev/fd/\(ends[0])")
    }
}
