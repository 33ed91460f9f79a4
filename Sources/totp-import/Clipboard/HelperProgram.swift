import CProcess
import Platform

/// Another program, called without a shell. Secrets go to its standard input, never into an argument, which every user
/// of the machine can see.
struct HelperProgram: Sendable {
    let path: String
    let arguments: [String]

    /// Nil if no folder of the search path has a program of this name. Relative folders are ignored: the user did not
    /// choose their content.
    init?(_ name: String, _ arguments: [String], searchPath: String) {
        let candidates = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        guard let path = candidates.first(where: Self.isProgram) else { return nil }
        (self.path, self.arguments) = (path, arguments)
    }

    init(path: String, arguments: [String]) { (self.path, self.arguments) = (path, arguments) }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Runs it to its end.
    ///
    /// - Parameter patience: after this time, it is ended.
    /// - Returns: whether it succeeded.
    func run(_ input: [UInt8] = [], patience: Duration) -> Bool {
        withArguments { cprocess_run_program(path, $0, input, input.count, nil, nil, patience.milliseconds) } == 0
    }

    /// Returns its output, at most `limit` bytes; nil if it failed.
    func output(limit: Int, patience: Duration) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: limit)
        var count = limit
        let status = withArguments { arguments in
            output.withUnsafeMutableBytes {
                cprocess_run_program(path, arguments, nil, 0, $0.baseAddress, &count, patience.milliseconds)
            }
        }
        return status == 0 ? Array(output.prefix(count)) : nil
    }

    /// Starts it without waiting.
    ///
    /// - Returns: its process number; nil if it cannot be started.
    func start(_ input: [UInt8]) -> Int32? {
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

extension Duration {
    fileprivate var milliseconds: Int32 { Int32(clamping: Int64(self / .milliseconds(1))) }
}
