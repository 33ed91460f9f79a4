import ArgumentParser

/// The inputs of a command that shows accounts, the default vault without any, and which of their accounts.
struct AccountOptions: ParsableArguments {
    @OptionGroup var source: SourceOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var selection: SelectionOptions

    /// The text to search for, from the arguments.
    private(set) var name: String?

    private enum CodingKeys: String, CodingKey { case source, passphrase, selection }

    /// - Parameter takesName: whether a last argument that is not a file is a text to search for.
    /// - Throws: `ValidationError` if no input is named, and the default vault does not exist, or if standard input is
    ///   named twice.
    mutating func check(takesName: Bool = false) throws {
        if takesName { name = try source.takeName(unless: selection) }
        if source.isDefaultVault { _ = try DefaultVault.existing() }
        try PassphraseOptions.checkStandardInput([passphrase.file] + source.stdinCandidates)
    }

    func selected() throws -> AccountSelection {
        var selected = try selection.selection()
        if let name { selected.search = name }
        return selected
    }
}
