import ArgumentParser
import Encodings
import ImportPipeline
import Platform
import SafeFile
import SecureMemory
import Synchronization
import TOTPDomain
import TOTPImport

/// Passphrases in files and on standard input.
enum PassphraseFile {
    /// The lines of a file that are not empty.
    struct Lines: Sendable {
        var text: [Passphrase]
        /// The lines of the bytes of UTF-16 text: earlier versions took these for passphrases.
        var bytes: [Passphrase] = []
    }

    /// The passphrases from standard input and from pipes, which can be read only once, by their paths.
    private static let readOnce = Mutex<[String: Lines]>([:])

    /// - Parameters:
    ///   - path: `-` is standard input; from a terminal, one line is read without echo.
    ///   - prompt: for a terminal.
    static func lines(_ path: String, _ prompt: String) throws(FileError) -> Lines {
        if let read = readOnce.withLock({ $0[path] }) { return read }
        let lines: Lines
        if path == "-", let terminal = ControllingTerminal(standardInput: ()) {
            let answer = PassphrasePrompt.ask(prompt, on: terminal)
            lines = if case .typed(let passphrase) = answer { Lines(text: [passphrase]) } else { Lines(text: []) }
        } else {
            lines = try content(path)
        }
        if path == "-" || isPipe(path) { readOnce.withLock { $0[path] = lines } }
        return lines
    }

    /// Whether it is a pipe, such as `<(pass show vault)` in a shell and `/dev/stdin` after `|`.
    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private static func content(_ path: String) throws(FileError) -> Lines {
        var bytes =
            path == "-"
            ? try BoundedFile.readStandardInput(limit: Limit.passphraseFile)
            : try file(path)
        defer { bytes.wipe() }
        guard var text = decoded(bytes) else { return Lines(text: passphrases(in: bytes)) }
        defer { text.wipe() }
        return Lines(text: passphrases(in: text), bytes: passphrases(in: bytes))
    }

    /// Who puts a passphrase in place of the file finds it neither in a message nor in a log.
    private static func file(_ path: String) throws(FileError) -> [UInt8] {
        do { return try BoundedFile.read(path, limit: Limit.passphraseFile) } catch {
            guard error.kind == .notFound else { throw error }
            throw FileError(
                .notFound, path: path.contains { "./".contains($0) } ? path : "the file with the passphrase",
                detail: error.detail, advice: "name a file that has the passphrase in it, not the passphrase itself")
        }
    }

    /// The UTF-8 of UTF-16 with a byte order mark, nil for others. Never a String, which cannot be wiped.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]), bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).lazy.map {
            UInt16(bytes[isLittle ? $0 + 1 : $0]) << 8 | UInt16(bytes[isLittle ? $0 : $0 + 1])
        }
        var text: [UInt8] = []
        // An array that grows leaves copies behind.
        text.reserveCapacity(bytes.count / 2 * 3)
        let isDamaged = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true) {
            text.append($0)
        }
        if isDamaged { text.wipe() }
        return isDamaged ? nil : text
    }

    private static func passphrases(in bytes: [UInt8]) -> [Passphrase] {
        // Some editors add a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.split(separator: ASCII.newline).map { line in
            Passphrase(utf8: line.last == ASCII.carriageReturn ? line.dropLast() : line)
        }.filter { !$0.isEmpty }
    }

    /// Forgets the passphrases from standard input and from pipes.
    static func forget() { readOnce.withLock { $0 = [:] } }

    /// The first line that is not empty, as text, and then as bytes if these are others.
    static func first(_ path: String, _ prompt: String) throws -> [Passphrase] {
        let lines = try lines(path, prompt)
        guard let first = lines.text.first else {
            throw CommandError(
                "\(path.inputName): contains no passphrase", "put it on the first line", status: ExitStatus.passphrase)
        }
        return [first] + lines.bytes.prefix(1)
    }
}

/// A passphrase that is given in advance: in a file, or else in the environment.
struct GivenPassphrase {
    let file: String?
    let variable: PassphraseVariable

    /// The passphrases that may open a file: each is to be tried.
    func known() throws -> [Passphrase] {
        if let file { return try PassphraseFile.first(file, "Passphrase") }
        return [variable.value].compactMap { $0 }
    }

    /// For a new file; nil if none is given.
    ///
    /// - Throws: ``CommandError`` if it could not be typed when it is needed.
    func new() throws -> Passphrase? {
        guard let passphrase = try file.map({ try PassphraseFile.first($0, "New passphrase")[0] }) ?? variable.value
        else { return nil }
        guard passphrase.isTypable else {
            throw CommandError(
                "\(file?.inputName ?? variable.rawValue): the new passphrase has control characters, such as a "
                    + "carriage return, or is not UTF-8, so nobody could type it",
                file == nil ? "set it to other text" : "save the file as text in UTF-8, or name another",
                status: ExitStatus.passphrase)
        }
        if let weakness = PassphraseStrength.weakness(of: passphrase) {
            SaveNotice.current?(
                "\(file?.inputName ?? variable.rawValue): the new passphrase is weak: \(weakness); use a longer one, such "
                    + "as six random words")
        }
        return passphrase
    }

    /// For a new file: given, or else chosen on the terminal.
    ///
    /// - Parameter name: the file's name in the prompt.
    func newOrChosen(for name: String) throws -> Passphrase {
        try new() ?? NewPassphrase(name: name, variable: variable).ask()
    }

    /// - Throws: ``CommandError`` if the file is an input, and not only in a folder of inputs.
    func check(isNotAmong inputs: [Input]) throws {
        guard let file, file != "-" else { return }
        let own = try FileIdentity(file)
        for case .file(let path) in inputs.filter({ $0.folder == nil }).map(\.location)
        where try FileIdentity(path) == own {
            throw CommandError(
                "\(variable.option) \(file) is an input", "name the file that has the passphrase",
                status: ExitCode.validationFailure)
        }
    }
}
