import FixtureSupport
import Foundation
import Testing

@testable import SafeFile

@Suite("Contents of a folder")
struct FolderListingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("x", to: "file")
        try folder.makeFolder("folder")
        try folder.makeLink("to file", to: "file")
        try folder.makeLink("to folder", to: "folder")
        try folder.makeLink("to nothing", to: "missing")
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    }

    @Test(
        "Every kind of file is known, with and without following links",
        arguments: [
            ("file", "file", "file"), ("folder", "folder", "folder"), ("to file", "file", "link"),
            ("to folder", "folder", "link"), ("to nothing", "notFound", "link"), ("pipe", "other", "other"),
            ("missing", "notFound", "notFound"), ("file/below", "notFound", "notFound"),
        ])
    func kinds(name: String, followed: String, notFollowed: String) {
        #expect(word(FolderListing.kind(of: folder.path(name))) == followed)
        #expect(word(FolderListing.kind(of: folder.path(name), followingLinks: false)) == notFollowed)
    }

    @Test("Every name is listed once, also hidden ones, but not the folder itself and its parent")
    func names() throws {
        try folder.write("x", to: ".hidden")
        try folder.write("x", to: "Ümläut 🔑")
        let names = try FolderListing.names(in: folder.path)
        #expect(
            names.sorted() == [
                ".hidden", "file", "folder", "pipe", "to file", "to folder", "to nothing", "Ümläut 🔑",
            ])
        #expect(try FolderListing.names(in: folder.path("folder")) == [])
    }

    @Test("A name that is not UTF-8 is repaired in lists, and cannot be found again")
    func notUTF8() throws {
        let descriptor = open(folder.path + "/folder/odd\u{1}", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        // The file is renamed to a name that no Swift text can hold.
        let renamed = (folder.path + "/folder/odd\u{1}").withCString { old in
            Array((folder.path + "/folder/odd").utf8CString.dropLast() + [CChar(bitPattern: 0xFC), 0])
                .withUnsafeBufferPointer { new in rename(old, new.baseAddress ?? old) }
        }
        guard renamed == 0 else { return }  // macOS takes no such names.
        // Another file has the name as it is shown.
        try folder.write("x", to: "folder/odd\u{FFFD}")
        var repaired: [String] = []
        let names = try FolderListing.names(in: folder.path("folder")) { repaired.append($0) }
        #expect(names == ["odd\u{FFFD}"])
        #expect(repaired == ["odd\u{FFFD}"])
    }

    @Test(
        "A file that the kernel makes up is not a regular file: reading it may never end; an empty file is one",
        .enabled(if: access("/proc/kmsg", F_OK) == 0, "the system has no /proc"))
    func kernelFiles() throws {
        #expect(word(FolderListing.kind(of: "/proc/kmsg")) == "other")
        #expect(word(FolderListing.kind(of: "/proc/self/status")) == "other")
        close(open(folder.path("empty"), O_WRONLY | O_CREAT, 0o600))
        #expect(word(FolderListing.kind(of: folder.path("empty"))) == "file")
    }

    @Test("A folder that cannot be listed says why", arguments: ["missing", "file"])
    func failures(name: String) {
        let refusal = problem { try FolderListing.names(in: folder.path(name)) }
        #expect(refusal?.kind == .notFound)
    }

    @Test("A folder without permission says so", .enabled(if: getuid() != 0, "root may list every folder"))
    func noPermission() throws {
        try #require(chmod(folder.path("folder"), 0o000) == 0)
        let refusal = problem { try FolderListing.names(in: folder.path("folder")) }
        #expect(refusal?.kind == .permissionDenied)
    }

    /// Kinds cannot be compared: one of them carries a problem.
    private func word(_ kind: FolderListing.Kind) -> String {
        if case .unreadable(let problem) = kind { "\(problem.kind)" } else { "\(kind)" }
    }
}
