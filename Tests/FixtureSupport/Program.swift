import Foundation

/// The program, run as a user runs it.
package enum Program {
    package struct Outcome: Sendable {
        package var status: Int32
        package var output: Data
        package var errors: String

        package var text: String { String(decoding: output, as: UTF8.self) }
        /// Lines of standard error.
        package var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    /// The executable that TOTP_IMPORT_BINARY names, or else the one that was built with the tests.
    package static let url: URL = {
        if let path = ProcessInfo.processInfo.environment["TOTP_IMPORT_BINARY"] { return URL(filePath: path) }
        let nextToTests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "totp-import")
        if FileManager.default.isExecutableFile(atPath: nextToTests.path(percentEncoded: false)) { return nextToTests }
        return FixtureFolder.package.appending(path: ".build/debug/totp-import")
    }()

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - passphrase: the vault's passphrase, passed in the environment; nil for none.
    ///   - input: the content of standard input.
    /// - Throws: also if the program printed a fixture's secret or passphrase without being asked for secrets.
    package static func run(
        _ arguments: [String], passphrase: String? = nil, environment: [String: String] = [:], input: Data = Data(),
        in folder: URL? = nil
    ) throws -> Outcome {
        let outcome = try run(
            url, arguments, passphrase: passphrase, environment: environment, input: input, in: folder)
        try FixtureSecrets.check(outcome, of: arguments)
        return outcome
    }

    /// Runs any program in the same way.
    package static func run(
        _ program: URL, _ arguments: [String], passphrase: String? = nil, environment: [String: String] = [:],
        input: Data = Data(), in folder: URL? = nil
    ) throws -> Outcome {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let output = URL(filePath: temporary.path("stdout")), errors = URL(filePath: temporary.path("stderr"))
        let source = URL(filePath: temporary.path("stdin"))
        try Data().write(to: output)
        try Data().write(to: errors)
        try input.write(to: source)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = self.environment(passphrase, environment)
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }

    /// Starts a child without the terminal of the tests.
    private static let setsid = ExternalProgram(named: "setsid")

    package static let canRunWithoutTerminal = setsid != nil

    /// Runs the program without a terminal, even if the tests have one, so that it cannot ask.
    ///
    /// If that is not possible (``canRunWithoutTerminal``), the program keeps the terminal.
    package static func runWithoutTerminal(_ arguments: [String], passphrase: String? = nil) throws -> Outcome {
        guard let setsid else { return try run(arguments, passphrase: passphrase) }
        return try run(setsid.url, ["-w", url.file] + arguments, passphrase: passphrase)
    }

    /// The variables that programs need to start, and the ones for a program with a sanitizer
    /// (`scripts/test-sanitized`).
    private static let inherited = [
        "PATH", "HOME", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS",
        "LD_PRELOAD",
    ]

    package static func environment(_ passphrase: String?, _ more: [String: String] = [:]) -> [String: String] {
        var environment = more
        for name in inherited where environment[name] == nil {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        // The default vault of the user is not read, and none is created.
        if environment["XDG_DATA_HOME"] == nil { environment["XDG_DATA_HOME"] = "/dev/null/no-data" }
        if let passphrase { environment["TOTP_IMPORT_PASSPHRASE"] = passphrase }
        return environment
    }
}

extension URL {
    /// The path as arguments and system calls take it.
    package var file: String { path(percentEncoded: false) }
}
