import FixtureSupport
import Foundation
import Testing

/// Memory does not grow with the number of pictures, nor without limit with their size.
struct MemoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(.enabled(if: MeasuredRun.isPossible, "the system has no /proc"))
    func fiveHundredScreenshotsFitIn64MiB() throws {
        let screenshots = try FixtureFolder.files(below: FixtureFolder.images.appending(path: "screenshots"))
            .filter { $0.pathExtension == "png" }
        try #require(!screenshots.isEmpty)
        try folder.makeFolder("few")
        try folder.makeFolder("all")
        for index in 0..<500 {
            // A number at the end, which is not a part of the image: equal files are scanned once.
            let bytes = try FixtureFolder.bytes(screenshots[index % screenshots.count]) + Array("\(index)".utf8)
            try folder.write(bytes, to: "all/\(index).png")
            if index < 4 { try folder.write(bytes, to: "few/\(index).png") }
        }
        let peakOfFew = try peak([folder.path("few")])
        let peakOfAll = try peak([folder.path("all")])
        #expect(peakOfAll < 64 << 20, "\(peakOfAll >> 20) MiB")
        #expect(peakOfAll < peakOfFew + 16 << 20, "\(peakOfFew >> 20) MiB for four")
    }

    /// Larger photographs come in bands; half of this one is a texture that looks like anything, also like corners of codes.
    @Test(.enabled(if: MeasuredRun.isPossible, "the system has no /proc"))
    func aPhotographOf48MegapixelsFitsIn64MiB() throws {
        var random = SeededGenerator(seed: 1)
        let symbol = TestSymbol("otpauth://totp/a?secret=MFRGGZDF")
        let bytes = BlockJPEG.file(columns: 1008, rows: 756) { column, row in
            let (x, y) = (column - 950, row - 700)
            if (-4..<29).contains(x), (-4..<29).contains(y) {
                return (0..<25).contains(x) && (0..<25).contains(y) && symbol[x, y] ? 20 : 230
            }
            return row < 400 ? UInt8(100 + column % 100) : .random(in: 20...230, using: &random)
        }
        let file = folder.path("large.jpg")
        try Data(bytes).write(to: URL(filePath: file))
        let peak = try MeasuredRun.peak(["scan", "--jobs", "1", file], status: 1)
        #expect(peak < 64 << 20, "\(peak >> 20) MiB")
    }

    private func peak(_ inputs: [String]) throws -> Int { try MeasuredRun.peak(["scan", "--jobs", "2"] + inputs) }
}
