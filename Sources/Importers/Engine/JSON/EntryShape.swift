import Encodings
import TOTPDomain

/// Where an entry of an app's file has the parts of an account, and what they mean: an object of JSON, or another
/// record with named fields.
package struct EntryShape: Sendable {
    package var issuer: Place?
    package var name: Place?
    /// What separates issuer and name in the name of an entry without an issuer.
    package var nameSeparator: String?
    /// The member whose object has the parts that are written with a period.
    package var inside: String?
    /// Whether every entry has that member.
    package var needsInside: Bool
    package var secret: Place
    /// The app's word for it, in messages.
    package var secretName: StaticString
    package var kind: Kind
    /// The issuer whose time-based accounts are Steam accounts.
    package var steamIssuer: SteamIssuer
    /// Whether another program probably wrote such an account with the wrong type.
    package var doubtsIssuerSteam: Bool
    /// How secrets are written, and those of Mobile-OTP accounts, if in another way.
    package var secretText: SecretText, mobileOTPSecret: SecretText?
    package var algorithm: Place?
    package var algorithms: Algorithms
    /// An algorithm that the app writes, but never uses.
    package var unusedAlgorithm: LenientText?
    package var digits: Place?
    /// The fewest digits of the app's codes. Other programs write accounts of Steam as time-based with five digits.
    package var fewestDigits: Int
    package var period: Place?
    package var counter: Place?
    /// What to do without a counter; nil if the app then starts at ``firstCounter``.
    package var missingCounter: Advice?
    /// The counter of an entry that lacks it.
    package var firstCounter: Int64
    /// The counter before the first code, for apps that store the counter of the last code; nil for others.
    package var counterBeforeFirst: Int64?
    package var pin: Place?
    package var note: Place?
    package var favorite: Place?
    /// One tag.
    package var group: Place?
    /// A list of tags.
    package var tags: Place?

    package init(
        issuer: Place? = nil, name: Place? = nil, nameSeparator: String? = nil, inside: String? = nil,
        needsInside: Bool = false, secret: Place, secretName: StaticString = "the secret", kind: Kind,
        steamIssuer: SteamIssuer = .none, doubtsIssuerSteam: Bool = false, secretText: SecretText = .base32,
        mobileOTPSecret: SecretText? = nil, algorithm: Place? = nil, algorithms: Algorithms = .named,
        unusedAlgorithm: LenientText? = nil, digits: Place? = nil, fewestDigits: Int = 1, period: Place? = nil,
        counter: Place? = nil, missingCounter: Advice? = nil, firstCounter: Int64 = 0,
        counterBeforeFirst: Int64? = nil, pin: Place? = nil, note: Place? = nil, favorite: Place? = nil,
        group: Place? = nil, tags: Place? = nil
    ) {
        (self.issuer, self.name, self.nameSeparator, self.inside) = (issuer, name, nameSeparator, inside)
        (self.needsInside, self.secret, self.secretName, self.kind) = (needsInside, secret, secretName, kind)
        (self.steamIssuer, self.doubtsIssuerSteam, self.secretText) = (steamIssuer, doubtsIssuerSteam, secretText)
        (self.mobileOTPSecret, self.algorithm, self.algorithms) = (mobileOTPSecret, algorithm, algorithms)
        (self.unusedAlgorithm, self.digits, self.fewestDigits) = (unusedAlgorithm, digits, fewestDigits)
        (self.period, self.counter, self.missingCounter) = (period, counter, missingCounter)
        (self.firstCounter, self.counterBeforeFirst, self.pin) = (firstCounter, counterBeforeFirst, pin)
        (self.note, self.favorite, self.group, self.tags) = (note, favorite, group, tags)
    }

    /// The name of a member, with a period before it if it is ``inside``; or several, separated by spaces: the first
    /// that is not blank counts.
    package struct Place: Sendable, ExpressibleByStringLiteral {
        fileprivate let members: [(name: String, isInside: Bool)]

        package init(stringLiteral text: StaticString) {
            members = "\(text)".split(separator: " ").map { name in
                let isInside = name.hasPrefix(".")
                return (String(isInside ? name.dropFirst() : name), isInside)
            }
        }
    }

    package enum Kind: Sendable {
        /// - Parameter missing: the kind of an entry without the member; nil if each has it.
        case named(Place, among: KeyValuePairs<String, OTPKind>, missing: OTPKind? = nil)
        /// A kind's number is its index, from 1 on; from 0 on if an entry may lack it, which then has the number 0.
        case numbered(Place, [OTPKind?], from: Int = 1)
        case always(OTPKind)
        /// Counter-based if the entry has a counter.
        case ofCounter
    }

    package enum SteamIssuer: Sendable {
        case none
        /// Ignoring case.
        case steam
        /// `Steam`, as it is written.
        case exactly
    }

    package enum Algorithms: Sendable {
        case named
        /// By their index in ``TOTPDomain/OTPAlgorithm/numbered``.
        case numbered
        case namedOrNumbered
    }

    package enum SecretText: Sendable {
        case base32, hex, base64
        /// Base32 of the hexadecimal text.
        case hexInBase32
    }
}

extension EntryShape {
    /// The names of all members that are read.
    package var members: [String] { [inside].compactMap(\.self) + places.flatMap(\.members).map(\.name) }

    /// The names of all members that are read, with what is known of them.
    package var roles: [(names: [String], roles: KnownNames.Roles)] {
        func names(_ places: [Place?]) -> [String] { places.flatMap { $0?.members.map(\.name) ?? [] } }
        let all = places.flatMap(\.members), inner = all.filter(\.isInside).map(\.name)
        let outer = inner.isEmpty ? [] : all.filter { !$0.isInside }.map(\.name)
        return [
            (members, .known), (names([issuer, name, note, group]), .text), (names([favorite]), .flag),
            (names([tags]), .list), ([inside].compactMap(\.self), .holder), (inner, .inner), (outer, .outer),
        ]
    }

    private var places: [Place] {
        let places = [issuer, name, secret, algorithm, digits, period, counter, pin, note, favorite, group, tags]
        return switch kind {
        case .named(let place, _, _), .numbered(let place, _, _): (places + [place]).compactMap(\.self)
        case .always, .ofCounter: places.compactMap(\.self)
        }
    }

    /// - Throws: ``EntryError`` with `field-damaged` if the entry has a part twice.
    package func account(in entry: JSONObject) throws(EntryError) -> ShapedAccount {
        var account = ShapedAccount(self)
        let nested = try inner(of: entry, &account)
        func value(_ place: Place?) throws(EntryError) -> JSONValue? {
            var found: JSONValue?
            for member in place?.members ?? [] where found.map(\.name.isBlank) ?? true {
                found = try (member.isInside ? nested : entry)?.value(member.name) ?? found
            }
            return found
        }
        try fill(&account) { (place) throws(EntryError) in try value(place)?.field }
        if secretText != .base32 { account.secret = try value(secret)?.text }
        account.isFavorite = try value(favorite)?.flag ?? false
        if let tag = try value(group) { account.tags = [tag.name] }
        account.tags += (try value(tags).flatMap { JSONList($0) }?.all ?? []).map(\.name)
        return account
    }

    /// The account of a record that is not JSON, such as a row.
    ///
    /// - Parameter field: gets the name of a member.
    package func account(of field: (String) -> LenientText?) -> ShapedAccount {
        var account = ShapedAccount(self)
        fill(&account) { place in
            let fields = place?.members.map { field($0.name) }
            return fields?.first { !$0.orEmpty.isBlank } ?? fields?.first ?? nil
        }
        return account
    }

    private func fill<Failure: Error>(
        _ account: inout ShapedAccount, _ value: (Place?) throws(Failure) -> LenientText?
    ) throws(Failure) {
        account.issuer = try value(issuer)
        account.name = try value(name)
        if let nameSeparator, account.issuer == nil {
            let name = account.name.orEmpty
            if let found = name.firstRange(of: nameSeparator) {
                account.issuer = .text(String(name[..<found.lowerBound]))
                account.name = .text(String(name[found.upperBound...]))
            }
        }
        account.secret = try value(secret)
        switch kind {
        case .named(let place, _, _), .numbered(let place, _, _): account.kind = try value(place)
        case .always, .ofCounter: break
        }
        account.algorithm = try value(algorithm)
        account.digits = try value(digits)
        account.period = try value(period)
        account.counter = try value(counter)
        account.pin = try value(pin)
        account.note = try value(note)
    }

    private func inner(of entry: JSONObject, _ account: inout ShapedAccount) throws(EntryError) -> JSONObject? {
        guard let inside else { return nil }
        let value = try entry.value(inside), inner = value.flatMap { JSONObject($0) }
        if inner == nil, needsInside {
            account.problem = EntryError(.fieldDamaged, "the \(inside) of the entry is missing or damaged")
        } else if inner == nil, value != nil {
            account.problem = EntryError(.fieldDamaged, "the field \(inside) is not an object")
        }
        return inner
    }
}

/// The parts of an account as a file has them, and the shape that says what they mean.
package struct ShapedAccount: ExportedAccount {
    private let shape: EntryShape
    package var issuer, name, kind, secret, algorithm, pin, note: LenientText?
    /// How the secret is written, if the entry says so.
    package var secretText: EntryShape.SecretText?
    /// The secret, if it is not a text.
    package var secretBytes: [UInt8]?
    package var digits, period, counter: LenientNumber?
    package var isFavorite = false
    package var tags: [String] = []
    /// Why some parts could not be read, or decrypted.
    package var problem: EntryError?
    package var skipReason: SkipReason?
    /// What users should know about the account.
    package var warning: Warning?

    package init(_ shape: EntryShape) { self.shape = shape }

    /// A time-based account of a record whose app has no other parts.
    package init(issuer: String, name: String, secret: LenientText? = nil) {
        self.init(Self.plain)
        (self.issuer, self.name, self.secret) = (.text(issuer), .text(name), secret)
    }

    private static let plain = EntryShape(secret: "secret", kind: .always(.totp))

    package var names: (issuer: String, name: String) { (issuer.orEmpty, name.orEmpty) }

    package func draft() throws(EntryError) -> AccountDraft {
        let kind = try otpKind()
        if let problem { throw problem }
        var draft =
            if let secretBytes {
                AccountDraft(kind: kind, secret: secretBytes)
            } else {
                try draft(of: kind, secret: try secret.checked(shape.secretName))
            }
        var counter = counter
        if kind == .hotp, let first = shape.counterBeforeFirst { counter = try counter.next(after: first) }
        try draft.take(algorithm: try algorithmName(of: kind), digits: digits, period: period, counter: counter)
        if let advice = shape.missingCounter, kind == .hotp, draft.counter == nil {
            throw EntryError(.counterOutOfRange, "the counter is missing", advice)
        }
        draft.start(at: shape.firstCounter)
        if let digits = draft.digits, 1..<Int64(shape.fewestDigits) ~= digits {
            throw EntryError(
                .digitsOutOfRange,
                "the app has no codes of fewer than \(shape.fewestDigits) digits, but these have \(digits): another "
                    + "program wrote the entry, perhaps for a Steam account",
                "export the account from that program in another format")
        }
        if shape.doubtsIssuerSteam, kind == .totp, names.issuer.isSteam {
            draft.warning.add(Warning("its issuer is Steam, but its type is not", "compare its codes with the app"))
        }
        if let warning { draft.warning.add(warning) }
        if kind.hasPIN { draft.pin = try pin.checked("the PIN") }
        if case .text(let note) = note { draft.note = note }
        draft.tags = tags
        draft.isFavorite = isFavorite
        return draft
    }

    private func otpKind() throws(EntryError) -> OTPKind {
        let found =
            switch shape.kind {
            case .always(let kind): kind
            case .ofCounter: try counter.checked("the counter", .counterOutOfRange) == nil ? OTPKind.totp : .hotp
            case .named(_, let kinds, let missing): try OTPKind.named(kind, among: kinds, missing: missing)
            case .numbered(_, let kinds, let first): try OTPKind.numbered(kind, in: kinds, from: first)
            }
        let isSteam =
            switch shape.steamIssuer {
            case .none: false
            case .steam: names.issuer.isSteam
            case .exactly: names.issuer.trimmingWhitespace == "Steam"
            }
        return isSteam && found == .totp ? .steam : found
    }

    private func draft(of kind: OTPKind, secret: String?) throws(EntryError) -> AccountDraft {
        switch secretText ?? (kind == .motp ? shape.mobileOTPSecret : nil) ?? shape.secretText {
        case .base32: return try AccountDraft(kind: kind, base32: secret)
        case .hex: return try AccountDraft(kind: kind, hex: secret)
        case .base64: return try AccountDraft(kind: kind, base64: secret)
        case .hexInBase32:
            guard let secret, !secret.isBlank else { return try AccountDraft(hex: nil) }
            let digits = try OTPSecret.bytes(base32: Array(secret.utf8).span)
            return try AccountDraft(kind: kind, hex: String(decoding: digits, as: UTF8.self))
        }
    }

    private func algorithmName(of kind: OTPKind) throws(EntryError) -> LenientText? {
        let isNumber = shape.algorithms == .numbered || Int(algorithm.orEmpty.trimmingWhitespace) != nil
        guard shape.algorithms != .named, kind.fixedParameters == nil, isNumber else {
            return algorithm == shape.unusedAlgorithm ? nil : algorithm
        }
        return try OTPAlgorithm.numbered(algorithm)
    }
}
