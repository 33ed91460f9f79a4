import FixtureSupport
import Foundation
import Testing

/// Memory does not grow with the number of pictures.
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
            // A number at the end, which is no part of the picture: equal files are scanned once.
            let bytes = try FixtureFolder.bytes(screenshots[index % screenshots.count]) + Array("\(index)".utf8)
            try folder.write(bytes, to: "all/\(index).png")
            if index < 4 { try folder.write(bytes, to: "few/\(index).png") }
        }
        let peakOfFew = try peak([folder.path("few")])
        let peakOfAll = try peak([folder.path("all")])
        #expect(peakOfAll < 64 << 20, "\(peakOfAll >> 20) MiB")
        #expect(peakOfAll < peakOfFew + 16 << 20, "\(peakOfFew >> 20) MiB for four")
    }

    private func peak(_ inputs: [String]) throws -> Int { try MeasuredRun.peak(["scan", "--jobs", "2"] + inputs) }
}
