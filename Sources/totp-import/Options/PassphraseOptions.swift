import ArgumentParser
import ImportPipeline
import TOTPDomain

/// The passphrase of a vault: given in advance, or typed.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("passphrase-file"), .passphrases, "The vault's passphrase, in a file (- is standard input).",
        value: "file",
        manual: """
            It is the first line that is not empty; a recovery code is also accepted. Without this option: \
            TOTP_IMPORT_PASSPHRASE, else a prompt.
            """)
    var file: String?

    /// Standard input is read once.
    ///
    /// - Parameter candidates: arguments that may be `-`.
    static func checkStandardInput(_ candidates: [String?]) throws {
        if candidates.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be used only once: for an input or for one passphrase")
        }
    }

    /// Whether it must be typed.
    var isTyped: Bool {
        guard let file else { return PassphraseVariable.vault.value == nil }
        return file == "-" && ControllingTerminal(standardInput: ()) != nil
    }

    /// The passphrase that was given in advance, without a prompt.
    var given: GivenPassphrase { GivenPassphrase(file: file, variable: .vault) }

    /// The passphrase for a new vault: generated, given, or chosen on the terminal.
    func new(for path: String, _ options: GenerateOptions) throws -> Passphrase {
        if let kind = options.choice { return try NewPassphrase(name: path, variable: .vault).generate(kind) }
        return try given.newOrChosen(for: path)
    }
}

/// The prompt for the passphrase of an encrypted input, which names the file and its app.
enum SourcePrompt {
    /// The passphrases of `--source-passphrase-file`.
    struct Given: Sendable {
        let file: String
        let count: Int
    }

    /// - Parameter mayAsk: waits for permission to ask; false if the answer would be of no use.
    static func ask(
        _ question: PassphraseQuestion, _ given: Given?, mayAsk: @Sendable () async -> Bool
    ) async -> PassphraseAnswer {
        guard await mayAsk() else { return .nobody }
        let (lines, prompt) = text(question, given)
        return PassphrasePrompt.ask(prompt, after: lines)
    }

    /// The lines before the prompt, and the prompt.
    static func text(
        _ question: PassphraseQuestion, _ given: Given? = nil
    ) -> (lines: [String], prompt: String) {
        guard question.attempt == 1 else {
            let keyFile = question.mayNeedKeyFile ? ", or a key file is needed (--key-file FILE)" : ""
            return (
                [], "Wrong passphrase\(keyFile). Try again (\(question.attempt) of \(PassphraseQuestion.attempts))"
            )
        }
        var place = ""
        if let number = question.place, number.count > 1 { place = "\(number.number) of \(number.count): " }
        let keyFile =
            question.mayNeedKeyFile
            ? ["If it also has a key file, skip it and run again with --key-file FILE."] : []
        var tried: [String] = []
        if let given, given.count > 0 {
            let name = given.file.inputName
            tried = [
                given.count == 1
                    ? "The passphrase in \(name) does not open it."
                    : "None of the \(given.count) passphrases in \(name) opens it."
            ]
        } else if question.tried > 0 {
            tried = ["The passphrases that are known so far do not open it."]
        }
        return ([place + question.sentence] + tried + keyFile, "Passphrase (Enter to skip this file)")
    }
}
