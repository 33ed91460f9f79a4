import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain
import TOTPImport

/// An account that is typed, as far as it is given in advance.
struct NewAccountOptions: ParsableArguments {
    @Option(.correcting, "The issuer, such as the site's name.", value: "text")
    var issuer: String?

    @Option(.correcting, "The account name, such as an e-mail address.", value: "text")
    var name: String?

    @Option(
        .correcting, "The secret or a link, in a file (- is standard input).", value: "file",
        manual: """
            It is the first line. The secret of a `motp` account is hexadecimal, others are base32. Without this \
            option, a prompt asks for it.
            """)
    var secretFile: String?

    @Option(.correcting, "The type (default: totp).", value: "kind")
    var type: OTPKind?

    @Option(
        .correcting, "The PIN of motp or yandex, in a file (- is standard input).", value: "file",
        manual: "It is the first line. Without this option, a prompt asks for it.")
    var pinFile: String?

    @Option(.correcting, "The algorithm (default: SHA1).", value: "name")
    var algorithm: OTPAlgorithm?

    @Option(.correcting, "The number of digits (default: 6).", value: "n")
    var digits: Int64?

    @Option(.correcting, "The period (default: 30).", value: "seconds")
    var period: Int64?

    @Option(.correcting, "The counter of the next code, for hotp (default: 0).", value: "n")
    var counter: Int64?

    @Option(.correcting, "A note.", value: "text")
    var note: String?

    @Option(name: .customLong("add-tag"), .correcting, "Add a tag; repeatable.", value: "text")
    var tags: [String] = []

    var isEmpty: Bool {
        issuer == nil && name == nil && secretFile == nil && note == nil && tags.isEmpty && type == nil
            && pinFile == nil && !namesParameters
    }

    private var namesParameters: Bool { algorithm != nil || digits != nil || period != nil || counter != nil }

    private var hasPIN: Bool { type?.hasPIN == true }

    func validate() throws {
        if let type, type.fixedParameters != nil {
            let isFixed = algorithm != nil || digits != nil || counter != nil
            guard !isFixed, type.choosesPeriod || period == nil else {
                throw ValidationError(
                    "The parameters of \(type.rawValue) are fixed; omit --algorithm, --digits"
                        + (type.choosesPeriod ? " and --counter" : ", --period and --counter"))
            }
        }
        if counter != nil, type != .hotp { throw ValidationError("--counter can be used only with --type hotp") }
        if period != nil, type == .hotp {
            throw ValidationError("--period cannot be used with --type hotp: its codes do not depend on the time")
        }
        if pinFile != nil, !hasPIN { throw ValidationError("--pin-file can be used only with --type motp or yandex") }
    }

    /// The account; asks for issuer, name and secret if they are missing.
    ///
    /// - Throws: ``CommandError`` without a terminal to ask, or if the answer is not an account.
    func account() throws -> Account {
        var account = try newAccount()
        if hasPIN { account.pin = OTPPin(try text(pinFile, "PIN", "PIN")) }
        if let issuer = try issuer ?? typed("Issuer", account.issuer) { account.issuer = issuer.trimmingWhitespace }
        if let name = try name ?? typed("Name", account.name) { account.name = name.trimmingWhitespace }
        if let note, !note.isBlank { account.note = note }
        account.tags += tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }
        return account
    }

    private func typed(_ title: String, _ value: String) throws -> String? {
        // A script that names the secret need not name everything else.
        guard secretFile == nil else { return nil }
        return try AccountQuestions.text(title, value)
    }

    /// A line that is not shown.
    ///
    /// - Parameters:
    ///   - file: where it is; nil to ask for it.
    ///   - prompt: without the colon.
    ///   - what: the name of the text in messages, and in the option for its file.
    ///   - mayBeLink: whether a link may be typed, which may have several lines.
    private func text(
        _ file: String?, _ prompt: String, _ what: String, mayBeLink: Bool = false
    ) throws -> String {
        let typed: Passphrase
        if let file {
            let lines = try PassphraseFile.lines(file, prompt).text
            guard let line = lines.first else {
                throw CommandError("\(file.inputName): contains no \(what)", "put it on the first line")
            }
            typed = mayBeLink ? Passphrase(TypedAccount.first(of: lines.map { $0.text ?? "" })) : line
        } else {
            switch PassphrasePrompt.ask("\(prompt) (not shown)", takesPasted: mayBeLink) {
            case .typed(let line): typed = line
            case .skip: typed = Passphrase("")
            case .nobody:
                throw CommandError("there is no terminal to ask for the \(what)", "use --\(what.lowercased())-file")
            }
        }
        guard let text = typed.text?.trimmingWhitespace, !text.isEmpty else {
            throw CommandError("no \(what) was typed; nothing was changed")
        }
        return text
    }

    /// The account of a link, or of a secret with the given parameters. If a typed link or secret is wrong, asks again.
    private func newAccount() throws -> Account {
        var prompt = "Secret or otpauth link"
        var attempt = 1
        while true {
            let text = try text(secretFile, prompt, "secret", mayBeLink: true)
            do throws(EntryError) { return try newAccount(text) } catch {
                if secretFile == nil, let letters = text.withLookalikesReplaced,
                    TypedAnswer.isYes("In a secret, \(text.lookalikes). Correct it?") == true
                {
                    if let account = try? newAccount(letters) { return account }
                }
                attempt += 1
                guard secretFile == nil, attempt <= PassphraseQuestion.attempts else {
                    throw CommandError("not an account: \(error.reason)")
                }
                let problem = error.reason.prefix(1).uppercased() + error.reason.dropFirst()
                prompt = "\(problem). Try again (\(attempt) of \(PassphraseQuestion.attempts))"
            }
        }
    }

    private func newAccount(_ text: String) throws(EntryError) -> Account {
        try TypedAccount(
            secret: text, type: type, algorithm: algorithm, digits: digits, period: period, counter: counter
        ).account(omitting: "--type, --digits and the like")
    }
}

extension OTPKind: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
