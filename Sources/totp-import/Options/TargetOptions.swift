import ArgumentParser
import Encodings
import TOTPDomain

/// Options that only some formats have, as their descriptions say.
struct TargetOptions: ParsableArguments {
    @OptionGroup var perCode: AccountsPerCodeOptions

    @Option(.writing, "Cipher of a keepass database (default: chacha20).", value: "name")
    var cipher: ExportOptions.Cipher?

    @Flag(
        .writing, "Encrypt pskc for servers with AES-128 and SHA-1 only.",
        manual: "With HMAC-SHA1 and PBKDF2 with SHA-1, for servers that know nothing newer.")
    var pskcCompatible = false

    @Option(
        .writing, "What serial numbers of tokens start with.", value: "text",
        manual: """
            1 to 32 letters, digits and `-._~`. Servers know tokens by these numbers. A token keeps the number that \
            it has. Only with pskc, entra, privacyidea and linotp.
            """)
    var serialPrefix: String?

    /// What the format is written with.
    var options: ExportOptions {
        var options = ExportOptions()
        if let count = perCode.accountsPerCode { options.accountsPerCode = count }
        if let cipher { options.cipher = cipher }
        options.isCompatible = pskcCompatible
        options.serialPrefix = serialPrefix
        return options
    }

    /// - Throws: `ValidationError` if the format does not have an option that was given.
    func validate(for format: ExportDescription) throws {
        try perCode.validate(
            isUsed: format.options.contains(.accountsPerCode), with: Self.formats(with: .accountsPerCode))
        let given: [(ExportOptions.Name, String, Bool)] = [
            (.cipher, "--cipher", cipher != nil), (.isCompatible, "--pskc-compatible", pskcCompatible),
            (.serialPrefix, "--serial-prefix", serialPrefix != nil),
        ]
        for (name, option, isGiven) in given where isGiven && !format.options.contains(name) {
            throw ValidationError("\(option) can be used only with \(Self.formats(with: name))")
        }
        if let serialPrefix {
            guard 1...32 ~= serialPrefix.utf8.count, serialPrefix.utf8.allSatisfy({ PercentCoding.isUnreserved($0) })
            else {
                throw ValidationError("--serial-prefix must be 1 to 32 letters, digits and -._~")
            }
        }
    }

    private static func formats(with option: ExportOptions.Name) -> String {
        let ids = Assembly.current.exportFormats.map(\.description).filter { $0.options.contains(option) }
        return "--to \(ids.map(\.id.rawValue).sorted().joined(separator: ", "))"
    }
}

extension ExportOptions.Cipher: ExpressibleByArgument {}
