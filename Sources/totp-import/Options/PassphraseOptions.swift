import ArgumentParser
import TOTPDomain

/// The passphrase of a vault: given in advance, or typed.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("passphrase-file"),
        help: ArgumentHelp(
            "The vault's passphrase: the first line of a file, - for standard input (else TOTP_IMPORT_PASSPHRASE, else a prompt).",
            valueName: "file"),
        completion: .file())
    var file: String?

    /// Standard input is read once.
    ///
    /// - parameter users: the options that read standard input.
    static func checkStandardInput(_ users: [String?]) throws {
        if users.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be used only once: for an input or for one passphrase")
        }
    }

    func validate(with source: SourceOptions) throws {
        try Self.checkStandardInput([file, source.sourcePassphraseFile] + source.inputs)
    }

    /// The passphrase that was given in advance, without a prompt.
    func given() throws -> Passphrase? {
        if let file { return try PassphraseFile.first(file) }
        return Self.environment("TOTP_IMPORT_PASSPHRASE")
    }

    /// The passphrase for a new vault; if typed, typed twice.
    func new(for path: String) throws -> Passphrase {
        if let given = try given() { return given }
        return try Self.askTwice("New passphrase for \(path)", missing: Self.missing(path))
    }

    /// - returns: nil if the variable is not set, or empty.
    static func environment(_ name: String) -> Passphrase? {
        Console.environmentBytes(name).flatMap { $0.isEmpty ? nil : Passphrase(utf8: $0) }
    }

    static func askTwice(_ prompt: String, missing: CommandError) throws -> Passphrase {
        let console = Assembly.current.console
        for _ in 1...3 {
            guard let first = PassphrasePrompt.ask(prompt) else { throw missing }
            guard !first.isEmpty else {
                console.note("An empty passphrase protects nothing; choose another one")
                continue
            }
            guard let second = PassphrasePrompt.ask("Repeat the passphrase") else { throw missing }
            if first == second { return first }
            console.note("The passphrases differ; try again")
        }
        throw CommandError(message: "no passphrase was chosen", status: ExitStatus.passphrase)
    }

    static func missing(_ path: String) -> CommandError {
        CommandError(
            message: "\(path): the vault's passphrase is missing; use --passphrase-file FILE, set "
                + "TOTP_IMPORT_PASSPHRASE, or run this in a terminal",
            status: ExitStatus.passphrase)
    }
}
