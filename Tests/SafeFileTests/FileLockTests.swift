import FixtureSupport
import Foundation
import Synchronization
import Testing

@testable import SafeFile

@Suite("The lock beside a file")
struct FileLockTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A second holder fails after its wait, and gets the lock once the first lets go")
    func secondHolder() throws {
        let path = folder.path("vault")
        do {
            let first = try FileLock(for: path, waiting: 0)
            let refusal = problem { _ = try FileLock(for: path, waiting: 0) }
            #expect(refusal?.kind == .locked)
            #expect(refusal?.path == path)
            #expect(refusal?.message.contains("locked by another program") == true)
            _ = consume first
        }
        _ = try FileLock(for: path, waiting: 0)
    }

    @Test("If the folder is missing, the error names the file, not the lock", arguments: ["gone/vault", "file/vault"])
    func folderIsMissing(name: String) throws {
        try folder.write("", to: "file")
        let refusal = problem { _ = try FileLock(for: folder.path(name), waiting: 0) }
        #expect(refusal?.kind == .notFound && refusal?.path == folder.path(name))
    }

    @Test("A second holder waits for the first")
    func waiting() async throws {
        let path = folder.path("vault")
        let first = try FileLock(for: path, waiting: 0)
        let isFree = Atomic(false)
        let (starts, starting) = AsyncStream<Void>.makeStream()
        async let wasFree = onThread {
            starting.yield()
            // On a busy machine the first may be late to let go.
            _ = try FileLock(for: path, waiting: 600)
            return isFree.load(ordering: .acquiring)
        }
        for await _ in starts { break }
        try await Task.sleep(for: .milliseconds(100))
        isFree.store(true, ordering: .releasing)
        _ = consume first
        #expect(try await wasFree)
    }

    /// Work that blocks must not take one of the few threads that all tests share.
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
        }
    }

    @Test("Locks of two files have nothing to do with each other")
    func otherFiles() throws {
        let first = try FileLock(for: folder.path("one"), waiting: 0)
        let second = try FileLock(for: folder.path("two"), waiting: 0)
        _ = consume first
        _ = consume second
    }

    @Test("A file has one lock, even if it is named through links")
    func throughALink() throws {
        try folder.makeFolder("elsewhere")
        try folder.write("x", to: "elsewhere/vault")
        try folder.makeLink("link", to: "elsewhere/vault")
        let first = try FileLock(for: folder.path("elsewhere/vault"), waiting: 0)
        let refusal = problem { _ = try FileLock(for: folder.path("link"), waiting: 0) }
        #expect(refusal?.kind == .locked)
        _ = consume first
    }

    @Test("The lock's file is its owner's alone, and stays")
    func lockFile() throws {
        _ = try FileLock(for: folder.path("vault"), waiting: 0)
        #expect(try folder.names() == ["vault.lock"])
        #expect(try folder.permissions("vault.lock") == 0o600)
        #expect(try folder.bytes("vault.lock") == [])
    }

    @Test("If no lock can be made, the message says why")
    func failures() throws {
        try folder.write("x", to: "victim")
        try folder.makeLink("linked.lock", to: "victim")
        try folder.makeFolder("folder.lock")
        let expected: [(String, FileError.Kind)] = [
            ("missing/vault", .notFound), ("linked", .writeFailed), ("folder", .isFolder),
        ]
        for (name, kind) in expected {
            let refusal = problem { _ = try FileLock(for: folder.path(name), waiting: 0) }
            #expect(refusal?.kind == kind, "\(name)")
        }
    }
}
