import Foundation

/// Another program that a test compares with, where it is installed.
package struct ExternalProgram: Sendable {
    package let url: URL

    /// Whether the programs that draw PDFs are installed.
    package static let drawsPDF = ["pdfinfo", "pdftoppm"].allSatisfy { ExternalProgram(named: $0) != nil }

    /// - Returns: nil where no folder of `PATH` holds the program.
    package init?(named name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = folders.map { URL(filePath: String($0)).appending(path: name) }
        guard let url = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            return nil
        }
        self.url = url
    }

    /// Runs the program and waits for its end.
    ///
    /// - Parameter input: its standard input: secrets go here and never into an argument.
    /// - Returns: its standard output without the last line break, and its exit code.
    package func run(_ arguments: [String], input: String = "") throws -> (output: String, exitCode: Int32) {
        let process = Process()
        let (stdin, stdout) = (Pipe(), Pipe())
        process.executableURL = url
        process.arguments = arguments
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        return (text.hasSuffix("\n") ? String(text.dropLast()) : text, process.terminationStatus)
    }
}
