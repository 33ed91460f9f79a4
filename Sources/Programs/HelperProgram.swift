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
        /// By a signal, as after a crash.
        case killed
        /// Ended because it took longer than it may, by the clock or of the processor.
        case tooLong
        /// Ended by this program, because it wrote as much as it may not.
        case tooMuch

        fileprivate init(_ status: Int32) {
            self =
                switch Int(status) {
                case Int(CPROCESS_RUN_NOT_STARTED): .notStarted
                case Int(CPROCESS_RUN_TOO_LONG): .tooLong
                case Int(CPROCESS_RUN_TOO_MUCH): .tooMuch
                case ..<0: .killed
                default: .exited(status)
                }
        }
    }

    /// For a program that reads hostile bytes, where the system can limit it. Such a program also ends with its parent.
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
        var run = cprocess_run(patience: patience, bounds)
        var status: Int32 = 0
        let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            input.withUnsafeBytes { bytes in
                (run.input, run.input_count) = (bytes.baseAddress, bytes.count)
                if limit > 0 { (run.output, run.capacity) = (UnsafeMutableRawPointer(buffer.baseAddress), limit) }
                status = withArguments { cprocess_run_program(path, $0, &run) }
            }
            count = run.output_count
        }
        return Run(end: End(status), output: output, processorTime: .milliseconds(run.processor_milliseconds))
    }

    /// Starts it to read what it writes in portions: for a program that writes more than should be in memory.
    ///
    /// - Parameter patience: for each portion, after which it is ended.
    /// - Returns: nil if it cannot be started.
    package func stream(_ input: [UInt8], patience: Duration, bounds: Bounds) -> Stream? {
        var run = cprocess_run(patience: patience, bounds)
        run.input_count = input.count
        // Only says that the output is wanted: nothing is written to it before a buffer is there.
        var noBuffer: UInt8 = 0
        let status = withUnsafeMutablePointer(to: &noBuffer) { start in
            run.output = UnsafeMutableRawPointer(start)
            return withArguments { cprocess_open_program(path, $0, &run) }
        }
        return status < 0 ? nil : Stream(run, input, patience: patience)
    }

    /// The output of a program that runs. It waits while nothing is read, and is ended when this is let go.
    package final class Stream {
        private var run: cprocess_run
        private let input: [UInt8]
        private let patience: Duration
        /// How it ended; nil while it runs.
        package private(set) var end: End?

        fileprivate init(_ run: cprocess_run, _ input: [UInt8], patience: Duration) {
            (self.run, self.input, self.patience) = (run, input, patience)
        }

        deinit { if end == nil { _ = cprocess_close_program(&run, Int32(CPROCESS_RUN_TOO_MUCH)) } }

        /// Reads on after some bytes, until there are as many as wanted, or fewer at the end of the output.
        package func fill(_ bytes: inout [UInt8], to count: Int) {
            guard end == nil, bytes.count < count else { return }
            run.milliseconds = cprocess_run.milliseconds(patience)
            var result: Int32 = 0
            bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                _ = buffer.initialize(from: bytes)
                (run.output, run.capacity) = (UnsafeMutableRawPointer(buffer.baseAddress), count)
                run.output_count = bytes.count
                result = input.withUnsafeBytes { all in
                    run.input = all.baseAddress
                    return cprocess_read_program(&run)
                }
                filled = run.output_count
            }
            if result != Int32(CPROCESS_RUN_TOO_MUCH) { end = End(cprocess_close_program(&run, result)) }
        }
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

extension cprocess_run {
    fileprivate init(patience: Duration, _ bounds: HelperProgram.Bounds?) {
        self.init()
        milliseconds = Self.milliseconds(patience)
        guard let bounds else { return }
        memory = Int64(bounds.memory)
        processor_seconds = Int32(clamping: Int64((bounds.processorTime / .seconds(1)).rounded(.up)))
    }

    fileprivate static func milliseconds(_ duration: Duration) -> Int32 {
        Int32(clamping: Int64(duration / .milliseconds(1)))
    }
}
