import FixtureSupport
import Foundation
import ImageDecode
import Testing

/// `scan --annotate`.
struct AnnotateTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func annotate(_ inputs: [String], into name: String = "out", _ flags: [String] = []) throws
        -> Program.Outcome
    {
        try Program.run(["scan", "--annotate", folder.path(name)] + flags + inputs)
    }

    private func fixture(_ path: String) -> String { FixtureFolder.images.appending(path: path).file }

    private func names(in name: String = "out") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func eachImageHasACopyForItsOwnerAlone() throws {
        let outcome = try annotate(["plain/code.png", "several/twelve.png", "no-code/gradient.png"].map(fixture))
        #expect(outcome.status == 1)
        #expect(try names() == ["code.png", "gradient.png", "twelve.png"])
        #expect(try mode(folder.path("out")) == 0o700)
        for name in try names() { #expect(try mode(folder.path("out/\(name)")) == 0o600) }
        #expect(outcome.errors.contains("the images show QR codes, which contain secrets; delete them after use"))
        // The lines have the numbers that the pictures show.
        #expect(outcome.text.contains("twelve.png, code 12: "))
        // The copies contain the same codes: outlines do not cover them.
        let again = try Program.run(["scan", folder.path("out/twelve.png")]).text.split(separator: "\n")
        #expect(again.count == 12)
    }

    @Test func copiesKeepTheirColors() throws {
        _ = try annotate(["coloured/gradient.png", "demo/fernhill-shop.jpg", "demo/hollowtree-chat.webp"].map(fixture))
        for name in try names() {
            let image = try #require(PNGDecoder().color(try folder.bytes("out/\(name)"), over: .white))
            let colors = Set(stride(from: 0, to: image.pixels.count, by: 3).map { Array(image.pixels[$0..<($0 + 3)]) })
            // Other colors than the outlines' as well.
            #expect(colors.count { Set($0).count > 1 } > 100, "\(name)")
        }
    }

    @Test func controlCLeavesNoHalfWrittenFolder() throws {
        let pipe = folder.path("pipe.png")
        try #require(mkfifo(pipe, 0o600) == 0)
        let session = try TerminalSession(
            [
                "scan", "--annotate", "out", fixture("plain/code.png"), fixture("several/twelve.png"), pipe, "--jobs",
                "1",
            ],
            in: folder.path)
        // The third image never comes.
        let staged = folder.path(".out.new")
        while (try? FileManager.default.contentsOfDirectory(atPath: staged).count) ?? 0 < 2 { sched_yield() }
        session.type("\u{3}")
        #expect(try session.waitForExit() == 130)
        #expect(try folder.names() == ["pipe.png"])
    }

    @Test func namesAreNeverTheSameAndStayInTheFolder() throws {
        let bytes = try FixtureFolder.bytes(URL(filePath: fixture("plain/code.png")))
        try folder.makeFolder("a")
        try folder.makeFolder("b")
        let paths = try ["a/shot.png", "b/shot.png", "b/SHOT.PNG", "a/shot-2.png", "a/...png", "a/\u{1B}[31m.png"].map {
            try folder.write(bytes, to: $0)
        }
        for jobs in ["1", "4"] {
            _ = try annotate(paths, into: "out\(jobs)", ["--jobs", jobs])
            #expect(
                try names(in: "out\(jobs)")
                    == ["--31m.png", "SHOT-3.png", "image.png", "shot-2-2.png", "shot-2.png", "shot.png"])
        }
    }

    @Test func anExistingFolderMustBeEmpty() throws {
        try folder.makeFolder("out")
        #expect(try annotate([fixture("plain/code.png")]).status == 0)
        let again = try annotate([fixture("plain/code.png")])
        #expect(again.status == 2)
        #expect(again.text.isEmpty, "known before anything is read")
        #expect(try names() == ["code.png"])
    }

    @Test func nothingIsWrittenWithoutAnImage() throws {
        try folder.write("a letter", to: "letter.txt")
        #expect(try annotate([folder.path("letter.txt")]).status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
        #expect(try names(in: "") == ["letter.txt"])
    }
}
