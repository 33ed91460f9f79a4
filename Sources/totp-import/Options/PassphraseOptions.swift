import ArgumentParser
import TOTPDomain

/// The passphrase of a vault: given beforehand, or typed.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("passphrase-file"),
        help: ArgumentHelp(
            "The vault's passphrase: the first line of a file, - for standard input (else TOTP_IMPORT_PASSPHRASE, else a prompt).",
            valueName: "file"),
        completion: .file())
    var file: String?

    /// Standard input is read once.
    func validate(besides source: SourceOptions) throws {
        let users = [file, source.sourcePassphraseFile] + source.inputs.filter { $0 == "-" }
        if users.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be one thing only: an input, or one of the passphrases.")
        }
    }

    /// What was given beforehand, without a prompt.
    func given() throws -> Passphrase? {
        if let file { return try PassphraseFile.first(file) }
        return Console.environment("TOTP_IMPORT_PASSPHRASE").map { Passphrase($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The passphrase for a vault that is made now: typed twice where it is typed.
    func new(for path: String) throws -> Passphrase {
        if let given = try given() { return given }
        return try Self.askTwice("New passphrase for \(path)", missing: Self.missing(path))
    }

    static func askTwice(_ prompt: String, missing: CommandError) throws -> Passphrase {
        for _ in 1...3 {
            guard let first = PassphrasePrompt.ask(prompt) else { throw missing }
            guard !first.isEmpty else {
                Assembly.current.console.note("An empty passphrase protects nothing; choose another.")
                continue
            }
            guard let second = PassphrasePrompt.ask("The same again") else { throw missing }
            if first == second { return first }
            Assembly.current.console.note("The two differ; try again.")
        }
        throw CommandError(message: "no passphrase was chosen", status: ExitStatus.passphrase)
    }

    static func missing(_ path: String) -> CommandError {
        CommandError(
            message: "\(path): the vault's passphrase is missing; give it with --passphrase-file FILE, in the "
                + "environment as TOTP_IMPORT_PASSPHRASE, or run this in a terminal to be asked",
            status: ExitStatus.passphrase)
    }
}
