import Containers
import FixtureSupport
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Images with the same bytes are scanned once")
struct ImageCopiesTests {
    let folder: TemporaryFolder
    private let decoder = ScriptedDecoder()

    init() throws { folder = try TemporaryFolder() }

    private func reader(fingerprint: @escaping @Sendable ([UInt8]) -> UInt128? = Self.fingerprint) -> SourceReader {
        SourceReader(
            registry: .standard, images: ImageReader(decoders: [decoder], scanner: ScriptedScanner()),
            archives: LibArchiveOpener(), fingerprint: fingerprint)
    }

    /// Different for the few contents of these tests.
    @Sendable private static func fingerprint(_ bytes: [UInt8]) -> UInt128 {
        bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt128($1)) &* 0x100_0000_01B3 }
    }

    private func picture(_ name: String) throws -> [UInt8] { ScriptedPicture.bytes("code \(try link(name))") }

    private func read(_ paths: [String], jobs: Int) async throws -> [SourceResult] {
        try await ImportRun(reader: reader(), jobs: jobs).read(InputCollector.collect(paths))
    }

    private func copies(_ results: [SourceResult]) -> [String?] {
        results.map { $0.copyOf?.replacing(folder.path(""), with: "") }
    }

    @Test(
        "As arguments, in folders and in archives: the first one is the original, whatever the number of jobs",
        arguments: [1, 2, 4])
    func everywhere(jobs: Int) async throws {
        let (alice, bob) = (try picture("alice"), try picture("bob"))
        try folder.makeFolder("shots")
        try folder.write(alice, to: "first.png")
        for (name, bytes) in [("1.png", bob), ("2.png", alice), ("3.png", bob)] {
            try folder.write(bytes, to: "shots/\(name)")
        }
        let members = [("a.png", alice), ("b.png", try picture("carol")), ("c.png", bob)]
        try folder.write(
            ArchiveFile(members.map { ArchiveFile.Entry($0, $1) }).bytes(.zip), to: "more.zip")
        let paths = ["first.png", "shots", "more.zip"].map { folder.path($0) }
        let results = try await read(paths, jobs: jobs)
        #expect(
            copies(results) == [nil, nil, "first.png", "shots/1.png", "first.png", nil, "shots/1.png"])
        #expect(decoder.calls.all.count == 3, "each content is decoded once")
        #expect(results.map(\.status) == Array(repeating: .ok, count: 7))

        let ledger = try ImportRun(reader: reader(), jobs: 1).collect(results).ledger
        #expect(ledger.totals == Ledger.Totals(found: 7, added: 3, updated: 0, duplicates: 4, rejected: 0))
        let report = String(decoding: ledger.report(command: "import").utf8, as: UTF8.self)
        #expect(report.ranges(of: #""copyOf":"#).count == 4)
    }

    @Test("A copy of an unreadable image also fails; a copy of an image without a code has no code")
    func withoutCode() async throws {
        let contents = [ScriptedPicture.bytes("broken"), ScriptedPicture.bytes("unread 1")]
        let paths = try (0..<4).map { try folder.write(contents[$0 % 2], to: "\($0).png") }
        let results = try await read(paths, jobs: 2)
        #expect(results.map(\.status) == [.failed, .partial, .failed, .partial])
        #expect(copies(results) == [nil, nil, "0.png", "1.png"])
        #expect(results[2].failure == results[0].failure)
        #expect(results[3].warnings == results[1].warnings)
        #expect(decoder.calls.all.count == 2)
    }

    @Test("Many copies on many tasks wait for the one that is scanned")
    func manyAtOnce() async throws {
        let bytes = try picture("alice")
        let reader = reader()
        let inputs = (0..<200).map { Input(name: "\($0).png", location: .memory(bytes)) }
        try await InputQueue(inputs, reader).forEach(width: 16) { input, _ in
            await reader.scan(input)
        } collect: {
            #expect($0.scan?.codes.count == 1)
        }
        #expect(decoder.calls.all.count == 1)
    }

    @Test("Without a fingerprint, every image is scanned and treated as an original")
    func withoutFingerprint() async throws {
        let paths = try (0..<3).map { try folder.write(try picture("alice"), to: "\($0).png") }
        let reader = reader { _ in nil }
        let results = try await ImportRun(reader: reader, jobs: 2).read(InputCollector.collect(paths))
        #expect(copies(results) == [nil, nil, nil])
        #expect(decoder.calls.all.count == 3)
    }

    @Test("Exports with the same bytes are read as usual")
    func exports() async throws {
        let paths = try (0..<2).map { try folder.write(try link("alice"), to: "\($0).txt") }
        let results = try await read(paths, jobs: 1)
        #expect(copies(results) == [nil, nil])
        #expect(results.map(\.items.count) == [1, 1])
    }
}
