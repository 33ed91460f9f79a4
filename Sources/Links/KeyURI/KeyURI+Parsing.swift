import Encodings
import TOTPDomain

extension KeyURI {
    /// The result of reading a link.
    package struct Parsed: Sendable {
        /// The account; nil if there is an error.
        package var account: Account?
        /// The reasons why the link is not an account, in the order of checking.
        package private(set) var errors: [EntryError] = []
        /// The rules that it breaks although it is understood: about spelling, the secret's length and a missing counter.
        fileprivate(set) var broken = RuleSet()

        fileprivate init() {}

        fileprivate mutating func add(_ error: EntryError) {
            if !errors.contains(error) { errors.append(error) }
        }

        /// The secret of a link.
        ///
        /// - Parameters:
        ///   - raw: the secret, percent-encoded.
        ///   - text: the secret; nil if the link has no secret.
        fileprivate mutating func secret(_ raw: Span<UInt8>, _ text: [UInt8]?) -> OTPSecret? {
            let isEncoded = !raw.indices.contains { ASCII.isWhitespace(raw[$0]) }
            let secret = attempt { () throws(EntryError) in
                guard let text else { throw EntryError(.secretMissing, "the link contains no secret") }
                do throws(EntryError) {
                    return try OTPSecret(bytes: OTPSecret.bytes(typed: text, isEncoded: isEncoded))
                } catch {
                    // At least eight bytes.
                    let isHex = text.count >= 16 && text.allSatisfy { ASCII.hexValue($0) != nil }
                    guard error.code == .secretNotBase32, isHex else { throw error }
                    throw EntryError(
                        .secretNotBase32, "the secret is hexadecimal, not base32",
                        "export as JSON instead, if the app can")
                }
            }
            if secret != nil, let text, !Base32.isWhole(text.span) { broken.insert(.secretLength) }
            return secret
        }

        /// Returns the result of `body`, nil if it throws: the error is noted.
        fileprivate mutating func attempt<Value>(_ body: () throws(EntryError) -> Value) -> Value? {
            do throws(EntryError) { return try body() } catch {
                add(error)
                return nil
            }
        }
    }

    /// Reads a link whose parts are known, and finds everything that is wrong with it.
    package static func parse(_ link: Span<UInt8>, _ parts: KeyURIParts, knowsSteamByIssuer: Bool = true) -> Parsed {
        var parsed = Parsed()
        if let refusal = refusal(of: link, parts) {
            parsed.add(refusal)
            return parsed
        }
        switch parts.scheme {
        case .otpauth, .migration, .apple, .appleMigration, .oneSlash:
            parseOTPAuth(link, parts, knowsSteamByIssuer, &parsed)
        case .motp: parseMOTP(link, parts, &parsed)
        case .steam: parseSteam(link, parts, &parsed)
        }
        if let account = parsed.account {
            parsed.account = parsed.attempt { () throws(EntryError) in
                if let problem = parts.problem(in: link, of: account) { throw problem }
                if let pin = account.pin, containsLink(Array(pin.text.utf8)) { throw .linksRunTogether }
                try account.checkMarks()
                return account
            }
        }
        return parsed
    }

    /// Why a link is not read at all.
    private static func refusal(of link: Span<UInt8>, _ parts: KeyURIParts) -> EntryError? {
        if link.count > maximumByteCount {
            return EntryError(.notALink, "the link is longer than \(maximumByteCount) bytes")
        }
        if parts.scheme.readAs == .migration {
            return EntryError(.notALink, "a Google Authenticator export, not the link of one account")
        }
        if containsAnotherLink(link, parts) { return .linksRunTogether }
        return KeyURIParameter.allCases.first { parts.contradicted.contains($0) && $0 != .issuer }.map {
            EntryError(
                .fieldDamaged, "\($0.name) is in the link twice, with two values",
                "keep the value whose codes the service accepts")
        }
    }

    /// Whether a link contains another link, or its label or issuer does once it is decoded.
    static func containsAnotherLink(_ link: Span<UInt8>, _ parts: KeyURIParts) -> Bool {
        let start = parts.scheme.prefix.utf8CodeUnitCount
        if KeyURIScheme.findAnywhere(in: link, from: start) != nil { return true }
        guard link.firstIndex(of: ASCII.percent, in: start..<link.count) != nil else { return false }
        return [parts.label, parts.issuer ?? 0..<0].contains {
            containsLink(PercentCoding.decodedBytes(link.extracting($0), plusIsSpace: false))
        }
    }

    private static func containsLink(_ value: [UInt8]) -> Bool { KeyURIScheme.findAnywhere(in: value.span) != nil }

    // MARK: - otpauth

    private static func parseOTPAuth(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ knowsSteamByIssuer: Bool, _ parsed: inout Parsed
    ) {
        let kind = parsed.attempt { () throws(EntryError) in try KeyURI.kind(link, parts.type) }
        var (issuer, name) = names(link, parts)
        let text = value(link, parts.secret).map { Array($0.utf8) }
        var secret = parsed.secret(link.extracting(parts.secret ?? 0..<0), text)
        if kind == .yandex {
            if issuer.isEmpty { issuer = "Yandex" }
            _ = parsed.attempt { () throws(EntryError) in
                try number(link, parts.pinLength, "the PIN length", .pinDamaged)
            }
            secret = parsed.attempt { () throws(EntryError) in try secret?.forYandex() } ?? nil
        }
        if !parts.present.isDisjoint(with: .ofTwoSteps) { parsed.add(.halfOfSecret) }
        let isSteam =
            kind == .totp
            && (saysSteam(link, parts)
                || knowsSteamByIssuer && (issuer.isEmpty ? name : issuer) == "Steam" && hasSteamParameters(link, parts))
        let parameters = KeyURI.parameters(link, parts, isSteam ? .steam : kind ?? .totp, &parsed)
        if kind == .totp, issuer == "Trion", parameters?.digits == 8 { parsed.add(.codesOfTrion) }
        let pin = kind == .yandex ? parsed.attempt { () throws(EntryError) in try KeyURI.pin(link, parts) } ?? nil : nil
        guard parsed.errors.isEmpty, let secret, let parameters else { return }
        var account = Account(issuer: issuer, name: name, secret: secret, parameters: parameters, pin: pin)
        account.matchDomain = matchDomain(link, parts, besides: issuer)
        parsed.account = account
    }

    /// Whether a parameter says that it is a Steam account: KeePassXC's `encoder=steam`, or Stratum's `steam`, with or
    /// without a value, unless the value denies it.
    private static func saysSteam(_ link: Span<UInt8>, _ parts: KeyURIParts) -> Bool {
        if parts.encoder.map({ link.equals("steam", in: $0) }) == true { return true }
        guard let steam = parts.steam else { return false }
        if steam.isEmpty { return link[steam.lowerBound - 1] != ASCII.equals }
        return !["0", "false", "no", "null"].contains { link.equals($0, in: steam) }
    }

    /// Whether nothing in the link contradicts that its codes are Steam's: an issuer may have others, too.
    private static func hasSteamParameters(_ link: Span<UInt8>, _ parts: KeyURIParts) -> Bool {
        guard let steam = OTPKind.steam.fixedParameters else { return false }
        func isGiven(_ range: Range<Int>?, as number: Int?) -> Bool {
            guard let text = value(link, range) else { return true }
            guard let given = try? DecimalNumber.parse(text) else { return false }
            return given == number.map { Int64($0) }
        }
        let algorithm = try? OTPAlgorithm(named: value(link, parts.algorithm) ?? "")
        return algorithm == steam.algorithm && isGiven(parts.digits, as: steam.digits)
            && isGiven(parts.period, as: steam.period)
    }

    /// Reads the parameters of an `otpauth` link. Parameters that the kind does not use are ignored.
    private static func parameters(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ kind: OTPKind, _ parsed: inout Parsed
    ) -> OTPParameters? {
        if kind.fixedParameters != nil {
            return parsed.attempt { () throws(EntryError) in
                try OTPParameters(
                    kind: kind,
                    period: kind.choosesPeriod ? number(link, parts.period, "the period", .periodOutOfRange) : nil)
            }
        }
        let algorithm = parsed.attempt { () throws(EntryError) in
            try OTPAlgorithm(named: value(link, parts.algorithm) ?? "")
        }
        let digits = parsed.attempt { () throws(EntryError) in
            let digits = try number(link, parts.digits, "the number of digits", .digitsOutOfRange)
            return try OTPParameters(kind: kind, digits: digits)
        }
        let factor = parsed.attempt { () throws(EntryError) in
            try kind == .hotp
                ? OTPParameters(kind: kind, counter: number(link, parts.counter, "the counter", .counterOutOfRange))
                : OTPParameters(kind: kind, period: number(link, parts.period, "the period", .periodOutOfRange))
        }
        guard let algorithm, let digits, let factor else { return nil }
        noteSpelling(link, parts, algorithm, digits: digits.digits, factor, &parsed)
        return try? OTPParameters(
            kind: kind, algorithm: algorithm, digits: Int64(digits.digits), period: factor.period.map { Int64($0) },
            counter: factor.counter)
    }

    private static func noteSpelling(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ algorithm: OTPAlgorithm, digits: Int, _ factor: OTPParameters,
        _ parsed: inout Parsed
    ) {
        if isSpelledDifferently(link, parts.algorithm, algorithm.rawValue) { parsed.broken.insert(.algorithmSpelling) }
        let numbers = [
            (parts.digits, Int64(digits)), (parts.period, factor.period.map { Int64($0) }),
            (parts.counter, factor.counter),
        ]
        for (range, number) in numbers {
            if let number, isSpelledDifferently(link, range, String(number)) { parsed.broken.insert(.numberSpelling) }
        }
        if factor.kind == .hotp, value(link, parts.counter) == nil { parsed.broken.insert(.counterMissing) }
    }

    private static func isSpelledDifferently(_ link: Span<UInt8>, _ range: Range<Int>?, _ usual: String) -> Bool {
        guard let range else { return false }
        // Nearly every link has the usual spelling, which need not be decoded.
        if range.count == usual.utf8.count, zip(range, usual.utf8).allSatisfy({ link[$0] == $1 }) { return false }
        return value(link, range).map { $0 != usual } ?? false
    }

    // MARK: - motp and steam

    private static func parseMOTP(_ link: Span<UInt8>, _ parts: KeyURIParts, _ parsed: inout Parsed) {
        let (issuer, name) = names(link, parts)
        let secret = parsed.attempt { () throws(EntryError) in
            guard let text = value(link, parts.secret) else {
                throw EntryError(.secretMissing, "the link contains no secret")
            }
            guard let secret = Hex.decode(text) else {
                throw EntryError(.secretNotHex, "the secret of a motp link is hexadecimal, this one is not")
            }
            return try OTPSecret(bytes: secret)
        }
        let pin = parsed.attempt { () throws(EntryError) in try KeyURI.pin(link, parts) } ?? nil
        guard parsed.errors.isEmpty, let secret, let parameters = OTPKind.motp.fixedParameters else { return }
        parsed.account = Account(issuer: issuer, name: name, secret: secret, parameters: parameters, pin: pin)
    }

    private static func parseSteam(_ link: Span<UInt8>, _ parts: KeyURIParts, _ parsed: inout Parsed) {
        let raw = link.extracting(parts.secret ?? 0..<0)
        let secret = parsed.secret(raw, PercentCoding.decodedBytes(raw, plusIsSpace: false))
        guard let secret, let parameters = OTPKind.steam.fixedParameters else { return }
        parsed.account = Account(issuer: "", name: "", secret: secret, parameters: parameters)
    }
}

extension EntryError {
    static let linksRunTogether = EntryError(
        .linksRunTogether, "two links run together", "put each link on a line of its own")

    /// privacyIDEA's enrollment in two steps: the key is derived from this part and from a part that the phone makes.
    fileprivate static let halfOfSecret = EntryError(
        .secretIncomplete, "the link has only the server's half of the secret",
        "enroll again without the two steps, or keep the app that has the other half")

    /// WinAuth exports them like others. Trion's codes use all 32 bits, so half of those of other apps would be wrong.
    package static let codesOfTrion = EntryError(
        .typeUnknown, "the codes of Trion (Rift, Glyph) are not TOTP",
        "keep WinAuth for this account, or turn two-factor authentication off at Trion")

    static let notAlone = EntryError(
        .linkWrapped, "the link is not alone, or not on one line", "paste it alone, on one line")

    static func linkWrapped(_ line: Int, upTo last: Int) -> EntryError {
        guard last > line else {
            return EntryError(
                .linkWrapped, "other text follows that may belong to the link", "write the link on one line")
        }
        let lines = last == line + 1 ? "line \(last)" : "lines \(line + 1) to \(last)"
        return EntryError(
            .linkWrapped, "\(lines) may be the rest of the link in line \(line)", "write the link on one line")
    }
}
