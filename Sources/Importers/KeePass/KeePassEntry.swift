import Encodings
import TOTPDomain

/// An entry of a KeePass database, and the account in it: four programs keep it in four ways.
struct KeePassEntry {
    var strings: [String: String] = [:]
    var tagText = ""
    /// The name of the group that it stands in.
    var group = ""

    /// Whether it holds an account at all, good or bad.
    var holdsAccount: Bool {
        Self.sources.contains { source in strings.contains { $0.key.hasPrefix(source) && !$0.value.isEmpty } }
    }

    private static let sources = ["otp", "TimeOtp-Secret", "HmacOtp-Secret", "TOTP Seed"]

    /// The account, or why there is none; nil for an entry that was never about codes.
    func outcome(at position: EntryPosition) -> ImportedEntry? {
        guard holdsAccount else { return nil }
        do throws(EntryError) {
            guard let item = try item() else { return nil }
            return .item(item)
        } catch {
            let label = title.isEmpty && userName.isEmpty ? "" : AccountLabel.text(issuer: title, name: userName)
            return .rejected(EntryRejection(position: position, label: label, problem: error))
        }
    }

    private var title: String { (strings["Title"] ?? "").trimmingWhitespace }
    private var userName: String { (strings["UserName"] ?? "").trimmingWhitespace }

    private func item() throws(EntryError) -> TOTPItem? {
        let text = (strings["otp"] ?? "").trimmingWhitespace
        if !text.isEmpty { return try item(otp: text) }
        if let secret = try secret(prefix: "TimeOtp-Secret") {
            var draft = AccountDraft(secret: secret)
            draft.digits = try number("TimeOtp-Length", "the number of digits", .digitsOutOfRange)
            draft.period = try number("TimeOtp-Period", "the period", .periodOutOfRange)
            draft.algorithm = strings["TimeOtp-Algorithm"]
            return try finished(draft)
        }
        if let secret = try secret(prefix: "HmacOtp-Secret") {
            var draft = AccountDraft(kind: .hotp, secret: secret)
            draft.counter = try number("HmacOtp-Counter", "the counter", .counterOutOfRange)
            return try finished(draft)
        }
        let seed = (strings["TOTP Seed"] ?? "").trimmingWhitespace
        return seed.isEmpty ? nil : try finished(try draft(seed: seed))
    }

    // MARK: - The four ways

    /// A link, KeeOtp's own form, or a secret alone.
    private func item(otp text: String) throws(EntryError) -> TOTPItem {
        let bytes = Array(text.utf8)
        let scheme = KeyURIScheme.find(in: bytes.span)?.scheme
        if scheme != nil, scheme != .migration {
            var item = try KeyURI.read(bytes.span).item
            if item.issuer.isEmpty, item.name.isEmpty { (item.issuer, item.name) = (title, userName) }
            return carried(item)
        }
        if text.contains("key=") { return try finished(try draft(keeOTP: text)) }
        return try finished(try AccountDraft(base32: text))
    }

    /// `key=BASE32&step=30&size=6&type=hotp&counter=1&otpHashMode=Sha256`.
    private func draft(keeOTP text: String) throws(EntryError) -> AccountDraft {
        var fields: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let raw = Array((pair.count > 1 ? pair[1] : "").utf8)
            let value = PercentCoding.decode(raw.span, 0..<raw.count, plusIsSpace: false)
            fields[pair[0].lowercased()] = fields[pair[0].lowercased()] ?? value
        }
        let typeName = (fields["type"] ?? "totp").lowercased()
        guard let kind = OTPKind(rawValue: typeName.isEmpty ? "totp" : typeName), kind == .totp || kind == .hotp else {
            throw EntryError(.typeUnknown, "the type \(typeName.quoted) is not one of totp, hotp")
        }
        var draft = try AccountDraft(kind: kind, base32: fields["key"])
        draft.period = try DecimalNumber.parse(fields["step"] ?? "", "the period", .periodOutOfRange)
        draft.digits = try DecimalNumber.parse(fields["size"] ?? "", "the number of digits", .digitsOutOfRange)
        draft.counter = try DecimalNumber.parse(fields["counter"] ?? "", "the counter", .counterOutOfRange)
        draft.algorithm = fields["otphashmode"]
        return draft
    }

    /// KeePass's own fields: the same secret may be written in four ways.
    private func secret(prefix: String) throws(EntryError) -> [UInt8]? {
        if let text = strings[prefix], !text.isEmpty { return Array(text.utf8) }
        if let text = strings["\(prefix)-Hex"]?.trimmingWhitespace, !text.isEmpty {
            let digits = text.utf8.filter { !ASCII.isWhitespace($0) }
            guard let bytes = ASCII.bytes(hex: digits.span) else {
                throw EntryError(.secretNotHex, "the secret is not hexadecimal")
            }
            return bytes
        }
        if let text = strings["\(prefix)-Base32"], !text.trimmingWhitespace.isEmpty {
            return try OTPSecret.bytes(base32: Array(text.utf8).span)
        }
        if let text = strings["\(prefix)-Base64"], !text.trimmingWhitespace.isEmpty {
            guard let bytes = Base64Text.decode(text.utf8.filter { !ASCII.isWhitespace($0) }) else {
                throw EntryError(.fieldDamaged, "the secret is not base64")
            }
            return bytes
        }
        return nil
    }

    /// `TOTP Settings`: `period;digits`, or `period;S` for Steam; a third part is the address of a clock.
    private func draft(seed: String) throws(EntryError) -> AccountDraft {
        let settings = (strings["TOTP Settings"] ?? "").split(separator: ";", omittingEmptySubsequences: false)
        let isSteam = settings.count > 1 && String(settings[1]).trimmingWhitespace.uppercased() == "S"
        var draft = try AccountDraft(kind: isSteam ? .steam : .totp, base32: seed)
        if let period = settings.first {
            draft.period = try DecimalNumber.parse(String(period), "the period", .periodOutOfRange)
        }
        if settings.count > 1, !isSteam {
            draft.digits = try DecimalNumber.parse(String(settings[1]), "the number of digits", .digitsOutOfRange)
        }
        return draft
    }

    private func number(
        _ key: String, _ field: StaticString, _ code: RejectionCode
    ) throws(EntryError) -> Int64? {
        try DecimalNumber.parse(strings[key] ?? "", field, code)
    }

    // MARK: - What comes along

    private func finished(_ draft: AccountDraft) throws(EntryError) -> TOTPItem {
        var draft = draft
        (draft.issuer, draft.name) = (title, userName)
        return carried(try draft.item())
    }

    private func carried(_ item: TOTPItem) -> TOTPItem {
        var item = item
        let tags = tagText.split { $0 == ";" || $0 == "," }.map { String($0).trimmingWhitespace }
        item.tags = ([group.trimmingWhitespace] + tags).filter { !$0.isEmpty }
        let note = (strings["Notes"] ?? "").trimmingWhitespace
        item.note = note.isEmpty ? nil : note
        return item
    }
}
