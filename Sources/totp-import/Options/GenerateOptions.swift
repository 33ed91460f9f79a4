import ArgumentParser
import TOTPImport

/// Options for generated passphrases of new vaults.
struct GenerateOptions: ParsableArguments {
    @Flag(
        .passphrases, "Generate a passphrase of six words for a new vault.",
        manual: "It is shown on the terminal until it is saved, or else written to standard output.")
    var generate = false

    @Option(
        .passphrases, "Generate a passphrase of this many characters, 4 to 64.", value: "n",
        manual: "They replace the words of `--generate`.")
    var length: Int?

    @Option(
        .passphrases, "With --length: some of lower,upper,digits,symbols.", value: "list",
        manual: "The passphrase has at least one character of each class.")
    var classes = "lower,upper,digits"

    /// Nil if nothing is to be generated.
    var choice: GeneratedPassphrase? {
        guard let length else { return generate ? .standard : nil }
        return .characters(length, chosenClasses ?? [])
    }

    private var chosenClasses: [GeneratedPassphrase.CharacterClass]? {
        let names = Set(classes.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        let chosen = GeneratedPassphrase.CharacterClass.allCases.filter { names.contains($0.rawValue) }
        return chosen.count == names.count ? chosen : nil
    }

    func validate() throws {
        if let length, !GeneratedPassphrase.lengths.contains(length) {
            throw ValidationError("--length must be 4 to 64")
        }
        guard chosenClasses != nil else {
            throw ValidationError("--classes must be some of lower, upper, digits and symbols, separated by commas")
        }
        if length == nil, classes != "lower,upper,digits" {
            throw ValidationError("--classes needs --length")
        }
    }

    /// - Throws: `ValidationError` if a passphrase is given as well.
    func validate(with file: String?) throws {
        if choice != nil, file != nil {
            throw ValidationError(
                "\(length == nil ? "--generate" : "--length") and --passphrase-file cannot be used together")
        }
    }
}

extension GeneratedPassphrase.CharacterClass: ExpressibleByArgument {}
