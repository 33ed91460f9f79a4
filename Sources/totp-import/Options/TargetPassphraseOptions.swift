import Encodings
import ArgumentParser
import TOTPDomain

/// Whether the file that is written is encrypted, and its passphrase.
struct TargetPassphraseOptions: ParsableArguments {
    @Flag(.writing, "Write without encryption.", manual: "Refused if the format is always encrypted.")
    var plain = false

    @Option(
        .writing, "The output's passphrase, in a file (- is standard input).", value: "file",
        manual: """
            It is the first line that is not empty. Refused if the format has no encryption. Without this option: \
            TOTP_IMPORT_TARGET_PASSPHRASE, else a prompt.
            """)
    var targetPassphraseFile: String?

    func validate() throws {
        if plain, targetPassphraseFile != nil {
            throw ValidationError("--plain and --target-passphrase-file cannot be used together")
        }
    }

    /// - Throws: `ValidationError` if the format does not support these options.
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

    /// A file that is written again stays as it is, encrypted or not.
    ///
    /// - Parameter name: the file that was read.
    func validate(for format: ExportDescription, isEncrypted: Bool, named name: String) throws {
        guard format.protection == .optional, plain == isEncrypted else { return }
        let (problem, advice): (String, Advice) =
            isEncrypted
            ? ("an encrypted export comes back encrypted, with the same passphrase", "omit --plain")
            : (
                "this export is not encrypted, and neither is the new one",
                "add --plain, or export it with a password"
            )
        throw CommandError("\(name): \(problem)", advice, status: ExitCode.validationFailure)
    }

    /// The passphrase that was given in advance, without a prompt.
    var given: GivenPassphrase { GivenPassphrase(file: targetPassphraseFile, variable: .target) }

    /// Whether and how to encrypt. A format that can be encrypted is encrypted, unless `--plain` is given.
    ///
    /// - Parameter output: the file's name in the prompt.
    func protection(for format: ExportDescription, _ output: String) throws -> ExportRequest.Protection {
        if format.protection == .none || plain { return .none }
        return .passphrase(try given.newOrChosen(for: output == "-" ? "the output" : output))
    }

    /// Whether the passphrase must be typed.
    func isAsked(for format: ExportDescription) -> Bool {
        format.protection != .none && !plain && targetPassphraseFile == nil
            && PassphraseVariable.target.value == nil
    }
}
