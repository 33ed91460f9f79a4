import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The parameters of the codes of a guessed record.
struct GuessedParameters: Sendable {
    let row: CSVTable.Row
    let columns: GuessedColumns

    /// The filled columns of a part.
    private func filled(_ part: AccountPart) -> [Int] {
        columns[part].filter { !TypedSecret.isNothing(row.cell($0)) }
    }

    private func text(_ index: Int) -> String { row.cell(index).trimmingWhitespace }

    // MARK: - Values

    var hasKind: Bool { !filled(.kind).isEmpty }

    /// - Throws: ``EntryError`` with `type-unknown` or `field-damaged`.
    func kind(isCounterKey: Bool) throws(EntryError) -> OTPKind {
        let found = filled(.kind)
        let kinds = Set(found.compactMap { OTPKind(field: text($0)) })
        if kinds.count > 1 { throw contradiction(found) }
        if let kind = kinds.first { return kind }
        if isCounterKey { return .hotp }
        if columns[.password].isEmpty, let index = found.first(where: saysHowCodesAreMade) {
            throw EntryError(.typeUnknown, "the type \(text(index).quoted) is not one of totp, hotp, steam, motp")
        }
        // Without a type, only a counter that moved tells that the codes depend on it.
        guard found.isEmpty, filled(.period).isEmpty, try number(.counter) ?? 0 > 0 else { return .totp }
        throw EntryError(.typeUnknown, "the record has a counter and no type", "add a type, hotp or totp")
    }

    /// Whether a type is a kind of codes: password managers write the kind of entry.
    private func saysHowCodesAreMade(_ index: Int) -> Bool {
        let type = text(index).lowercased()
        guard columns[.password].isEmpty, !type.contains("otp") else { return type.contains("otp") }
        return columns[.address].isEmpty || !Self.entryTypes.contains(AccountPart.folded(type))
    }

    private static let entryTypes: Set<String> = [
        "login", "logins", "weblogin", "weblogins", "note", "notes", "securenote", "card", "creditcard", "identity",
        "password", "passwords", "passkey", "website", "web", "account", "app", "bank", "email", "server", "wifi",
        "sshkey", "document", "custom", "other", "general", "default",
    ]

    func algorithm() throws(EntryError) -> LenientText? {
        let found = filled(.algorithm)
        let known = found.filter { (try? OTPAlgorithm(named: text($0))) != nil }
        if Set(known.compactMap { try? OTPAlgorithm(named: text($0)) }).count > 1 { throw contradiction(found) }
        return (known.first ?? found.first).map { .text(text($0)) }
    }

    private static let numbers: [AccountPart: (range: ClosedRange<Int>, label: StaticString, code: RejectionCode)] = [
        .digits: (OTPParameters.digitsRange, "the number of digits", .digitsOutOfRange),
        .period: (OTPParameters.periodRange, "the period", .periodOutOfRange),
        .counter: (0...Int.max, "the counter", .counterOutOfRange),
    ]

    /// The number that all columns of a part mean.
    func number(_ part: AccountPart) throws(EntryError) -> Int64? {
        guard let (range, label, code) = Self.numbers[part] else { return nil }
        let found = filled(part)
        var numbers: [Int64] = [], problem: EntryError?
        for index in found {
            do throws(EntryError) {
                let number = try DecimalNumber.parse(GuessedNumber.plain(text(index)), label, code)
                if let number, !numbers.contains(number) { numbers.append(number) }
            } catch { problem = problem ?? error }
        }
        // A number out of range may be the length of something else.
        let possible = numbers.filter { range.contains(Int($0)) }
        let isTwice = Set(found.map { columns.header[$0] }).count < found.count
        if possible.count > 1 || isTwice && problem != nil && !numbers.isEmpty { throw contradiction(found) }
        if let problem, numbers.isEmpty { throw problem }
        let number = possible.first ?? numbers.first
        // Nobody changes codes every eight hours.
        if part == .period, let number, [30_000, 60_000].contains(number) {
            throw EntryError(.periodOutOfRange, "the period \(number) is in milliseconds", "write it in seconds")
        }
        return number
    }

    private func contradiction(_ found: [Int]) -> EntryError {
        let names = found.map { columns.header[$0].trimmingWhitespace.printable(limit: 40) }.joined(separator: " and ")
        return EntryError(.fieldDamaged, "\(names) contradict each other", "keep one of them")
    }

    // MARK: - Links

    /// A warning if a column says something else than the link of the record.
    ///
    /// - Parameter secrets: the columns with other secrets.
    func difference(from account: Account, and secrets: [Int]) -> Warning? {
        let parameters = account.parameters, isFixed = parameters.kind.fixedParameters != nil
        func isNumber(_ index: Int, otherThan value: Int64?) -> Bool {
            let number = (try? DecimalNumber.parse(GuessedNumber.plain(text(index)))) ?? nil
            return number != nil && value != nil && number != value
        }
        func differs(_ part: AccountPart, _ index: Int) -> Bool {
            switch part {
            case .issuer: !account.issuer.isEmpty && text(index).lowercased() != account.issuer.lowercased()
            case .kind:
                // A number is the type of an entry.
                OTPKind(field: text(index)).map { $0 != parameters.kind }
                    ?? (saysHowCodesAreMade(index) && Int(text(index)) == nil)
            case .algorithm: !isFixed && (try? OTPAlgorithm(named: text(index))) != parameters.algorithm
            case .digits: !isFixed && isNumber(index, otherThan: Int64(parameters.digits))
            case .period:
                parameters.kind.choosesPeriod && isNumber(index, otherThan: parameters.period.map { Int64($0) })
            case .counter: isNumber(index, otherThan: parameters.counter)
            default: false
            }
        }
        let different = secrets + AccountPart.allCases.flatMap { part in filled(part).filter { differs(part, $0) } }
        guard !different.isEmpty else { return nil }
        let names = different.sorted().map { columns.header[$0].trimmingWhitespace.printable(limit: 40).quoted }
        return Warning("its link differs from \(names.joined(separator: ", ")); the link was used")
    }
}

/// Numbers as people, spreadsheets and scripts write them.
enum GuessedNumber {
    /// Without a fraction of zeros, and without a unit: `8.00`, `8,0`, `6 digits`, `30 s`, `60 seconds`. Google's names
    /// for numbers of digits are replaced by the numbers.
    static func plain(_ text: String) -> String {
        let text = text.trimmingWhitespace
        let digits = text.prefix { "0"..."9" ~= $0 }
        guard !digits.isEmpty else {
            return text.hasPrefix("D") ? digitCounts[AccountPart.folded(text)] ?? text : text
        }
        var rest = text[digits.endIndex...]
        if let mark = rest.first, mark == "." || mark == "," {
            let zeros = rest.dropFirst().prefix { $0 == "0" }
            guard !zeros.isEmpty || rest.count == 1 else { return text }
            rest = rest.dropFirst(1 + zeros.count)
        }
        let unit = AccountPart.folded(String(rest))
        let hasOther = rest.contains { !$0.isLetter && !$0.isWhitespace && $0 != "." }
        return !hasOther && (unit.isEmpty || AccountPart.units.contains(unit)) ? String(digits) : text
    }

    private static let digitCounts = ["digitcountsix": "6", "digitcountseven": "7", "digitcounteight": "8"]
}

extension OTPKind {
    /// The kind that a cell or a field names, as programs and people write it: `OTP_TOTP`, `Counter-based (HOTP)`; nil for
    /// any other text.
    package init?(field text: String) {
        guard text.utf8.count <= 80 else { return nil }
        let words = text.lowercased().unicodeScalars.split { !$0.properties.isAlphabetic && !("0"..."9" ~= $0) }
            .map { String($0) }
        guard !words.isEmpty else { return nil }
        var kinds: Set<OTPKind> = []
        for word in words {
            if let kind = Self.words[word] {
                kinds.insert(kind)
            } else if !Self.neutral.contains(word) {
                return nil
            }
        }
        // Both are time-based, too.
        if !kinds.isDisjoint(with: [.steam, .motp]) { kinds.remove(.totp) }
        guard kinds.count == 1, let kind = kinds.first else { return nil }
        self = kind
    }

    private static let neutral: Set<String> = [
        "otp", "oath", "otptype", "based", "type", "guard", "one", "onetime", "password", "passwords", "code", "codes",
        "token", "kind", "the", "a", "sync", "synchronous", "software", "rfc", "standard", "basiert",
    ]
    private static let words: [String: OTPKind] = [
        "totp": .totp, "time": .totp, "timebased": .totp, "rfc6238": .totp, "6238": .totp, "oathtotp": .totp,
        "otptotp": .totp, "timeotp": .totp, "zeitbasiert": .totp,
        "hotp": .hotp, "counter": .hotp, "counterbased": .hotp, "event": .hotp, "eventbased": .hotp, "rfc4226": .hotp,
        "4226": .hotp, "hmac": .hotp, "oathhotp": .hotp, "otphotp": .hotp, "hmacotp": .hotp, "hmacbased": .hotp,
        "zahlerbasiert": .hotp, "zählerbasiert": .hotp,
        "steam": .steam, "steamguard": .steam, "steamtotp": .steam, "otpsteam": .steam,
        "motp": .motp, "mobile": .motp, "mobileotp": .motp, "otpmotp": .motp,
        "yandex": .yandex, "yaotp": .yandex, "otpyandex": .yandex, "yandexkey": .yandex,
    ]
}
