import ArgumentParser
import TOTPDomain

/// Whether the file that is written is encrypted, and its passphrase.
struct TargetPassphraseOptions: ParsableArguments {
    @Flag(help: "Write without encryption.")
    var plain = false

    @Option(
        help: ArgumentHelp(
            "The output's passphrase: the first line of a file, - for standard input (else TOTP_IMPORT_TARGET_PASSPHRASE, else a prompt).",
            valueName: "file"),
        completion: .file())
    var targetPassphraseFile: String?

    func validate() throws {
        if plain, targetPassphraseFile != nil {
            throw ValidationError("--plain and --target-passphrase-file cannot be used together")
        }
    }

    /// - throws: `ValidationError` if the format cannot do what was asked for.
    func validate(for format: ExportDescription) throws {
        switch format.protection {
        case .none:
            if targetPassphraseFile != nil {
                throw ValidationError("The format \(format.id) is not encrypted; omit --target-passphrase-file")
            }
        case .required:
            if plain { throw ValidationError("The format \(format.id) is always encrypted; omit --plain") }
        case .optional: break
        }
    }

    /// Whether and how to encrypt. A format that can be encrypted is encrypted, unless `--plain` is given.
    ///
    /// - parameter output: the file's name in the prompt.
    func protection(for format: ExportDescription, _ output: String) throws -> ExportRequest.Protection {
        if format.protection == .none || plain { return .none }
        return .passphrase(try passphrase(output))
    }

    /// Whether the passphrase must be typed.
    func isAsked(for format: ExportDescription) -> Bool {
        format.protection != .none && !plain && targetPassphraseFile == nil
            && PassphraseVariable.target.value == nil
    }

    private func passphrase(_ output: String) throws -> Passphrase {
        if let targetPassphraseFile { return try PassphraseFile.first(targetPassphraseFile, "New passphrase") }
        if let given = PassphraseVariable.target.value { return given }
        let name = output == "-" ? "the output" : output
        return try NewPassphrase(
            name: name,
            missing: CommandError(
                message: "\(name): the passphrase is missing; use --target-passphrase-file FILE, set "
                    + "TOTP_IMPORT_TARGET_PASSPHRASE, or run this in a terminal",
                status: ExitStatus.passphrase)
        ).ask()
    }
}
