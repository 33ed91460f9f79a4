import ArgumentParser
import TOTPDomain

/// Options that only some formats have, as their descriptions say.
struct TargetOptions: ParsableArguments {
    @OptionGroup var perCode: AccountsPerCodeOptions

    @Option(.writing, "Cipher of a keepass database (default: chacha20).", value: "name")
    var cipher: ExportOptions.Cipher?

    @Flag(
        .writing, "Encrypt pskc for servers with AES-128 and SHA-1 only.",
        manual: ExportOptions.Name.isCompatible.question.hint)
    var pskcCompatible = false

    @Option(
        .writing, "What serial numbers of tokens start with.", value: "text",
        manual: """
            1 to 32 letters, digits and `-._~`. \(ExportOptions.Name.serialPrefix.question.hint) \
            Only with pskc, entra, privacyidea and linotp.
            """)
    var serialPrefix: String?

    /// What the format is written with.
    ///
    /// - Throws: `ValidationError` if the format does not have an option that was given, or not with this value.
    func options(for format: ExportDescription) throws -> ExportOptions {
        try ExportOptions(
            [
                .accountsPerCode: perCode.text, .cipher: cipher?.rawValue, .isCompatible: pskcCompatible ? "on" : nil,
                .serialPrefix: serialPrefix,
            ], known: format.options
        ) { option in
            let ids = Assembly.current.exportFormats.map(\.description).filter { $0.options.contains(option) }
            return "--to \(ids.map(\.id.rawValue).sorted().joined(separator: ", "))"
        }
    }
}

extension ExportOptions {
    /// - Parameters:
    ///   - given: the options, each with what was typed.
    ///   - known: those that can be used.
    ///   - with: what an option can be used with.
    /// - Throws: `ValidationError`.
    init(_ given: KeyValuePairs<Name, String?>, known: Set<Name>, with users: (Name) -> String) throws {
        self.init()
        for case (let option, let text?) in given {
            guard known.contains(option) else {
                throw ValidationError("--\(option.rawValue) can be used only with \(users(option))")
            }
            if let rule = set(option, to: text) { throw ValidationError("--\(option.rawValue) must be \(rule)") }
        }
    }
}

extension ExportOptions.Cipher: ExpressibleByArgument {}
