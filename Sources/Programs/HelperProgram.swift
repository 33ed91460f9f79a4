import CProcess
import Platform

/// Another program, called without a shell. Secrets go to its standard input, never into an argument, which every user
/// of the machine can see.
package struct HelperProgram: Sendable {
    package let path: String
    package let arguments: [String]

    /// Nil if no folder of the search path has a program of this name. Relative folders are ignored: the user did not
    /// choose their content.
    package init?(_ name: String, _ arguments: [String] = [], searchPath: String) {
        let candidates = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        guard let path = candidates.first(where: Self.isProgram) else { return nil }
        (self.path, self.arguments) = (path, arguments)
    }

    package init(path: String, arguments: [String]) { (self.path, self.arguments) = (path, arguments) }

    /// The `PATH` of this process.
    package static var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "" }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// How a program ended.
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case notStarted
        /// By a signal, such as that of a crash.
        case killed
        /// Ended because it took longer than it may, by the clock or of the processor.
        case tooLong
        /// Ended by this program, because it wrote as much as it may not.
        case tooMuch
    }

    /// For a program that reads hostile bytes, where the system can limit it. Such a program also ends with this one.
    package struct Bounds: Sendable {
        let memory: Int
        let processorTime: Duration

        /// - Parameters:
        ///   - memory: address space in bytes.
        ///   - processorTime: rounded up to seconds.
        package init(memory: Int, processorTime: Duration) {
            (self.memory, self.processorTime) = (memory, processorTime)
        }
    }

    /// A run of a program: how it ended, what it wrote, and what it took of the processor.
    package struct Run: Sendable {
        package let end: End
        package let output: [UInt8]
        package let processorTime: Duration
    }

    /// Runs it to its end. Input and output go through pipes at the same time, so neither waits for the other.
    ///
    /// - Parameters:
    ///   - limit: it is ended when it writes so many bytes; with 0, what it writes is dropped.
    ///   - patience: after this time by the clock, it is ended.
    package func run(_ input: [UInt8] = [], limit: Int = 0, patience: Duration, bounds: Bounds? = nil) -> Run {
        var run = cprocess_run()
        run.milliseconds = Int32(clamping: Int64(patience / .milliseconds(1)))
        if let bounds {
            run.memory = Int64(bounds.memory)
            run.processor_seconds = Int32(clamping: Int64((bounds.processorTime / .seconds(1)).rounded(.up)))
        }
        var status: Int32 = 0
        let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            input.withUnsafeBytes { bytes in
                (run.input, run.input_count) = (bytes.baseAddress, bytes.count)
                if limit > 0 { (run.output, run.capacity) = (UnsafeMutableRawPointer(buffer.baseAddress), limit) }
                status = withArguments { cprocess_run_program(path, $0, &run) }
            }
            count = run.output_count
        }
        let end: End =
            switch Int(status) {
            case Int(CPROCESS_RUN_NOT_STARTED): .notStarted
            case Int(CPROCESS_RUN_TOO_LONG): .tooLong
            case Int(CPROCESS_RUN_TOO_MUCH): .tooMuch
            case ..<0: .killed
            default: .exited(status)
            }
        return Run(end: end, output: output, processorTime: .milliseconds(run.processor_milliseconds))
    }

    /// Starts it without waiting.
    ///
    /// - Returns: its process number; nil if it cannot be started.
    package func start(_ input: [UInt8]) -> Int32? {
        let process = withArguments { cprocess_start_program(path, $0, input, input.count) }
        return process > 0 ? process : nil
    }

    private func withArguments(_ work: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> Int32 {
        let pointers = ([path] + arguments).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return (pointers + [nil]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress, !pointers.contains(nil) else { return -1 }
            return work(start)
        }
    }
}
