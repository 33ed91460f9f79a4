import Encodings
import Links
import TOTPDomain

/// An account of a record: one of its links, or its secret.
struct JSONListAccount: ExportedAccount {
    private let record: JSONListRecord
    private let link: String?
    private let keys: [JSONListRecord.Field]

    init(record: JSONListRecord, link: String) {
        (self.record, self.link, keys) = (record, link, [])
    }

    /// - Parameter keys: all members with the secret.
    init(record: JSONListRecord, keys: [JSONListRecord.Field]) {
        (self.record, link, self.keys) = (record, nil, keys)
    }

    var names: (issuer: String, name: String) {
        let names = JSONListNames(of: record)
        return (names.issuer, names.name)
    }

    func draft() throws(EntryError) -> AccountDraft {
        if let link { return try draft(link: Array(link.utf8)) }
        let kind = try kind() ?? (isNamedHOTP ? .hotp : .totp)
        if kind == .totp, record.fields(.kind).isEmpty { try checkCounter() }
        var draft = AccountDraft(kind: kind, secret: try secret())
        try draft.take(
            algorithm: try algorithm(),
            digits: try number(.digits, "the number of digits", .digitsOutOfRange, Self.digits),
            period: try number(.period, "the period", .periodOutOfRange, Self.period),
            counter: kind == .hotp ? try number(.counter, "the counter", .counterOutOfRange, 0...Int64.max) : nil)
        annotate(&draft, JSONListNames(of: record))
        return draft
    }

    private func annotate(_ draft: inout AccountDraft, _ names: JSONListNames) {
        draft.note = ([record.note] + names.rest).filter { !$0.isEmpty }.joined(separator: "\n")
        draft.tags = record.tags
    }

    // MARK: - The secret

    /// The secret of all its members: they may write it in several ways, but must mean the same one.
    private func secret() throws(EntryError) -> [UInt8] {
        var secrets: Set<[UInt8]> = [], problem: EntryError?
        for key in keys {
            do throws(EntryError) {
                secrets.insert(try record.bytes(of: key))
            } catch {
                problem = problem ?? error
            }
        }
        // "otp": "enabled" is base32, too.
        let long = secrets.filter { $0.count >= JSONListSecret.minimumCount }
        if !long.isEmpty { secrets = long }
        guard secrets.count < 2 else {
            throw EntryError(.fieldDamaged, "the record has two secrets", "keep one of them")
        }
        if let secret = secrets.first { return secret }
        throw problem ?? EntryError(.secretMissing, "the entry has no secret")
    }

    private var isNamedHOTP: Bool { keys.contains { $0.folded.hasPrefix("hotp") || $0.folded.hasPrefix("hmacotp") } }

    // MARK: - Parameters

    private static let digits = range(OTPParameters.digitsRange), period = range(OTPParameters.periodRange)

    private static func range(_ range: ClosedRange<Int>) -> ClosedRange<Int64> {
        Int64(range.lowerBound)...Int64(range.upperBound)
    }

    private static let kinds: [String: OTPKind] = [
        "totp": .totp, "otptotp": .totp, "timebased": .totp, "time": .totp, "oathtotp": .totp,
        "hotp": .hotp, "otphotp": .hotp, "counterbased": .hotp, "counter": .hotp, "oathhotp": .hotp,
        "steam": .steam, "steamguard": .steam, "steamtotp": .steam,
    ]

    /// nil if nothing says it. In a record of a password manager, a type is most often that of the record.
    private func kind() throws(EntryError) -> OTPKind? {
        let fields = record.fields(.kind)
        let kinds = Set(fields.compactMap { Self.kinds[AccountPart.folded($0.text)] })
        if kinds.count > 1 { throw Self.contradiction(fields) }
        if let kind = kinds.first { return kind }
        guard let field = fields.first, !record.hasPassword, record.host.isEmpty else { return nil }
        throw EntryError(.typeUnknown, "the type \(field.text.quoted) is not one of totp, hotp, steam")
    }

    /// A counter without a type, and without a period, may mean counter-based codes.
    private func checkCounter() throws(EntryError) {
        guard record.fields(.period).isEmpty, !isNamedHOTP else { return }
        let counter = try number(.counter, "the counter", .counterOutOfRange, 0...Int64.max).whole
        if let counter, counter > 0 {
            throw EntryError(.typeUnknown, "the record has a counter and no type", "add a type, hotp or totp")
        }
    }

    /// The number that all members of a part mean.
    private func number(
        _ part: AccountPart, _ label: StaticString, _ code: RejectionCode, _ range: ClosedRange<Int64>
    ) throws(EntryError) -> LenientNumber? {
        let fields = record.fields(part)
        var numbers: [Int64] = [], problem: EntryError?
        for field in fields {
            do throws(EntryError) {
                guard let number = try Optional(Self.number(field.value)).checked(label, code) else { continue }
                if !numbers.contains(number) { numbers.append(number) }
            } catch { problem = problem ?? error }
        }
        // The length of something else is not one.
        let possible = numbers.filter(range.contains)
        if possible.count > 1 { throw Self.contradiction(fields) }
        if let number = possible.first ?? numbers.first { return .number(number) }
        if let problem { throw problem }
        return nil
    }

    /// Spreadsheets and scripts write `6.0`.
    private static func number(_ value: JSONValue) -> LenientNumber {
        guard value.kind == .string || value.kind == .number else { return .damaged }
        let text = value.written.trimmingWhitespace
        return .text(text.hasSuffix(".0") || text.hasSuffix(",0") ? String(text.dropLast(2)) : text)
    }

    private func algorithm() throws(EntryError) -> LenientText? {
        let fields = record.fields(.algorithm)
        let known = fields.filter { (try? OTPAlgorithm(named: $0.text)) != nil }
        if Set(known.compactMap { try? OTPAlgorithm(named: $0.text) }).count > 1 { throw Self.contradiction(fields) }
        guard let field = known.first ?? fields.first else { return nil }
        return field.isText ? .text(field.text) : .damaged
    }

    private static func contradiction(_ fields: [JSONListRecord.Field]) -> EntryError {
        let names = fields.map { $0.name.printable(limit: 40) }.joined(separator: " and ")
        return EntryError(.fieldDamaged, "\(names) contradict each other", "keep one of them")
    }

    // MARK: - Links

    /// The link has all that generates codes. Names that it lacks are those of the record.
    private func draft(link: [UInt8]) throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(link: link)
        let item = try KeyURI.read(link.span).item
        let names = JSONListNames(of: record, link: (item.issuer, item.name))
        draft.names = (names.issuer, names.name)
        let different = contradictions(item)
        if !different.isEmpty {
            draft.warning.add("its link differs from \(different.joined(separator: ", ")); the link was used")
        }
        annotate(&draft, names)
        return draft
    }

    /// The members that say something else than the link.
    private func contradictions(_ item: TOTPItem) -> [String] {
        let parameters = item.parameters
        let isFixed = parameters.kind.fixedParameters != nil
        func differs(_ field: JSONListRecord.Field) -> Bool {
            let number = Optional(Self.number(field.value)).whole
            switch field.part {
            case .key, .hexKey, .base64Key, .possibleKey:
                guard let bytes = try? record.bytes(of: field) else { return false }
                return bytes.count >= JSONListSecret.minimumCount && bytes != item.secret.bytes
            case .kind: return Self.kinds[AccountPart.folded(field.text)].map { $0 != parameters.kind } ?? false
            case .algorithm:
                return !isFixed && (try? OTPAlgorithm(named: field.text)).map { $0 != parameters.algorithm } ?? false
            case .digits: return !isFixed && Self.differ(number, Int64(parameters.digits))
            case .period:
                return parameters.kind.choosesPeriod && Self.differ(number, parameters.period.map { Int64($0) })
            case .counter: return Self.differ(number, parameters.counter.map { Int64($0) })
            case .issuer: return !item.issuer.isEmpty && field.text.lowercased() != item.issuer.lowercased()
            case .title, .user, .account: return false
            }
        }
        return record.fields.filter { !$0.text.isEmpty && differs($0) }.map { $0.name.printable(limit: 40) }
    }

    /// Whether both are there and differ.
    private static func differ(_ first: Int64?, _ second: Int64?) -> Bool {
        first != nil && second != nil && first != second
    }
}

/// Whether texts are secrets: the proof for names that passwords and keys of other kinds have, too.
enum JSONListSecret {
    /// The bytes of the shortest secret that a name and an issuer prove.
    static let minimumCount = 10

    /// Whether the values of one name are secrets: each can be one, one has a digit, and they are not all hexadecimal,
    /// which cannot be told from base32.
    static func areSecrets(_ texts: [String]) -> Bool {
        !texts.isEmpty && texts.allSatisfy(SecretEvidence.canBeSecret)
            && texts.contains { $0.utf8.contains(where: isDigit) }
            && !texts.allSatisfy { Hex.decode($0.trimmingWhitespace) != nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 50...55 ~= byte }

    /// How a secret is written.
    enum Encoding: String, CaseIterable {
        case base32, hex, base64, ascii
    }

    static func bytes(_ text: String, _ encoding: Encoding) throws(EntryError) -> [UInt8] {
        guard !SecretEvidence.isCode(text) else {
            throw EntryError(.secretTooShort, "the secret is a code, not a secret or a link")
        }
        guard !SpreadsheetNumber.matches(text) else { throw .secretIsSpreadsheetNumber }
        switch encoding {
        case .base32:
            guard !SecretEvidence.isMixed(text) else {
                throw EntryError(.secretNotBase32, "the secret is in upper and lower case: these are words, or base64")
            }
            try TypedSecret.check(text)
            return try OTPSecret.bytes(base32: Array(text.utf8).span)
        case .hex:
            guard let bytes = Hex.decode(text.trimmingWhitespace) else {
                throw EntryError(.secretNotHex, "the secret is not hexadecimal")
            }
            return bytes
        case .base64:
            guard let bytes = Base64.decode(text.trimmingWhitespace) else {
                throw EntryError(.fieldDamaged, "the secret is not base64")
            }
            return bytes
        case .ascii: return Array(text.utf8)
        }
    }
}
