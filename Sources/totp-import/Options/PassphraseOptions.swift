import ArgumentParser
import TOTPDomain

/// The passphrase of a vault: given in advance, or typed.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("passphrase-file"),
        help: ArgumentHelp(
            .passphrases, "The vault's passphrase, in a file (- is standard input).", value: "file",
            manual: """
                It is the first line that is not empty; a recovery code is also accepted. Without this option: \
                TOTP_IMPORT_PASSPHRASE, else a prompt.
                """),
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
        try Self.checkStandardInput([file] + source.users)
    }

    /// Whether it must be typed.
    var isTyped: Bool {
        guard let file else { return PassphraseVariable.vault.value == nil }
        return file == "-" && ControllingTerminal(standardInput: ()) != nil
    }

    /// The passphrase that was given in advance, without a prompt.
    func given() throws -> Passphrase? {
        if let file { return try PassphraseFile.first(file, "Passphrase") }
        return PassphraseVariable.vault.value
    }

    /// The passphrase for a new vault: generated, given, or chosen on the terminal.
    func new(for path: String, _ options: GenerateOptions) throws -> Passphrase {
        let new = NewPassphrase(name: path, missing: Self.missing(path))
        if let kind = options.choice { return try new.generate(kind) }
        if let given = try given() { return given }
        return try new.ask()
    }

    static func missing(_ path: String) -> CommandError {
        CommandError(
            message: "\(path): the vault's passphrase is missing; use --passphrase-file FILE, set "
                + "TOTP_IMPORT_PASSPHRASE, or run this in a terminal",
            status: ExitStatus.passphrase)
    }
}
