import Foundation

/// Python, for the independent reader of vaults and other checks from outside.
package struct PythonInterpreter: Sendable {
    package let url: URL

    /// Finds the interpreter that the environment variable TOTP_IMPORT_PYTHON names, else the one of the package's
    /// set-up, else the first `python3` on `PATH`.
    ///
    /// - Returns: nil if no Python is found, or it lacks one of the modules.
    package static func find(with modules: [String]) -> PythonInterpreter? {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["TOTP_IMPORT_PYTHON"].map { URL(filePath: $0) }
        let own = FixtureFolder.package.appending(path: ".build-python/bin/python3")
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        let candidates = [named, own].compactMap { $0 } + folders.map { URL(filePath: "\($0)/python3") }
        guard let url = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.file) }) else {
            return nil
        }
        let python = PythonInterpreter(url: url)
        let outcome = try? python.run(["-c", "import \(modules.joined(separator: ", "))"])
        return outcome?.status == 0 ? python : nil
    }

    /// Runs a script to its end.
    ///
    /// - Parameter input: the content of standard input: passphrases go here, never into an argument.
    package func run(_ arguments: [String], input: String = "") throws -> Program.Outcome {
        try Program.run(url, arguments, environment: ["PYTHONIOENCODING": "utf-8"], input: Data(input.utf8))
    }
}
