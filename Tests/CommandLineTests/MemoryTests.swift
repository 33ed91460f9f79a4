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
        for index in 0..<500 {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("\(index).png"), withDestinationPath: screenshots[index % screenshots.count].file)
        }
        let few = try folder.makeFolder("few")
        for index in 0..<4 {
            try FileManager.default.createSymbolicLink(
                atPath: "\(few)/\(index).png", withDestinationPath: screenshots[index % screenshots.count].file)
        }
        let peakOfFew = try peak([few])
        let peakOfAll = try peak([folder.path])
        #expect(peakOfAll < 64 << 20, "\(peakOfAll >> 20) MiB")
        #expect(peakOfAll < peakOfFew + 16 << 20, "\(peakOfFew >> 20) MiB for four")
    }

    private func peak(_ inputs: [String]) throws -> Int { try MeasuredRun.peak(["scan", "--jobs", "2"] + inputs) }
}
