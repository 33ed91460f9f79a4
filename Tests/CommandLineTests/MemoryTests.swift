import FixtureSupport
import Foundation
import Testing

/// Memory does not grow with the number of pictures.
struct MemoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "the system has no /proc"))
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

    /// The largest resident set of a scan that reads a code in every picture, in bytes.
    private func peak(_ inputs: [String]) throws -> Int {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["scan", "--jobs", "2"] + inputs
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        var peak = 0
        // The system drops the figure with the process, so it is read while the process runs.
        while process.isRunning {
            let status =
                (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            peak = max(peak, line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") } ?? 0)
            usleep(2000)
        }
        process.waitUntilExit()
        try #require(process.terminationReason == .exit && process.terminationStatus == 0)
        // Less than that no program takes: the figure was not there to be read.
        try #require(peak > 1024)
        return peak * 1024
    }
}
