import FixtureSupport
import Importers
import Links
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("import, scan and validate read an input in the same way")
struct SameReadingTests {
    let folder: TemporaryFolder
    private static let alice = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"
    private static let bob = "otpauth://totp/Birch:bob?secret=GEZDGNBVGY3TQOJQ"

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "An input that none of them reads has the same error, as an argument and in a folder",
        arguments: [
            ([], "empty.txt", .emptyFile, .emptyFile),
            ([0, 1, 2], "picture.png", .notAnImage, .notAnImage),
            (Array("a shopping list".utf8), "picture.png", .notAnImage, .notAnImage),
            // UTF-16 that ends within a character.
            ([0xFF, 0xFE, 0x41], "links.txt", .corrupt, .corrupt),
            (Array("PACK".utf8), "links.pack.json", .emptyFile, .emptyFile),
            (Array("PACKdamaged".utf8), "links.pack", .corrupt, .corrupt),
            (ScriptedPicture.magic + [UInt8](repeating: 0, count: 70_000), "large.png", .tooLarge, .tooLarge),
            ([0xFF, 0xFE] + [UInt8](repeating: 0x20, count: 70_000), "large.txt", .tooLarge, .tooLarge),
        ] as [(bytes: [UInt8], name: String, named: SourceError.Code, found: SourceError.Code)])
    func errors(bytes: [UInt8], name: String, named: SourceError.Code, found: SourceError.Code) async throws {
        for (code, isInFolder) in [(named, false), (found, true)] {
            let input = try input(bytes, name, isInFolder: isInFolder)
            let results = [
                await reader().read(input), await reader().scan(input).result,
                try await #require(validated([input]).compactMap(\.source).first),
            ]
            #expect(results.map(\.status) == [.failed, .failed, .failed])
            #expect(results.map(\.failure?.code) == [code, code, code])
            #expect(Set(results.map(\.failure?.message)).count == 1)
        }
    }

    @Test(
        "Other data is skipped in a folder", arguments: [[], [0, 1, 2], [0x50, 0x4B, 3, 4], Array("a letter".utf8)])
    func skipped(bytes: [UInt8]) async throws {
        let input = try input(bytes, "some.data", isInFolder: true),
            expected: SkippedInput = bytes == [] ? .empty : .content
        #expect(await reader().read(input).skippedInput == expected)
        #expect(await reader().scan(input).result.skippedInput == expected)
        #expect(await validated([input]).compactMap(\.source).first?.skippedInput == expected)
    }

    @Test("Data that is neither an image nor named like one is not called an image")
    func otherNames() async throws {
        let failure = await reader().scan(try input([0, 1, 2], "some.data")).result.failure
        #expect(failure?.code == .notAnImage)
        #expect(failure?.message.contains("name") == false)
    }

    @Test("Links in UTF-16 without a byte order mark are read", arguments: [10, 660])
    func unmarkedUTF16(count: Int) async throws {
        let text = [String](repeating: "\(Self.alice)\n", count: count).joined()
        let input = try input(text.utf16.flatMap { [UInt8($0), 0] }, "links.txt")
        #expect(await reader().read(input).items.count == count)
        let result = try await #require(validated([input]).first)
        #expect(result.chunks.count == 1 && !result.hasProblem)
    }

    @Test("Compressed inputs are unpacked, and the limit applies to what is unpacked")
    func compressed() async throws {
        let text = try input(Array("PACK\(Self.alice)\n".utf8), "links.pack")
        #expect(await reader().read(text).items.map(\.label) == ["Acorn: alice"])
        #expect(await validated([text]).map(\.chunks.count) == [1])
        let image = try input(Array("PACK".utf8) + ScriptedPicture.bytes("code \(Self.alice)"), "picture.pack")
        #expect(await reader().read(image).items.map(\.label) == ["Acorn: alice"])
        #expect(await reader().scan(image).scan?.codes.count == 1)
        #expect(await validated([image]).map(\.chunks.count) == [1])
        let large = try input(Array("PACK2".utf8), "large.pack")
        #expect(await reader().read(large).failure?.code == .tooLarge)
    }

    @Test("With --from, the format gets the bytes of the file")
    func forced() async throws {
        let text = try input(Array("PACK\(Self.alice)\n".utf8), "links.pack")
        let reader = reader(forced: FormatRegistry.standard.format("otpauth"))
        #expect(await reader.read(text).items.isEmpty)
    }

    @Test(
        "Images give the same warnings, and the codes that are accounts",
        arguments: [
            (script: "code \(alice)", codes: 1, isProblem: false),
            (script: "", codes: 0, isProblem: true),
            (script: "unread 1", codes: 0, isProblem: true),
            (script: "code \(alice)\nunread 1", codes: 1, isProblem: true),
            (script: "code https://example.com/", codes: 0, isProblem: false),
            (script: "code \(alice)\ncode WIFI:S:home;;\ncode \(bob)", codes: 2, isProblem: false),
            (script: "code \(alice)\ndamage cut off", codes: 1, isProblem: true),
        ])
    func images(script: String, codes: Int, isProblem: Bool) async throws {
        let input = try input(ScriptedPicture.bytes(script), "picture.png")
        let result = try await #require(validated([input]).first)
        #expect(result.chunks.count == codes)
        #expect(result.hasProblem == isProblem)
        #expect(result.source?.warnings == (await reader().read(input).warnings))
        #expect(await reader().scan(input).scan?.hasProblem == isProblem)
    }

    @Test("A folder in which nothing can be read is an error")
    func folders() async throws {
        for (path, text) in [("letters/a.txt", "a letter"), ("mixed/a.txt", "a letter"), ("mixed/b.txt", Self.alice)] {
            try folder.makeFolder(String(path.prefix { $0 != "/" }))
            try folder.write(text, to: path)
        }
        let inputs = InputCollector.collect(["letters", "mixed"].map { folder.path($0) })
        let failures = await validated(inputs).compactMap(\.source).filter { $0.status == .failed }
        #expect(failures.map(\.name) == [folder.path("letters")])
        #expect(failures.map(\.failure?.code) == [.emptyFolder])
    }

    // MARK: -

    private func input(_ bytes: [UInt8], _ name: String, isInFolder: Bool = false) throws -> Input {
        let path = try folder.write(bytes, to: name)
        return Input(name: path, location: .file(path: path), folder: isInFolder ? folder.path : nil)
    }

    /// Unpacks the bytes after `PACK`: as they are, but `PACKdamaged` fails, and `PACK2` becomes too large.
    private func reader(forced: (any ImportFormat)? = nil) -> SourceReader {
        var limits = ImportLimits()
        limits.sourceBytes = 68_000
        let compression = Compression(signature: Array("PACK".utf8)) { packed throws(SourceError) in
            var packed = packed
            let bytes = Array(try packed.bytes(upTo: 1000).dropFirst(4))
            if bytes == Array("damaged".utf8) { throw SourceError(.corrupt, "it is damaged") }
            return ByteArrayStream(bytes == [0x32] ? [UInt8](repeating: 0x20, count: 70_000) : bytes)
        }
        var settings = ReadingSettings()
        settings.forced = forced
        settings.limits = limits
        return SourceReader(
            registry: .standard, images: ImageReader(decoders: [ScriptedDecoder()], scanner: ScriptedScanner()),
            settings: settings, compressions: [compression])
    }

    private func validated(_ inputs: [Input]) async -> [ValidationResult] {
        let checker = ChunkChecker(checker: LinkChecker(), output: .report(JSONReport()))
        let reader = reader()
        var pieces = ValidationInputs(inputs, reader, field: .line)
        var buffers: [[UInt8]] = []
        var results: [ValidationResult] = []
        while let piece = await pieces.next(from: &buffers) {
            results.append(ValidationResult(of: piece, checker, reader))
        }
        return results
    }
}
