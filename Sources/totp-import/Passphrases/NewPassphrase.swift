import CryptoPrimitives
import Encodings
import Platform
import SecureMemory
import Synchronization
import TOTPDomain
import TOTPImport

/// Chooses a passphrase on the terminal: typed twice, or generated.
struct NewPassphrase {
    /// The file that it will open.
    let name: String
    /// How else it can be given.
    let variable: PassphraseVariable

    private static let attempts = 3

    /// Asks. Enter generates a passphrase; a weak passphrase is accepted only after a question.
    func ask() throws -> Passphrase {
        let console = Console()
        for attempt in 1...Self.attempts {
            switch PassphrasePrompt.ask(
                "New passphrase for \(name) (Enter to generate one)", after: attempt == 1 ? [Self.noReset] : [],
                keepsTyped: false)
            {
            case .nobody: throw CommandError(missing: variable, of: name)
            case .skip:
                if let generated = try show(.standard) { return generated }
            case .typed(let first):
                if let weakness = PassphraseStrength.weakness(of: first) {
                    let question = "This passphrase is weak: \(weakness). Use it anyway?"
                    guard TypedAnswer.isYes(question) == true else { continue }
                }
                guard case .typed(let second) = PassphrasePrompt.ask("Repeat the passphrase"), first == second else {
                    console.note("The passphrases differ; try again")
                    continue
                }
                return first
            }
        }
        throw Self.notChosen
    }

    /// Generates a passphrase and shows it once: on the terminal, with a question whether it was saved; without a
    /// terminal, on standard output.
    func generate(_ kind: GeneratedPassphrase) throws -> Passphrase {
        guard ControllingTerminal() != nil else {
            let passphrase = try kind.make()
            var line = passphrase.utf8 + [ASCII.newline]
            defer { line.wipe() }
            try Console().output(line)
            return passphrase
        }
        for _ in 1...Self.attempts {
            if let passphrase = try show(kind) { return passphrase }
        }
        throw Self.notChosen
    }

    /// - Returns: nil if it was not saved.
    private func show(_ kind: GeneratedPassphrase) throws -> Passphrase? {
        let passphrase = try kind.make()
        guard let terminal = ControllingTerminal() else { throw CommandError(missing: variable, of: name) }
        var below = ["", "Write it on paper, or save it in a password manager."]
        if let weakness = PassphraseStrength.weakness(of: passphrase) { below.append("It is weak: \(weakness).") }
        let indentation = "    "
        let title = terminal.wrapped("Generated passphrase for \(name.sanitized), shown only once:")
        terminal.write("\(title.joined(separator: "\n"))\n\n\(indentation)")
        // It is ASCII.
        let width = passphrase.utf8.withBytes { bytes in
            _ = terminal.write(bytes)
            return indentation.count + bytes.count
        }
        terminal.write("\n\(below.joined(separator: "\n"))\n")
        let isSaved = TypedAnswer.isYes("Have you saved it?") { below.append($0) }
        if !terminal.erase(lineOfWidth: width, above: below) {
            terminal.write("The passphrase is still on the screen: clear it.\n")
        }
        return isSaved == true ? passphrase : nil
    }

    private static let noReset = "There is no reset: without the passphrase, nobody can open the file."

    private static let notChosen = CommandError(
        "no passphrase was chosen; nothing was written", status: ExitStatus.passphrase)
}

extension Advice {
    /// The ways to give a passphrase.
    static func giving(_ variable: PassphraseVariable) -> Advice {
        .text("use \(variable.option) FILE, set \(variable.rawValue), or run this in a terminal")
    }
}

extension CommandError {
    init(missing variable: PassphraseVariable, of file: String) {
        self.init("\(file): \(variable.what) is missing", .giving(variable), status: ExitStatus.passphrase)
    }
}

/// Passphrases and keys in the environment. A variable is read once and wiped: otherwise it stays readable in memory, and in
/// `/proc/PID/environ`, as long as the program runs.
enum PassphraseVariable: String, CaseIterable {
    case vault = "TOTP_IMPORT_PASSPHRASE"
    case source = "TOTP_IMPORT_SOURCE_PASSPHRASE"
    case target = "TOTP_IMPORT_TARGET_PASSPHRASE"
    case new = "TOTP_IMPORT_NEW_PASSPHRASE"
    case fingerprintKey = "TOTP_IMPORT_FINGERPRINT_KEY"

    /// The option for a file with it.
    var option: String {
        switch self {
        case .vault: "--passphrase-file"
        case .source: "--source-passphrase-file"
        case .target: "--target-passphrase-file"
        case .new: "--new-passphrase-file"
        case .fingerprintKey: "--fingerprint-key-file"
        }
    }

    /// In a sentence.
    fileprivate var what: String {
        switch self {
        case .vault: "the vault's passphrase"
        case .new: "the new passphrase"
        case .source, .target: "the passphrase"
        case .fingerprintKey: "the key"
        }
    }

    private static let read = Mutex<[PassphraseVariable: Passphrase]>([:])

    /// The bytes as they are: text would replace invalid UTF-8, and different passphrases would become equal.
    ///
    /// - Returns: nil if the variable is not set, or empty.
    var value: Passphrase? {
        Self.read.withLock { read in
            if let value = wiped() { read[self] = value }
            return read[self]
        }
    }

    /// Wipes all of them.
    static func forget() {
        read.withLock { read in
            for variable in allCases { _ = variable.wiped() }
            read = [:]
        }
    }

    private func wiped() -> Passphrase? {
        guard let text = getenv(rawValue) else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: text, count: strlen(text))
        defer { bytes.wipe() }
        return bytes.isEmpty ? nil : Passphrase(utf8: bytes)
    }
}
