import FixtureSupport
import Foundation
import Testing

/// A run of the program, with its processor time and memory.
struct MeasuredRun {
    let status: Int32
    let errors: String
    /// The largest resident set, in bytes.
    let peak: Int
    /// In seconds: other programs that run do not change it.
    let processorTime: Double

    /// Whether the system tells how much memory a process uses.
    static let isPossible = FileManager.default.fileExists(atPath: "/proc/self/status")

    init(_ arguments: [String]) throws {
        let process = Process(), errors = Pipe()
        process.executableURL = Program.url
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        try errors.fileHandleForWriting.close()
        var peak = 0, ticks = 0
        // The system drops the numbers with the process, so they are read while the process runs.
        while process.isRunning {
            func text(_ file: String) -> String {
                (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/\(file)", encoding: .utf8)) ?? ""
            }
            // User and system time are the 12th and the 13th field after the name, which ends with a bracket.
            let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 12 { ticks = max(ticks, fields[11...12].reduce(0) { $0 + (Int($1) ?? 0) }) }
            let status = text("status")
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            peak = max(peak, line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") } ?? 0)
            usleep(1000)
        }
        process.waitUntilExit()
        processorTime = Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
        // A message is a line, which fits into the pipe.
        self.errors = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        status = process.terminationStatus
        self.peak = peak * 1024
    }

    /// Runs the program, which must end as it should.
    ///
    /// - Returns: the largest resident set, in bytes.
    static func peak(
        _ arguments: [String], status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
        let run = try MeasuredRun(arguments + ["--quiet"])
        try #require(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
        // No program takes less: the number was not read.
        try #require(run.peak > 1 << 20, sourceLocation: sourceLocation)
        return run.peak
    }
}
