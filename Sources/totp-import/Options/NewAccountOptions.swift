import ArgumentParser
import Encodings
import TOTPDomain

/// An account that is typed, as far as it is given in advance.
struct NewAccountOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The issuer, such as the site's name.", valueName: "text"))
    var issuer: String?

    @Option(help: ArgumentHelp("The account name, such as an e-mail address.", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The secret in base32, or a link: the first line of a file, - for standard input (else a prompt).",
            valueName: "file"),
        completion: .file())
    var secretFile: String?

    @Option(help: ArgumentHelp("The type: totp, hotp or steam (default: totp).", valueName: "type"))
    var type: OTPKind?

    @Option(help: ArgumentHelp("The algorithm: SHA1, SHA256 or SHA512 (default: SHA1).", valueName: "name"))
    var algorithm: OTPAlgorithm?

    @Option(help: ArgumentHelp("The number of digits (default: 6).", valueName: "n"))
    var digits: Int64?

    @Option(help: ArgumentHelp("The period (default: 30).", valueName: "seconds"))
    var period: Int64?

    @Option(help: ArgumentHelp("The counter of the next code, for hotp (default: 0).", valueName: "n"))
    var counter: Int64?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Option(name: .customLong("add-tag"), help: ArgumentHelp("Add a tag; repeatable.", valueName: "text"))
    var tags: [String] = []

    var isEmpty: Bool {
        issuer == nil && name == nil && secretFile == nil && type == nil && algorithm == nil && digits == nil
            && period == nil && counter == nil && note == nil && tags.isEmpty
    }

    /// The account; asks for issuer, name and secret if they are missing.
    ///
    /// - throws: ``CommandError`` if there is no terminal to ask, or what was typed is not an account.
    func account() throws -> TOTPItem {
        let secret = try secretText()
        var item = try Self.item(secret, self)
        if let issuer = try issuer ?? typed("Issuer", item.issuer) { item.issuer = issuer.trimmingWhitespace }
        if let name = try name ?? typed("Name", item.name) { item.name = name.trimmingWhitespace }
        if let note, !note.isBlank { item.note = note }
        item.tags += tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }
        return item
    }

    private func typed(_ title: String, _ value: String) throws -> String? {
        // A script that names the secret need not name everything else.
        guard secretFile == nil else { return nil }
        return try AccountQuestions.text(title, value)
    }

    private func secretText() throws -> String {
        let typed: Passphrase
        if let secretFile {
            guard let line = try PassphraseFile.lines(secretFile, "Secret or otpauth link").first else {
                throw CommandError(
                    message: "\(secretFile.inputName): contains no secret; put it on the first line",
                    status: ExitStatus.nothing)
            }
            typed = line
        } else {
            switch PassphrasePrompt.ask("Secret or otpauth link (not shown)") {
            case .typed(let line): typed = line
            case .empty: typed = Passphrase("")
            case .unavailable:
                throw CommandError(
                    message: "there is no terminal to ask for the secret; use --secret-file, or name an input",
                    status: ExitStatus.nothing)
            }
        }
        guard let text = typed.text?.trimmingWhitespace, !text.isEmpty else {
            throw CommandError(message: "no secret was typed; nothing was changed", status: ExitStatus.nothing)
        }
        return text
    }

    /// A link, or a secret with the parameters that were given.
    private static func item(_ text: String, _ options: NewAccountOptions) throws -> TOTPItem {
        do throws(EntryError) {
            if KeyURIScheme.find(in: Array(text.utf8).span) != nil {
                return try KeyURI.read(Array(text.utf8).span).item
            }
            return TOTPItem(
                issuer: "", name: "", secret: try OTPSecret(base32: text),
                parameters: try OTPParameters(
                    kind: options.type ?? .totp, algorithm: options.algorithm ?? .sha1, digits: options.digits,
                    period: options.period, counter: options.counter))
        } catch { throw CommandError(message: "not an account: \(error.reason)", status: ExitStatus.nothing) }
    }
}

extension OTPKind: ExpressibleByArgument {
    /// The types that need no PIN: a PIN comes with a link or an export.
    public init?(argument: String) {
        guard let kind = OTPKind(rawValue: argument.lowercased()), [.totp, .hotp, .steam].contains(kind) else {
            return nil
        }
        self = kind
    }

    public static var allValueStrings: [String] { [OTPKind.totp, .hotp, .steam].map(\.rawValue) }
}
