import Encodings
import FixtureSupport
import Images
import Synchronization
import Testing

@testable import QRScan

struct LadderScannerTests {
    private static let text = "otpauth://totp/a?secret=MFRGGZDF"
    private static let code = TestSymbol(text)

    private func texts(_ picture: TestPicture) throws -> [String] {
        LadderScanner().scan(try picture.luma()).payloads.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let picture: TestPicture

        static let readable = [
            Case(testDescription: "plain", picture: TestPicture(code)),
            Case(testDescription: "one pixel a module", picture: TestPicture(code, scale: 1)),
            Case(testDescription: "huge modules", picture: TestPicture(code, scale: 40)),
            Case(testDescription: "inverted", picture: TestPicture(code).inverted),
            Case(testDescription: "mirrored", picture: TestPicture(code).mirrored),
            Case(testDescription: "a quarter turn", picture: TestPicture(code).quarterTurned),
            Case(
                testDescription: "mirrored, turned, inverted",
                picture: TestPicture(code).mirrored.quarterTurned.inverted),
            Case(testDescription: "faint", picture: TestPicture(code, dark: 100, light: 125)),
            Case(testDescription: "noisy", picture: TestPicture(code, scale: 6).withNoise(90, seed: 1)),
            // zbar's own inversion writes past its buffer where the number of pixels is not a multiple of 8.
            Case(
                testDescription: "odd size",
                picture: TestPicture(code, scale: 3).inverted.cropped(width: 97, height: 97)
            ),
        ]
    }

    @Test("A code is read, whatever its size, direction, contrast and noise", arguments: Case.readable)
    func reads(_ item: Case) throws {
        #expect(try texts(item.picture) == [Self.text])
        #expect(LadderScanner().scan(try item.picture.luma()).unread == 0)
    }

    @Test(
        "A code with lines between modules is read, wherever it starts", arguments: 0..<6,
        [(3, 1, 1), (4, 2, 1), (9, 6, 1), (12, 1, 1), (8, 3, 2), (5, 1, 2)])
    func lines(lead: Int, cell: (module: Int, line: Int, modules: Int)) throws {
        for (across, down) in [(true, false), (false, true), (true, true)] where !across || cell.modules == 1 {
            let picture = TestPicture(
                Self.code, module: cell.module, line: cell.line, modulesPerCell: cell.modules, across: across,
                down: down, lead: lead)
            for picture in [picture, picture.inverted] {
                let findings = LadderScanner().scan(try picture.luma())
                #expect(findings.payloads.map(\.bytes) == [Array(Self.text.utf8)], "\(across) \(down)")
                #expect(findings.payloads.map(\.variant) == ["crop-filled"])
            }
        }
    }

    @Test(arguments: [
        [0, 1, 0, 2], [UInt8](0xE0...0xFF), Array("Zürich".utf8), [0xEF, 0xBB, 0xBF, 0x41],
        Array(repeating: 0, count: 32),
    ])
    func givesBytesAsTheyAre(bytes: [UInt8]) throws {
        #expect(LadderScanner().scan(try TestPicture(TestSymbol(bytes)).luma()).payloads.map(\.bytes) == [bytes])
    }

    @Test(
        "Kanji, and bytes in a set that the code names, are text", .enabled(if: ZXing.isAvailable),
        arguments: [
            ([.bytes(Array("a=".utf8)), .kanji([0x93, 0x8C, 0x8B, 0x9E])], Array("a=東京".utf8)),
            ([.kanji([0xE4, 0xAA])], Array("茗".utf8)),
            ([.eci(22), .bytes([0xCF, 0xEE])], Array("По".utf8)), ([.eci(20), .bytes([0x93, 0x8C])], Array("東".utf8)),
            ([.eci(3), .bytes([0x5A, 0xFC])], Array("Zü".utf8)),
            ([.eci(26), .bytes(Array("Zü".utf8))], Array("Zü".utf8)),
            ([.eci(22), .bytes(Array("\\000020".utf8)), .bytes([0xCF])], Array("\\000020П".utf8)),
            // Two sets are in it.
            ([.kanji([0x93, 0x8C]), .bytes([0xE9])], [0x93, 0x8C, 0xE9]),
        ] as [([TestSymbol.Segment], [UInt8])])
    func characterSets(segments: [TestSymbol.Segment], text: [UInt8]) throws {
        #expect(LadderScanner().scan(try TestPicture(TestSymbol(segments)).luma()).payloads.map(\.bytes) == [text])
    }

    @Test(
        "A payload names the attempt that read it",
        arguments: [
            ("crop", TestPicture(code)), ("crop-faint", TestPicture(code, dark: 100, light: 125)),
        ])
    func namesTheRung(variant: String, picture: TestPicture) throws {
        #expect(LadderScanner().scan(try picture.luma()).payloads.map(\.variant) == [variant])
    }

    @Test(arguments: [(0, 0), (18, 0), (0, 18)])
    func readsWithOneDestroyedCorner(column: Int, row: Int) throws {
        var symbol = Self.code
        for y in 0..<4 { for x in 0..<4 { symbol[column + x, row + y] = true } }
        #expect(try texts(TestPicture(symbol)) == [Self.text])
    }

    @Test func goesOnBesideACodeThatWasRead() throws {
        var damaged = TestSymbol("second")
        for y in 0..<4 { for x in 0..<4 { damaged[x, y] = true } }
        var page = TestPicture(width: 600, height: 300)
        page.paste(TestSymbol("first"), x: 40, y: 40, scale: 5)
        page.paste(damaged, x: 340, y: 40, scale: 5)
        #expect(try texts(page) == ["first", "second"])
    }

    @Test func readsManyCodesInReadingOrder() throws {
        var page = TestPicture(width: 1240, height: 1240)
        let names = (0..<144).map { "code \($0)" }
        for (index, name) in names.enumerated() {
            page.paste(TestSymbol(name), x: 20 + index % 12 * 100, y: 20 + index / 12 * 100, scale: 3)
        }
        #expect(try texts(page) == names)
        #expect(try texts(page.inverted) == names)
    }

    @Test func readsNormalAndInvertedOnOnePage() throws {
        var page = TestPicture(width: 300, height: 160)
        page.paste(TestSymbol("normal"), x: 20, y: 20, scale: 4)
        for y in 0..<160 { for x in 150..<300 { page.pixels[y * 300 + x] = 0 } }
        page.paste(TestSymbol("inverted"), x: 175, y: 20, scale: 4, dark: 255, light: 0)
        #expect(try texts(page) == ["normal", "inverted"])
    }

    @Test func givesEachPayloadOnce() throws {
        var page = TestPicture(width: 300, height: 160)
        page.paste(Self.code, x: 20, y: 20, scale: 4)
        page.paste(Self.code, x: 170, y: 20, scale: 4)
        let result = LadderScanner().scan(try page.luma())
        #expect(result.payloads.map(\.bytes) == [Array(Self.text.utf8)])
        #expect(result.payloads.first?.corners.first == QRPayload.Point(x: 20, y: 20))
    }

    @Test func furtherCodesAreNotKept() {
        func symbol(_ number: Int) -> ScanSymbol {
            ScanSymbol(bytes: Array("\(number)".utf8), isComplete: true, corners: [], engine: .zbar, variant: "")
        }
        let limit = Limit.codes
        var findings = ScanFindings()
        for number in 1...limit { findings.add(symbol(number)) }
        #expect(findings.symbols.count == limit)
        findings.add(symbol(limit + 1))
        #expect(findings.symbols.count == limit && findings.symbols.last?.bytes == Array("\(limit)".utf8))
    }

    /// Memory is freed for large images only: not for the small drawing of an image, of which there is one per image.
    @Test(arguments: [
        (width: 54, height: 96, isFreed: false),
        (width: 800, height: 700, isFreed: true),
        (width: 1080, height: 1920, isFreed: true),
    ])
    func memoryIsFreedForLargeImages(_ width: Int, _ height: Int, _ isFreed: Bool) throws {
        final class Count: Sendable { let value = Atomic(0) }
        let count = Count()
        let scanner = LadderScanner { count.value.add(1, ordering: .relaxed) }
        _ = scanner.scan(
            try #require(LumaImage(width: width, height: height, pixels: Array(repeating: 255, count: width * height))))
        #expect((count.value.load(ordering: .relaxed) > 0) == isFreed)
    }

    /// The same scanner, many tasks at once, another order: the result depends on the image alone.
    @Test func isTheSameOnEveryTask() async throws {
        let images = try Case.readable.map { try $0.picture.luma() }
        let expected = images.map { LadderScanner().scan($0) }
        let scanner = LadderScanner()
        await withTaskGroup(of: (Int, QRScanResult).self) { group in
            for round in 0..<4 {
                for index in images.indices.reversed() where (index + round) % 2 == 0 {
                    group.addTask { (index, scanner.scan(images[index])) }
                }
            }
            for await (index, result) in group { #expect(result == expected[index]) }
        }
    }
}
