import FixtureSupport
import Foundation
import Testing

@testable import SafeFile

@Suite("Only regular files are replaced")
struct SpecialFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let bytes = Array("a report".utf8)
    private static let everyWay: [OverwritePolicy] = [
        .refuse, .replace, .replaceKeeping(versions: 3),
    ]

    @Test("A pipe is written to, also through a link", arguments: everyWay, ["pipe", "link"])
    func pipe(existing: OverwritePolicy, name: String) throws {
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        try folder.makeLink("link", to: "pipe")
        let reader = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        try AtomicFile.write(bytes, to: folder.path(name), existing: existing)
        #expect(received(reader) == bytes)
        #expect(try folder.names() == ["link", "pipe"])
    }

    /// A separate terminal, which no other program needs; `/dev/null` would be lost if this failed.
    @Test("A device is written to, also through a link", arguments: everyWay, [false, true])
    func device(existing: OverwritePolicy, throughLink: Bool) throws {
        let (terminal, device) = try #require(openTerminal())
        defer { close(terminal) }
        // The other end stays open, or the content would be gone with the last writer.
        let other = open(device, O_RDWR | O_NOCTTY)
        defer { close(other) }
        try folder.makeLink("link", to: device)
        try AtomicFile.write(bytes, to: throughLink ? folder.path("link") : device, existing: existing)
        #expect(received(terminal) == bytes)
        #expect(try folder.names() == ["link"])
        guard case .other = FolderListing.kind(of: device) else {
            Issue.record("the device was replaced")
            return
        }
    }

    @Test("A file is also written to a pipe in pieces")
    func pieces() throws {
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        let reader = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        let file = try StreamedFile(folder.path("pipe"))
        try file.write(Array(bytes.prefix(3)))
        #expect(received(reader) == Array(bytes.prefix(3)))
        try file.write(Array(bytes.dropFirst(3)))
        try file.finish(.refuse)
        #expect(received(reader) == Array(bytes.dropFirst(3)))
    }

    @Test("The file that standard output goes to is written to, not replaced", arguments: everyWay)
    func standardOutput(existing: OverwritePolicy) throws {
        try folder.write("what was printed before, ", to: "file")
        let output = open(folder.path("file"), O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(output) }
        let file = try StreamedFile(folder.path("file"), standardOutputs: [output])
        try file.write(bytes)
        try file.finish(existing)
        #expect(write(output, ", and after", 11) == 11)
        #expect(try folder.text("file") == "what was printed before, a report, and after")
        #expect(try folder.names() == ["file"])
    }

    @Test("A folder is refused, and so is a socket", arguments: everyWay)
    func refused(existing: OverwritePolicy) throws {
        try folder.makeFolder("folder")
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = folder.path("socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        for (name, kind) in [("folder", FileError.Kind.isFolder), ("socket", .notRegular)] {
            let error = problem { try AtomicFile.write(bytes, to: folder.path(name), existing: existing) }
            #expect(error?.kind == kind, "\(name)")
        }
        #expect(try folder.names() == ["folder", "socket"])
    }

    @Test("Output that is read back needs a regular file")
    func staged() throws {
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(problem { try StagedFile(for: folder.path("pipe")) }?.kind == .notRegular)
    }

    /// A new terminal: the descriptor that receives its output, and its path.
    private func openTerminal() -> (descriptor: Int32, path: String)? {
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        #if canImport(Darwin)
            guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor) else {
                return nil
            }
            return (descriptor, String(cString: name))
        #else
            // TIOCSPTLCK and TIOCGPTN; Glibc's functions for them are not visible in Swift.
            var (isLocked, number) = (Int32(0), Int32(0))
            guard ioctl(descriptor, 0x4004_5431, &isLocked) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0 else {
                return nil
            }
            return (descriptor, "/dev/pts/\(number)")
        #endif
    }

    /// The bytes that can be read at once.
    private func received(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = read(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(count, 0)))
    }
}
