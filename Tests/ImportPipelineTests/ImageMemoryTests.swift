import FixtureSupport
import Images
import Synchronization
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Images that were read in an earlier run")
struct ImageMemoryTests {
    /// Remembers in a dictionary, by the bytes themselves.
    private final class Memory: ImageMemory {
        let contents = Mutex<[[UInt8]: [UInt8]]>([:])

        func key(of bytes: [UInt8]) -> ImageKey? { ImageKey(id: bytes, secret: []) }
        func content(for key: ImageKey) -> [UInt8]? { contents.withLock { $0[key.id] } }
        func keep(_ content: [UInt8], for key: ImageKey) { contents.withLock { $0[key.id] = content } }
        var count: Int { contents.withLock { $0.count } }
    }

    private func read(_ scripts: [String], _ memory: Memory, _ decoder: ScriptedDecoder) async throws -> [String] {
        let reader = SourceReader(
            registry: .standard, images: ImageReader(decoders: [decoder, ScriptedPages()], scanner: ScriptedScanner()),
            memory: memory)
        let inputs = scripts.enumerated().map { index, script in
            let bytes = script.contains("\u{C}") ? Array("%PDF-\(script)".utf8) : ScriptedPicture.bytes(script)
            return Input(name: "\(index).png", location: .memory(bytes))
        }
        return try await ImportRun(reader: reader, jobs: 2).read(inputs).map { result in
            "\(result.name) \(result.status) \(result.items.map(\.name)) \(result.warnings) "
                + "\(result.failure?.message ?? "") \(result.migrationParts.count) \(result.rejections.map(\.reason))"
        }
    }

    private func scripts() throws -> [String] {
        [
            "code \(try link("alice"))\ncode \(try link("bob"))", "code https://example.com", "nothing",
            "unread 2\nincomplete 1", "damage its last rows are missing\ncode \(try link("carol"))",
            "damage its last rows are missing", "signs",
            "clear white \(try link("erin"))", "broken", "code otpauth://totp/a?secret=1",
            "code \(try link("frank"))\u{C}broken\u{C}unread 1",
        ]
    }

    @Test("The second run decodes nothing, and its results are the same")
    func again() async throws {
        let memory = Memory(), scripts = try scripts()
        let first = ScriptedDecoder(), second = ScriptedDecoder()
        let results = try await read(scripts, memory, first)
        #expect(memory.count == scripts.count)
        #expect(try await read(scripts, memory, second) == results)
        #expect(!first.calls.all.isEmpty && second.calls.all.isEmpty)
    }

    @Test("An interrupted run resumes with images in any order, and reads changed ones again")
    func goingOn() async throws {
        let memory = Memory(), scripts = try scripts()
        _ = try await read(Array(scripts.prefix(4)), memory, ScriptedDecoder())
        let expected = try await read(scripts.reversed(), Memory(), ScriptedDecoder())
        let decoder = ScriptedDecoder()
        #expect(try await read(scripts.reversed(), memory, decoder) == expected)
        let changed = scripts.map { "\($0)\nchanged" }
        let calls = decoder.calls.all.count
        #expect(try await read(changed, memory, decoder).count == scripts.count)
        #expect(decoder.calls.all.count > calls)
    }

    @Test("Saved readings are read back unchanged, and bytes of any other form are refused")
    func form() throws {
        var payload = QRPayload(
            bytes: [0, 255, 10], corners: [.init(x: -3, y: 70_000), .init(x: 1, y: 2)], engine: "zbar", variant: "crop")
        payload.otherPlaces = [[.init(x: 5, y: 6)], []]
        let readings = [
            ImageReader.PageReading(
                page: 2,
                scan: QRScanResult(payloads: [payload], unread: 1, incomplete: 2, unreadPlaces: [[.init(x: 8, y: 9)]]),
                background: .black, hasImage: true, damage: "cut", hasAllRows: true),
            ImageReader.PageReading(
                scan: QRScanResult(payloads: [], unread: 1, hasSigns: true), hasImage: false, damage: "not readable"),
        ]
        let bytes = try #require(ImageReadings(outcome: .success(readings)).bytes)
        let again = try #require(ImageReadings(bytes)).outcome.get()
        #expect(again.map(\.scan) == readings.map(\.scan))
        #expect(again.map(\.page) == [2, nil] && again.map(\.hasImage) == [true, false])
        #expect(again.map(\.background) == [.black, .white])
        #expect(again.map(\.damage) == ["cut", "not readable"])
        #expect(again.map(\.hasAllRows) == [true, false])
        for count in 0..<bytes.count { #expect(ImageReadings(Array(bytes.prefix(count))) == nil, "\(count) bytes") }
        #expect(ImageReadings(bytes + [0]) == nil)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0xFF
            // Any answer, and soon.
            _ = ImageReadings(damaged)
        }
    }

    @Test("Failures that take no time to find again are not kept, others as they were")
    func failures() throws {
        #expect(ImageReadings(outcome: .failure(SourceError(.unsupportedImage, "no reader"))).bytes == nil)
        for failure in [SourceError(.imageDamaged, "cut; off"), SourceError(.imageDamaged, "cut", .takeAgain)] {
            let bytes = try #require(ImageReadings(outcome: .failure(failure)).bytes)
            guard case .failure(let again) = try #require(ImageReadings(bytes)).outcome else {
                Issue.record("not a failure")
                continue
            }
            #expect(again.code == failure.code && again.problem == failure.problem && again.advice == failure.advice)
        }
    }
}
