import FixtureSupport
import Foundation
import Testing

/// A run of the program whose memory is watched.
enum PeakMemory {
    static let canBeRead = FileManager.default.fileExists(atPath: "/proc/self/status")

    /// Runs the program to its end, which must be a good one.
    ///
    /// - returns: the largest resident set, in bytes.
    static func run(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
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
        try #require(
            process.terminationReason == .exit && process.terminationStatus == 0, sourceLocation: sourceLocation)
        // No program takes less: the figure was not there to be read.
        try #require(peak > 1024, sourceLocation: sourceLocation)
        return peak * 1024
    }
}
