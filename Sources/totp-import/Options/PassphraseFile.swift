import Encodings
import ImportPipeline
import SafeFile
import SecureMemory
import Synchronization
import TOTPDomain

/// Passphrases in files and on standard input.
enum PassphraseFile {
    /// The passphrases from standard input, which can be read only once.
    private static let standardInput = Mutex<[Passphrase]?>(nil)

    /// All lines that are not empty.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input; from a terminal, one line is read without echo.
    ///   - prompt: for a terminal.
    static func lines(_ path: String, _ prompt: String) throws(FileError) -> [Passphrase] {
        guard path == "-" else { return try content(path) }
        if let read = standardInput.withLock({ $0 }) { return read }
        let lines: [Passphrase]
        if let terminal = ControllingTerminal(standardInput: ()) {
            let answer = PassphrasePrompt.ask(prompt, on: terminal)
            lines = if case .typed(let passphrase) = answer { [passphrase] } else { [] }
        } else {
            lines = try content(path)
        }
        standardInput.withLock { $0 = lines }
        return lines
    }

    private static func content(_ path: String) throws(FileError) -> [Passphrase] {
        var bytes =
            path == "-"
            ? try BoundedFile.readStandardInput(limit: Limit.passphraseFile)
            : try BoundedFile.read(path, limit: Limit.passphraseFile)
        defer { bytes.wipe() }
        return passphrases(in: bytes)
    }

    private static func passphrases(in bytes: [UInt8]) -> [Passphrase] {
        // Some editors add a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.split(separator: ASCII.newline).map { line in
            Passphrase(utf8: line.last == ASCII.carriageReturn ? line.dropLast() : line)
        }.filter { !$0.isEmpty }
    }

    /// Forgets the passphrases from standard input.
    static func forget() { standardInput.withLock { $0 = nil } }

    /// The first line that is not empty.
    static func first(_ path: String, _ prompt: String) throws -> Passphrase {
        guard let passphrase = try lines(path, prompt).first else {
            throw CommandError(
                "\(path.inputName): contains no passphrase", "put it on the first line", status: ExitStatus.passphrase)
        }
        return passphrase
    }
}
