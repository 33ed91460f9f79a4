import Encodings
import FormatEngine
import Links
import TOTPDomain

/// An entry of a KeePass database, and the accounts in it: four programs store them in four ways.
struct KeePassEntry: Sendable {
    /// By name; the strings of codes under the names of ``KeePassField``.
    var strings: [String: String] = [:]
    /// A field of a code that appears twice, with different values: programs differ in which they read.
    private var ambiguousField: String?
    /// Whether fields of time-based codes have names of another program.
    private var hasOtherNames = false
    var tagText = ""
    /// The name of the group that contains it.
    var group = ""
    var isInTrash = false
    var attachments: [(name: String, bytes: [UInt8]?)] = []
    /// One-time passwords in fields that no program reads, and in the note. Set by ``lookAround()``.
    private(set) var others = CustomFields()

    var names: (issuer: String, name: String) {
        ((strings["Title"] ?? "").trimmingWhitespace, (strings["UserName"] ?? "").trimmingWhitespace)
    }

    mutating func add(_ value: String, named name: String) {
        hasOtherNames = hasOtherNames || KeePassField.field(ofOther: name) != nil
        let name = KeePassField.known(name) ?? name
        if strings[name].isFilled, strings[name] != value, KeePassField.isOfCode(name) { ambiguousField = name }
        strings[name] = value
    }

    var hasAccount: Bool {
        ambiguousField != nil || strings[KeePassField.link].isFilled || strings[KeePassField.seed].isFilled
            || [KeePassField.timeSecret, KeePassField.counterSecret].contains(where: hasSecret)
    }

    private func hasSecret(prefix: String) -> Bool {
        // A secret in text form may be a space.
        strings[prefix]?.isEmpty == false
            || KeePassField.encodings.contains { strings[prefix + $0.suffix].isFilled }
    }

    /// The names of fields that seem to be of an account and are not read. Logins have names, keys and types of all
    /// sorts; these count only for an entry with an account, or not at all.
    var unreadFields: [String] {
        strings.filter { name, value in !value.isBlank && !Self.isRead(name) && isPart(name) }.keys.sorted()
    }

    private func isPart(_ name: String) -> Bool {
        if KeePassField.isNamedLikeCode(name) { return true }
        switch AccountPart(named: name) {
        // A link, or a secret, is read or rejected as an account of its own.
        case .key, .hexKey, .base64Key: return !others.holds(name)
        case .issuer, .kind, .algorithm, .digits, .period, .counter: return hasAccount
        case .possibleKey, .title, .user, .account: return false
        case nil: return AccountPart.isFurtherKey(named: name) && !others.holds(name)
        }
    }

    /// Looks for one-time passwords outside of the fields for them.
    mutating func lookAround() {
        for (name, value) in strings.sorted(by: { $0.key < $1.key }) where !Self.isRead(name) {
            others.look(at: value, named: name)
        }
        others.look(inNote: strings["Notes"] ?? "", isLost: !hasAccount && others.links.isEmpty)
    }

    private static func isRead(_ name: String) -> Bool {
        ["Title", "UserName", "Password", "URL", "Notes"].contains(name) || KeePassField.isOfCode(name)
    }

    // MARK: - Accounts

    /// An account of an entry, or an entry without accounts.
    struct Record: ExportedAccount {
        fileprivate let entry: KeePassEntry
        fileprivate let account: Result<AccountDraft, EntryError>
        var skipReason: SkipReason?
        fileprivate(set) var codesInNote: CodesInNote?
        fileprivate var warning: Warning?

        var names: (issuer: String, name: String) { entry.names }

        func draft() throws(EntryError) -> AccountDraft {
            var draft = try account.get()
            draft.tags = [entry.group] + TagList.split(entry.tagText)
            draft.note = entry.strings["Notes"] ?? ""
            if let warning { draft.warning.add(warning) }
            return draft
        }
    }

    /// At least one record. A time-based and a counter-based account are two records, as KeePass 2 shows the codes of
    /// both. If an entry has no account, links in its other fields are its accounts.
    var records: [Record] {
        var found = hasAccount ? accounts : others.links.map(account(link:))
        let secrets = found.compactMap { try? $0.get().secret }
        let problem = others.problem(besides: secrets)
        if found.isEmpty, let problem { found = [.failure(problem)] }
        guard !found.isEmpty, !isInTrash else {
            return [
                Record(
                    entry: self, account: .failure(EntryError(.secretMissing, "the entry has no secret")),
                    skipReason: found.isEmpty ? .noOneTimeCode : .trash,
                    codesInNote: isInTrash ? nil : others.inNote(besides: secrets))
            ]
        }
        var records = found.map { Record(entry: self, account: $0) }
        records[0].codesInNote = others.inNote(besides: secrets)
        records[0].warning = problem.map { Warning($0.problem, $0.advice) }
        return records
    }

    private func account(link: String) -> Result<AccountDraft, EntryError> {
        Result { () throws(EntryError) in
            var draft = try AccountDraft(link: Array(link.utf8))
            draft.addNames(of: names)
            return draft
        }
    }

    /// The content of an entry as one program reads it.
    private struct Reading {
        /// The field with the secret.
        let field: String
        let account: Result<AccountDraft, EntryError>
        let isCounterBased: Bool

        init(_ field: String, isCounterBased: Bool = false, _ read: () throws(EntryError) -> AccountDraft) {
            self.field = field
            account = Result(catching: read)
            self.isCounterBased = isCounterBased || (try? account.get())?.kind == .hotp
        }
    }

    private var accounts: [Result<AccountDraft, EntryError>] {
        if let ambiguousField {
            return [
                .failure(EntryError(.fieldDamaged, "\(ambiguousField) appears twice, with different values"))
            ]
        }
        let readings = readings
        return [false, true].compactMap { isCounterBased -> Result<AccountDraft, EntryError>? in
            let some = readings.filter { $0.isCounterBased == isCounterBased }
            guard let first = some.first else { return nil }
            return Result { () throws(EntryError) in
                let draft = try first.account.get(), account = try draft.item(named: ("", ""))
                for other in some.dropFirst() {
                    let item = try other.account.get().item(named: ("", ""))
                    guard let difference = account.difference(from: item) else { continue }
                    throw .contradiction(of: first.field, other.field, difference, in: "KeePass")
                }
                if !isCounterBased { try checkSettings(beside: first.field, of: account.parameters) }
                if !isCounterBased, !["", "0"].contains((strings[KeePassField.start] ?? "").trimmingWhitespace) {
                    throw EntryError(.fieldDamaged, "its codes start at a time other than 1970-01-01")
                }
                return draft
            }
        }
    }

    /// In the order in which KeePassXC looks for them.
    private var readings: [Reading] {
        var readings: [Reading] = []
        let text = (strings[KeePassField.link] ?? "").trimmingWhitespace
        if !text.isEmpty {
            readings.append(Reading(KeePassField.link) { () throws(EntryError) in try account(otp: text) })
        }
        for field in [KeePassField.timeSecret, KeePassField.counterSecret] where hasSecret(prefix: field) {
            // KeeShare has one field for the secrets of both kinds.
            let isCounterBased =
                field == KeePassField.counterSecret
                && (!hasOtherNames || strings[KeePassField.counter].isFilled
                    || hasSecret(prefix: KeePassField.timeSecret))
            readings.append(
                Reading(field, isCounterBased: isCounterBased) { () throws(EntryError) in
                    try isCounterBased ? counterBased() : timeBased(field)
                })
        }
        let seed = (strings[KeePassField.seed] ?? "").trimmingWhitespace
        if !seed.isEmpty {
            readings.append(Reading(KeePassField.seed) { () throws(EntryError) in try account(seed: seed) })
        }
        return readings
    }

    /// Settings without their own secret must match the account: a program once generated codes with them.
    private func checkSettings(beside field: String, of account: OTPParameters) throws(EntryError) {
        func check(_ value: Int64?, _ other: Int?, _ name: String, _ what: String) throws(EntryError) {
            guard let value, value != other.map({ Int64($0) }) else { return }
            throw .contradiction(of: field, name, what, in: "KeePass")
        }
        if !hasSecret(prefix: KeePassField.timeSecret) {
            try check(
                number(KeePassField.digits).checked("the number of digits", .digitsOutOfRange), account.digits,
                KeePassField.digits, "numbers of digits")
            try check(
                number(KeePassField.period).checked("the period", .periodOutOfRange), account.period,
                KeePassField.period, "periods")
            if let name = strings[KeePassField.algorithm], !name.isBlank,
                try OTPAlgorithm(named: name) != account.algorithm
            {
                throw .contradiction(of: field, KeePassField.algorithm, "algorithms", in: "KeePass")
            }
        }
        if !strings[KeePassField.seed].isFilled, strings[KeePassField.settings].isFilled {
            let settings = SeedSettings(strings[KeePassField.settings] ?? "")
            guard settings.isSteam == (account.kind == .steam) else {
                throw .contradiction(of: field, KeePassField.settings, "types", in: "KeePass")
            }
            try check(
                settings.digits.checked("the number of digits", .digitsOutOfRange), account.digits,
                KeePassField.settings, "numbers of digits")
            try check(
                settings.period.checked("the period", .periodOutOfRange), account.period, KeePassField.settings,
                "periods")
        }
    }

    // MARK: - The four ways

    /// A link, KeeOtp's own form, or only a secret.
    private func account(otp text: String) throws(EntryError) -> AccountDraft {
        let bytes = Array(text.utf8)
        let scheme = KeyURIScheme.find(in: bytes.span)?.scheme.readAs
        if scheme != nil, scheme != .migration {
            var draft = try AccountDraft(link: bytes)
            draft.addNames(of: names)
            return draft
        }
        let isKeeOTP = bytes.span.firstIndex(of: Array("key=".utf8)) != nil
        if isKeeOTP { return try account(keeOTP: text) }
        return try AccountDraft(base32: text, isTyped: true)
    }

    /// `key=BASE32&step=30&size=6&type=hotp&counter=1&otpHashMode=Sha256`.
    private func account(keeOTP text: String) throws(EntryError) -> AccountDraft {
        var fields: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let raw = Array((pair.count > 1 ? pair[1] : "").utf8), name = pair[0].lowercased()
            let value = PercentCoding.decode(raw.span, 0..<raw.count, plusIsSpace: false)
            guard fields[name] == nil || fields[name] == value else {
                throw EntryError(.fieldDamaged, "a part of the field otp appears twice, with different values")
            }
            fields[name] = value
        }
        // Its name may be a misplaced secret.
        guard Self.partsOfKeeOTP.isSuperset(of: fields.filter { !$0.value.isEmpty }.keys),
            ["", "base32"].contains((fields["encoding"] ?? "").lowercased())
        else {
            throw EntryError(.fieldDamaged, "the field otp has a part that is not known", "write it as an otpauth link")
        }
        let kind = try OTPKind.named(
            fields["type"].map { .text($0) }, among: ["totp": .totp, "hotp": .hotp], missing: .totp)
        var draft = try AccountDraft(kind: kind, base32: fields["key"], isTyped: true)
        try draft.take(
            algorithm: fields["otphashmode"].map { .text($0) }, digits: fields["size"].map { .text($0) },
            period: fields["step"].map { .text($0) }, counter: fields["counter"].map { .text($0) })
        return draft
    }

    private static let partsOfKeeOTP: Set<String> = [
        "key", "step", "size", "type", "counter", "otphashmode", "encoding",
    ]

    private func timeBased(_ field: String) throws(EntryError) -> AccountDraft {
        var draft = AccountDraft(secret: try secret(prefix: field))
        try draft.take(
            algorithm: strings[KeePassField.algorithm].map { .text($0) }, digits: number(KeePassField.digits),
            period: number(KeePassField.period))
        draft.warning = warning(of: try draft.item(named: ("", "")).parameters)
        return draft
    }

    /// How KeePass 2 reads values that only other programs write.
    private func warning(of account: OTPParameters) -> Warning? {
        var problems: [String] = []
        let name = strings[KeePassField.algorithm] ?? "", algorithm = account.algorithm
        if algorithm != .sha1, name != KeePassField.name(of: algorithm) {
            problems.append(
                "its algorithm \(name.quoted) is read as \(algorithm.rawValue), but KeePass 2 takes it for SHA1 or "
                    + "shows no code")
        }
        if account.digits > KeePassField.mostDigits {
            problems.append(
                "its codes have \(account.digits) digits, but KeePass 2 shows the last \(KeePassField.mostDigits) or "
                    + "none")
        }
        return problems.isEmpty
            ? nil : Warning(problems.joined(separator: "; "), "compare its codes with the program that you use")
    }

    private func counterBased() throws(EntryError) -> AccountDraft {
        var draft = AccountDraft(kind: .hotp, secret: try secret(prefix: KeePassField.counterSecret))
        try draft.take(counter: number(KeePassField.counter))
        return draft
    }

    /// KeePass's own fields: the same secret may be written in four ways, and KeePass 2 takes the first.
    private func secret(prefix: String) throws(EntryError) -> [UInt8] {
        var found: (field: String, bytes: [UInt8])?
        for (suffix, encoding) in [(suffix: "", encoding: SecretEncoding.text)] + KeePassField.encodings {
            let text = strings[prefix + suffix] ?? ""
            guard encoding == .text ? !text.isEmpty : !text.isBlank else { continue }
            let bytes = try Self.bytes(text, encoding)
            guard let first = found else {
                found = (prefix + suffix, bytes)
                continue
            }
            guard first.bytes == bytes else {
                throw .contradiction(of: first.field, prefix + suffix, "secrets", in: "KeePass")
            }
        }
        return found?.bytes ?? []
    }

    private static func bytes(_ text: String, _ encoding: SecretEncoding) throws(EntryError) -> [UInt8] {
        // The text is the secret, with its spaces.
        encoding == .text ? Array(text.utf8) : try AccountDraft(secret: text, in: encoding, isTyped: true).secret
    }

    /// `TOTP Seed` with `TOTP Settings`.
    private func account(seed: String) throws(EntryError) -> AccountDraft {
        let settings = SeedSettings(strings[KeePassField.settings] ?? "")
        var draft = try AccountDraft(kind: settings.isSteam ? .steam : .totp, base32: seed, isTyped: true)
        try draft.take(digits: settings.digits, period: settings.period)
        return draft
    }

    /// `period;digits`, or `period;S` for Steam; a third part is the address of a clock.
    private struct SeedSettings {
        let period, digits: LenientNumber?
        let isSteam: Bool

        init(_ text: String) {
            let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
            isSteam = parts.count > 1 && parts[1].trimmingWhitespace.uppercased() == "S"
            period = parts.first.map { .text($0) }
            digits = parts.count > 1 && !isSteam ? .text(parts[1]) : nil
        }
    }

    private func number(_ key: String) -> LenientNumber? { strings[key].map { .text($0) } }
}

extension AccountDraft {
    /// Adds names that a link lacks from the entry of a password manager: many sites send no issuer, and KeeWeb writes
    /// the label `default` for all.
    ///
    /// The title of an account without an issuer is its name, as this program writes it.
    mutating func addNames(of entry: (issuer: String, name: String)) {
        guard var (issuer, name) = names else { return }
        // KeePassDX writes these words for no names.
        if issuer == "None" { (issuer, name) = ("", name == "OTP" ? "" : name) }
        if name == "None" { name = "" }
        if issuer.isEmpty, !entry.issuer.isEmpty {
            let isTitle = name == entry.issuer
            if isTitle, entry.name.isEmpty || entry.name == name { return }
            if isTitle || name == "default" { name = "" }
            issuer = entry.issuer
        }
        names = (issuer, name.isEmpty ? entry.name : name)
    }
}

extension String? {
    fileprivate var isFilled: Bool { !(self ?? "").isBlank }
}
