import Encodings
import Links
import Platform
import TOTPDomain

/// An account as an export contains it, before the rules for all formats (`Docs/formats/README.md`).
package struct AccountDraft: Sendable {
    /// The id of a link's account, kept because a new id costs as much as reading the link.
    private var id: UUID?
    package var kind: OTPKind
    /// Issuer and name, if they differ from those of the entry.
    package var names: (issuer: String, name: String)?
    /// The secret's bytes; of Yandex accounts the first 16 count.
    package let secret: [UInt8]
    private var algorithm: String?
    package private(set) var digits: Int64?
    private var period: Int64?
    package private(set) var counter: Int64?
    package var pin: String?
    package var note: String?
    package var tags: [String] = []
    package var isFavorite = false
    package var token: Account.Token?
    private var matchDomain: String?
    /// What users should know about the account.
    package var warning: Warning?
    /// Whether names, note and tags need no cleaning: from a link, or from a file that this program wrote.
    package var isVerbatim = false
    /// Whether the issuer can make it a Steam account, as that of a link: nothing else says which codes it has.
    package var knowsSteamByIssuer = false

    package init(kind: OTPKind = .totp, secret: [UInt8]) {
        self.kind = kind
        self.secret = secret
    }

    // MARK: - Secrets

    /// Reads the secret as base32.
    ///
    /// - Parameter isTyped: whether people may have written it, and other words after it.
    /// - Throws: ``EntryError``, as all of these do: with `secret-missing` for a text without a secret.
    package init(kind: OTPKind = .totp, base32 text: String?, isTyped: Bool = false) throws(EntryError) {
        let text = Array(try Self.secretText(text).utf8)
        self.init(
            kind: kind, secret: isTyped ? try OTPSecret.bytes(typed: text) : try OTPSecret.bytes(base32: text.span))
        if !Base32.isWhole(text.span) { warning = .secretLength }
    }

    /// Reads the secret as hexadecimal digits.
    package init(kind: OTPKind = .totp, hex text: String?) throws(EntryError) {
        guard let secret = Hex.decode(try Self.secretText(text)) else {
            throw EntryError(.secretNotHex, "the secret is not hexadecimal")
        }
        self.init(kind: kind, secret: secret)
    }

    /// Reads the secret as base64.
    package init(kind: OTPKind = .totp, base64 text: String?) throws(EntryError) {
        guard let secret = Base64.decode(try Self.secretText(text)) else {
            throw EntryError(.fieldDamaged, "the secret is not base64")
        }
        self.init(kind: kind, secret: secret)
    }

    /// Reads the secret in any encoding. Groups do not matter, except in text.
    package init(
        kind: OTPKind = .totp, secret text: String?, in encoding: SecretEncoding, isTyped: Bool = false
    ) throws(EntryError) {
        let digits = text.map { text in String(text.unicodeScalars.filter { !$0.isSpace }) }
        switch encoding {
        case .base32: try self.init(kind: kind, base32: text, isTyped: isTyped)
        case .hex:
            let digits = digits.map { text in String(text.unicodeScalars.filter { $0 != "-" && $0 != ":" }) }
            try self.init(kind: kind, hex: digits)
        case .base64: try self.init(kind: kind, base64: digits)
        case .text: self.init(kind: kind, secret: Array(try Self.secretText(text).utf8))
        }
    }

    /// Reads a link.
    ///
    /// - Parameter knowsSteamByIssuer: whether an issuer can make it a Steam account: not if the format has another way
    ///   to say so.
    /// - Throws: ``EntryError`` as ``KeyURI/read(_:)``.
    package init(link: [UInt8], knowsSteamByIssuer: Bool = true) throws(EntryError) {
        self.init(try KeyURI.read(link.span, knowsSteamByIssuer: knowsSteamByIssuer))
    }

    package init(_ reading: KeyURI.ParsedLink) {
        let item = reading.account
        self.init(kind: item.parameters.kind, secret: item.secret.bytes)
        id = item.id
        names = (item.issuer, item.name)
        algorithm = item.parameters.algorithm.rawValue
        digits = Int64(item.parameters.digits)
        period = item.parameters.period.map { Int64($0) }
        counter = item.parameters.counter
        pin = item.pin?.text
        matchDomain = item.matchDomain
        warning = reading.warning
    }

    private static func secretText(_ text: String?) throws(EntryError) -> String {
        guard let text = text?.trimmingWhitespace, !text.isEmpty else {
            throw EntryError(.secretMissing, "the entry has no secret")
        }
        guard !SpreadsheetNumber.matches(text) else { throw .secretIsSpreadsheetNumber }
        return text
    }

    /// Sets the parameters that the kind uses. They cannot be set in another way.
    ///
    /// Apps also write unused parameters: a counter of time-based accounts, a period of counter-based accounts, and any
    /// parameter of kinds for which they are fixed. These never cause a rejection. Steam's period is used: it may be
    /// unusual.
    ///
    /// - Parameters:
    ///   - algorithm: its name; SHA1 if it is missing.
    ///   - period: seconds.
    ///   - counter: of the next code.
    package mutating func take(
        algorithm: LenientText? = nil, digits: LenientNumber? = nil, period: LenientNumber? = nil,
        counter: LenientNumber? = nil
    ) throws(EntryError) {
        if kind.fixedParameters == nil {
            self.algorithm = try algorithm.checked("the algorithm")
            self.digits = try digits.checked("the number of digits", .digitsOutOfRange)
        }
        if kind == .hotp { self.counter = try counter.checked("the counter", .counterOutOfRange) }
        if kind.choosesPeriod { self.period = try period.checked("the period", .periodOutOfRange) }
    }

    /// Sets the counter of counter-based codes, unless the entry has a counter.
    package mutating func start(at first: Int64) {
        if kind == .hotp { counter = counter ?? first }
    }

    /// Starts the counter at 0, with a warning, unless the entry has a counter: the next code of the service may be
    /// another.
    package mutating func startAtZero() {
        guard kind == .hotp, counter == nil else { return }
        warning.add(Warning("it has no counter, so it starts at 0", "set the counter that its service expects"))
    }

    /// The account: names trimmed and without a repeated issuer, parameters checked.
    ///
    /// - Parameter entryNames: those of the entry.
    package func item(named entryNames: (issuer: String, name: String)) throws(EntryError) -> Account {
        var (issuer, name) = names ?? entryNames
        if !isVerbatim { (issuer, name) = AccountLabel.normalized(issuer: issuer, name: name) }
        let kind = kind(ofIssuer: issuer.isEmpty ? name : issuer)
        var item = Account(
            id: id,
            issuer: issuer,
            name: name,
            secret: try kind == .yandex ? OTPSecret(bytes: secret).forYandex() : OTPSecret(bytes: secret),
            parameters: try OTPParameters(
                kind: kind,
                algorithm: kind.fixedParameters == nil ? OTPAlgorithm(named: algorithm ?? "") : .sha1,
                digits: digits, period: period, counter: counter),
            pin: pin.flatMap { OTPPin($0) },
            note: isVerbatim ? note : note.flatMap { $0.isBlank ? nil : $0 },
            tags: isVerbatim ? tags : tags.map(\.trimmingWhitespace).filter { !$0.isEmpty },
            isFavorite: isFavorite,
            token: token
        )
        item.matchDomain = matchDomain
        try item.checkMarks()
        return item
    }

    /// The kind, or that of Steam if the issuer says so and nothing contradicts it.
    private func kind(ofIssuer issuer: String) -> OTPKind {
        let isSteam =
            knowsSteamByIssuer && kind == .totp && issuer == "Steam" && [nil, 5].contains(digits)
            && [nil, 30].contains(period) && (try? OTPAlgorithm(named: algorithm ?? "")) == .sha1
        return isSteam ? .steam : kind
    }
}

extension AccountDraft {
    /// Sets the token from what others wrote. A text that cannot be the token's is named in a warning, and not read: the
    /// codes do not depend on it.
    package mutating func take(
        serial: String, manufacturer: String = "", model: String = "", user: String = ""
    ) throws(EntryError) {
        let isChanged = SpreadsheetNumber.matches(serial)
        if isChanged {
            warning = Warning(
                "a spreadsheet changed its serial number to \(serial.trimmingWhitespace), which is not read",
                "import the list as the vendor sent it")
        }
        let serial = fitting(serial, "serial number")
        token = try Account.Token(
            serial: isChanged ? nil : serial, manufacturer: fitting(manufacturer, "manufacturer"),
            model: fitting(model, "model"), user: fitting(user, "user"))
    }

    /// - Returns: nil for a text that is too long.
    private mutating func fitting(_ text: String, _ field: StaticString) -> String? {
        guard text.trimmingWhitespace.utf8.count > Limit.tokenText else { return text }
        warning = Warning(
            "the \(field) of its token is longer than \(Limit.tokenText) bytes, and is not read",
            "shorten it in the file, and import it again")
        return nil
    }
}

extension EntryError {
    /// For formats whose tokens all have a serial number.
    package static let noSerialNumber = EntryError(
        .fieldDamaged, "the token has no serial number", "look it up on the token, and fill it in")
}
