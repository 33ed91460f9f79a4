import FixtureSupport
import Foundation
import Testing

/// Archives of images and exports, as people get them from phones and colleagues.
struct ArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The fixtures' pictures and texts, in the order in which a folder is read. 7z has empty files last.
    private static func pictures(withEmpty: Bool = true) throws -> [ArchiveFile.Entry] {
        let root = FixtureFolder.images.file
        return try FixtureFolder.files(below: FixtureFolder.images).compactMap { url in
            let bytes = try FixtureFolder.bytes(url)
            let path = url.file.dropFirst(root.count).drop { $0 == "/" }
            return bytes.isEmpty && !withEmpty ? nil : ArchiveFile.Entry(String(path), bytes)
        }
    }

    private func convert(_ input: String, from data: [UInt8] = []) throws -> (run: Program.Outcome, report: String) {
        let run = try Program.run(
            ["convert", input, "--to", "json", "--report", folder.path("report.json"), "--verbose"], input: Data(data))
        return (run, try folder.text("report.json"))
    }

    @Test(
        "Of many files with the same problem, the first are named, and the others counted",
        arguments: [.zip, .tar, .sevenZip, nil] as [ArchiveFile.Kind?])
    func alike(kind: ArchiveFile.Kind?) throws {
        let names = (100..<130).map { "\($0).txt" }
        let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP\n"
        let input: String
        if let kind {
            let entries = names.map { ArchiveFile.Entry($0) } + [.init("link.txt", link)]
            input = try folder.write(ArchiveFile(entries).bytes(kind), to: "archive")
        } else {
            input = try folder.makeFolder("many")
            for name in names { try folder.write("", to: "many/\(name)") }
            try folder.write(link, to: "many/link.txt")
        }
        let report = folder.path("report.json")
        for isVerbose in [false, true] {
            let run = try Program.run(
                ["convert", input, "--to", "json", "--report", report, "--force"] + (isVerbose ? ["--verbose"] : []))
            #expect(run.status == 1)
            let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
            #expect(lines.count { $0.contains("the file is empty") } == (isVerbose ? 30 : 20))
            let rest = "\(input): 10 more inputs with the same problem, empty-file (--verbose or --report shows all)"
            #expect(lines.contains { $0 == "error: \(rest)" } == !isVerbose, "\(run.errors)")
            #expect(run.errors.contains("1 read, 30 failed"))
            #expect(try folder.text("report.json").components(separatedBy: "\"empty-file\"").count == 31)
        }
    }

    /// What the images in the folder of a test give.
    private struct FolderRun: Sendable {
        let run: Program.Outcome
        let report, path: String
    }

    /// That of all fixtures is converted once, for all kinds of archives.
    private static let ofFolder = Result { try ArchiveTests().convertFolder(pictures()) }

    private func convertFolder(_ entries: [ArchiveFile.Entry]) throws -> FolderRun {
        for entry in entries {
            try folder.makeFolder("shots/\((entry.name as NSString).deletingLastPathComponent)")
            try folder.write(entry.bytes, to: "shots/\(entry.name)")
        }
        let (run, report) = try convert(folder.path("shots"))
        return FolderRun(run: run, report: report, path: folder.path)
    }

    @Test("An archive of all fixtures gives the same as the folder", arguments: ArchiveFile.Kind.allCases)
    func sameAsFolder(kind: ArchiveFile.Kind) throws {
        let entries = try Self.pictures(withEmpty: kind != .sevenZip)
        #expect(entries.count > 116)
        let archive = try folder.write(
            ArchiveFile(entries.sorted { Self.isBefore($0.name, $1.name) }).bytes(kind), to: "shots.\(kind.rawValue)")
        let expected = try kind == .sevenZip ? convertFolder(entries) : Self.ofFolder.get()
        let found = try convert(archive)
        func renamed(_ text: String) -> String {
            text.replacing("\(archive):", with: folder.path("shots/")).replacing(folder.path, with: expected.path)
        }
        #expect(renamed(found.report) == expected.report)
        #expect(renamed(found.run.errors) == expected.run.errors)
        #expect(found.run.text == expected.run.text)
        #expect(found.run.status == expected.run.status)

        let piped = try convert("-", from: FixtureFolder.bytes(URL(filePath: archive)))
        #expect(piped.report.replacing("\"-:", with: "\"\(archive):") == found.report)
        let errors = piped.run.errors.replacing("standard input:", with: "\(archive):")
        #expect(Self.ofFiles(errors) == Self.ofFiles(found.run.errors))
    }

    /// The lines that start with a file.
    private static func ofFiles(_ errors: String) -> [Substring] {
        errors.split(separator: "\n").filter { !$0.contains("Google Authenticator export: ") }
    }

    /// A folder is read name by name, so that `a/z` is before `a.png`, as `a` is before `a.png`.
    private static func isBefore(_ one: String, _ other: String) -> Bool {
        one.split(separator: "/").lexicographicallyPrecedes(other.split(separator: "/"))
    }

    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"

    @Test("scan, list, codes and validate read archives, also from standard input")
    func commands() throws {
        let picture = try FixtureFolder.bytes(FixtureFolder.images.appending(path: "several/normal-and-inverted.png"))
        let bytes = try ArchiveFile([.init("a.png", picture), .init("b.txt", Self.link)]).bytes(.tar)
        let path = try folder.write(bytes, to: "shots.tar")
        for (name, input) in [(path, []), ("-", bytes)] {
            let shown = name == "-" ? "standard input" : path
            let scanned = try Program.run(["scan", name], input: Data(input))
            #expect(scanned.text.split(separator: "\n").allSatisfy { $0.hasPrefix("\(shown):a.png: ") })
            #expect(scanned.text.split(separator: "\n").count == 2)
            #expect(scanned.errorLines == ["Skipped 1 file: not an image or a known export (--verbose shows which)."])
            let listed = try Program.run(["list", name], input: Data(input))
            #expect(listed.text.contains("alice") && listed.text.split(separator: "\n").count == 4)
            let coded = try Program.run(["codes", name], input: Data(input))
            #expect(coded.text.split(separator: "\n").count == 4)
            let validated = try Program.run(["validate", name, "--json"], input: Data(input))
            #expect(validated.text.contains("\"source\":\"\(name):b.txt\",\"line\":1"))
            #expect(validated.text.contains("\"source\":\"\(name):a.png\",\"code\":2"))
            #expect(validated.text.contains("\"links\":3"))
        }
    }

    @Test("Of a tar archive, names that lead out of it are one error, and the others are read")
    func outside() throws {
        let file = try ArchiveFile([.init("../../../etc/passwd", Self.link), .init("b.txt", Self.link)]).bytes(.tar)
        let path = try folder.write(file, to: "evil.tar")
        let run = try Program.run(["list", path])
        #expect(run.status == 1)
        #expect(run.text.contains("alice"))
        #expect(run.errorLines.filter { $0.hasPrefix("error: ") }.count == 1)
        #expect(run.errors.contains("error: \(path): 1 name leads out of the archive, such as \"../../../etc/passwd\""))
    }

    @Test("validate reads a zip of lists, and refuses names that lead out of it")
    func lists() throws {
        let lists = ["a.txt", "b.html", "c.md"].map { ZipFile.Entry($0, Self.link) }
        let path = try folder.write(ZipFile(lists).bytes(), to: "a.zip")
        let run = try Program.run(["validate", path, "--json"])
        #expect(run.text.contains("{\"totals\":{\"links\":3,"), "\(run.errors)")
        let outside = try folder.write(ZipFile(lists + [.init("../d.txt", Self.link)]).bytes(), to: "b.zip")
        let refused = try Program.run(["validate", outside, "--json"])
        #expect(refused.text.contains("{\"totals\":{\"links\":3,"))
        #expect(refused.errors.contains("1 name leads out of the archive, such as \"../d.txt\""), "\(refused.errors)")
    }

    @Test("Nothing is written to the disk")
    func disk() throws {
        let path = try folder.write(ArchiveFile([.init("a.txt", Self.link)]).bytes(.sevenZip), to: "a.7z")
        let work = try folder.makeFolder("work")
        let run = try Program.run(
            ["list", path], environment: ["TMPDIR": work], in: URL(filePath: work))
        #expect(run.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: work).isEmpty)
    }

    @Test("An encrypted zip archive is opened with the passphrase of the inputs")
    func encrypted() throws {
        let entries = [ZipFile.Entry("a.json", Self.link, encryption: .aes256), .init("b.json", Self.link)]
        let path = try folder.write(ZipFile(entries, passphrase: "right").bytes(), to: "a.zip")
        let opened = try Program.run(["list", path], environment: ["TOTP_IMPORT_SOURCE_PASSPHRASE": "right"])
        #expect(opened.status == 0 && opened.errors.isEmpty, "\(opened.errors)")
        let only = try folder.write(ZipFile([entries[0]], passphrase: "right").bytes(), to: "only.zip")
        for (name, status) in [(path, 1), (only, 3)] as [(String, Int32)] {
            let closed = try Program.runWithoutTerminal(["list", name])
            #expect(closed.status == status)
            #expect(
                closed.errors.contains("error: \(name): the archive is encrypted and needs a passphrase; use --source"))
        }
    }

    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () throws -> [UInt8]
    }

    private static let filling = [[UInt8]](repeating: [UInt8](repeating: 0xFF, count: 1 << 20), count: 500)

    private static func tar(_ pieces: [[UInt8]]) throws -> [[UInt8]] {
        let size = pieces.reduce(0) { $0 + $1.count }
        var header = Array(try ArchiveFile([.init("a.txt")]).bytes(.tar)[..<512])
        let digits = String(size, radix: 8)
        header.replaceSubrange(
            124..<136, with: Array((String(repeating: "0", count: 11 - digits.count) + digits).utf8) + [0])
        header.replaceSubrange(148..<156, with: Array("        ".utf8))
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        header.replaceSubrange(148..<155, with: Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8) + [0])
        return [header] + pieces
    }

    @Test(
        "Each bomb is refused with one error",
        .enabled(if: MeasuredRun.isPossible, "the system has no /proc"),
        arguments: [
            Bomb(testDescription: "one file in a zip") {
                try ZipFile([.init("a.raw", pieces: Array(filling[..<200])), .init("b.raw", "b")]).bytes()
            },
            Bomb(testDescription: "many files in a zip") {
                try ZipFile((0..<20).map { .init("\($0).raw", pieces: Array(filling[..<20])) }).bytes()
            },
            Bomb(testDescription: "one file in a compressed tar") { try Packing.gzip.pack(tar(filling)) },
            Bomb(testDescription: "zips in a zip") {
                let inner = try ZipFile([.init("a.raw", pieces: Array(filling[..<60]))]).bytes()
                return try ZipFile((0..<20).map { .init("\($0).zip", pieces: [inner]) }).bytes()
            },
        ])
    func bombs(bomb: Bomb) throws {
        let bytes = try bomb.make()
        try #require(bytes.count < 2 << 20)
        let run = try MeasuredRun(["convert", try folder.write(bytes, to: "bomb"), "--to", "json"])
        #expect(run.status == 2)
        let errors = run.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        #expect(errors.count == 1 && errors[0].contains("more than 100 times its size"), "\(run.errors)")
        #expect(run.peak > 0 && run.peak < 256 << 20, "\(run.peak >> 20) MiB")
        #expect(run.processorTime < 10, "\(run.processorTime) s")
    }

    @Test(
        "An archive needs no more memory than its folder",
        .enabled(if: MeasuredRun.isPossible, "the system has no /proc"))
    func memory() throws {
        let screenshots = try FixtureFolder.files(below: FixtureFolder.images.appending(path: "screenshots"))
            .filter { $0.pathExtension == "png" }
        try #require(!screenshots.isEmpty)
        try folder.makeFolder("shots")
        let entries = try (0..<200).map { index -> ArchiveFile.Entry in
            // A number at the end, which is not a part of the image: equal files are scanned once.
            let bytes = try FixtureFolder.bytes(screenshots[index % screenshots.count]) + Array("\(index)".utf8)
            return ArchiveFile.Entry("\(index).png", bytes)
        }
        for entry in entries { try folder.write(entry.bytes, to: "shots/\(entry.name)") }
        let ofFolder = try MeasuredRun.peak(["scan", "--jobs", "2", folder.path("shots")])
        for kind in [.zip, .tar, .tarZstd] as [ArchiveFile.Kind] {
            let archive = try folder.write(ArchiveFile(entries).bytes(kind), to: "shots.\(kind.rawValue)")
            let size = kind == .zip ? try FixtureFolder.bytes(URL(filePath: archive)).count : 0
            let peak = try MeasuredRun.peak(["scan", "--jobs", "2", archive])
            // Zip archives are first looked at as exports, as a whole.
            #expect(peak < ofFolder + 8 << 20 + 2 * size, "\(kind): \(peak >> 10) KiB, \(ofFolder >> 10) KiB")
        }
    }
}
