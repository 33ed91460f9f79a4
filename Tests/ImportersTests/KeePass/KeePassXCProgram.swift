import FixtureSupport
import Foundation

/// `keepassxc-cli`, which writes databases that this program knows nothing of.
struct KeePassXCProgram: Sendable {
    static let passphrase = "larch and mäple"

    /// nil where it is not installed.
    static let shared = ExternalProgram(named: "keepassxc-cli").map { KeePassXCProgram(program: $0) }

    private let program: ExternalProgram

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// How a database is opened.
    struct Credentials: Sendable, CustomStringConvertible {
        var hasPassphrase: Bool
        var keyFile: KeyFile?

        var description: String {
            [hasPassphrase ? "passphrase" : nil, keyFile?.rawValue].compactMap { $0 }.joined(separator: " and ")
        }

        /// In all the forms that the program takes.
        enum KeyFile: String, CaseIterable {
            case made = "key file of the program", xml1 = "key file of version 1", raw = "32 bytes"
            case hexadecimal = "64 digits", any = "any file"
        }
    }

    /// Makes a database of an XML export.
    ///
    /// - Parameter keyFile: used where it is there, else made.
    func makeDatabase(_ path: String, from xml: String, hasPassphrase: Bool = true, keyFile: String? = nil) throws {
        var arguments = ["import", "--quiet"]
        if hasPassphrase { arguments.append("--set-password") }
        if let keyFile { arguments += ["--set-key-file", keyFile] }
        try run(arguments + [xml, path], passphrases: hasPassphrase ? 2 : 0)
    }

    /// Merges another database into the first, and writes that again in its own way.
    func merge(_ path: String, with other: String) throws {
        try run(["merge", "--quiet", "--same-credentials", path, other], passphrases: 1)
    }

    func run(_ arguments: [String], passphrases: Int = 1) throws {
        let input = String(repeating: "\(Self.passphrase)\n", count: passphrases)
        let outcome = try program.run(arguments, input: input)
        guard outcome.exitCode == 0 else {
            throw Failed(description: "keepassxc-cli \(arguments[0]) ended with \(outcome.exitCode)")
        }
    }
}
