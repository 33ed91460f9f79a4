import Encodings
import Links
import TOTPDomain

/// An entry of a KeePass database, and the account in it: four programs store it in four ways.
struct KeePassEntry: ExportedAccount {
    var strings: [String: String] = [:]
    /// A field of a code that appears twice, with different values: programs differ in which they read.
    private var ambiguousField: String?
    var tagText = ""
    /// The name of the group that contains it.
    var group = ""
    var isInTrash = false

    var names: (issuer: String, name: String) {
        ((strings["Title"] ?? "").trimmingWhitespace, (strings["UserName"] ?? "").trimmingWhitespace)
    }

    /// Whether the entry has fields of an account, valid or not. Most entries have none.
    var skipReason: SkipReason? {
        if !hasAccount { return .noOneTimeCode }
        return isInTrash ? .trash : nil
    }

    mutating func add(_ value: String, named name: String) {
        if strings[name].isFilled, strings[name] != value, KeePassField.isOfCode(name) { ambiguousField = name }
        strings[name] = value
    }

    var hasAccount: Bool {
        if ambiguousField != nil { return true }
        if strings[KeePassField.link].isFilled || strings["TOTP Seed"].isFilled { return true }
        return [KeePassField.timeSecret, KeePassField.counterSecret].contains { prefix in
            // A secret in text form may be a space.
            strings[prefix]?.isEmpty == false
                || ["-Hex", KeePassField.base32, "-Base64"].contains { strings[prefix + $0].isFilled }
        }
    }

    /// Notes fields that seem to be of an account. Logins have names, keys and types of all sorts; these count only for
    /// an entry with an account, or not at all.
    func addUnread(to unread: inout UnreadParts) {
        for (name, value) in strings.sorted(by: { $0.key < $1.key }) where !value.isBlank && !Self.isRead(name) {
            switch AccountPart(named: name) {
            case .key, .hexKey, .base64Key: unread.add(name)
            case .issuer, .kind, .algorithm, .digits, .period, .counter: if hasAccount { unread.add(name) }
            case .possibleKey, .title, .user, .account, nil: break
            }
        }
    }

    private static func isRead(_ name: String) -> Bool {
        ["Title", "UserName", "Notes"].contains(name) || KeePassField.isOfCode(name)
    }

    func draft() throws(EntryError) -> AccountDraft {
        if let ambiguousField {
            throw EntryError(.fieldDamaged, "\(ambiguousField) appears twice, with different values")
        }
        var draft = try account()
        draft.tags = [group] + TagList.split(tagText)
        draft.note = strings["Notes"] ?? ""
        return draft
    }

    private func account() throws(EntryError) -> AccountDraft {
        let text = (strings[KeePassField.link] ?? "").trimmingWhitespace
        if !text.isEmpty { return try account(otp: text) }
        if let secret = try secret(prefix: KeePassField.timeSecret) {
            var draft = AccountDraft(secret: secret)
            try draft.take(
                algorithm: strings[KeePassField.algorithm].map { .text($0) }, digits: number(KeePassField.digits),
                period: number(KeePassField.period))
            return draft
        }
        if let secret = try secret(prefix: KeePassField.counterSecret) {
            var draft = AccountDraft(kind: .hotp, secret: secret)
            try draft.take(counter: number(KeePassField.counter))
            return draft
        }
        return try account(seed: (strings["TOTP Seed"] ?? "").trimmingWhitespace)
    }

    // MARK: - The four ways

    /// A link, KeeOtp's own form, or only a secret.
    private func account(otp text: String) throws(EntryError) -> AccountDraft {
        let bytes = Array(text.utf8)
        let scheme = KeyURIScheme.find(in: bytes.span)?.scheme.readAs
        if scheme != nil, scheme != .migration {
            var draft = try AccountDraft(link: bytes)
            if let link = draft.names, link.issuer.isEmpty, link.name.isEmpty { draft.names = nil }
            return draft
        }
        return text.contains("key=") ? try account(keeOTP: text) : try AccountDraft(base32: text)
    }

    /// `key=BASE32&step=30&size=6&type=hotp&counter=1&otpHashMode=Sha256`.
    private func account(keeOTP text: String) throws(EntryError) -> AccountDraft {
        var fields: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let raw = Array((pair.count > 1 ? pair[1] : "").utf8)
            let value = PercentCoding.decode(raw.span, 0..<raw.count, plusIsSpace: false)
            fields[pair[0].lowercased()] = fields[pair[0].lowercased()] ?? value
        }
        let kind = try OTPKind.named(
            fields["type"].map { .text($0) }, among: ["totp": .totp, "hotp": .hotp], missing: .totp)
        var draft = try AccountDraft(kind: kind, base32: fields["key"])
        try draft.take(
            algorithm: fields["otphashmode"].map { .text($0) }, digits: fields["size"].map { .text($0) },
            period: fields["step"].map { .text($0) }, counter: fields["counter"].map { .text($0) })
        return draft
    }

    /// KeePass's own fields: the same secret may be written in four ways.
    private func secret(prefix: String) throws(EntryError) -> [UInt8]? {
        if let text = strings[prefix], !text.isEmpty { return Array(text.utf8) }
        if let text = strings["\(prefix)-Hex"]?.trimmingWhitespace, !text.isEmpty {
            let digits = text.utf8WithoutSpace
            guard let bytes = Hex.decode(digits) else {
                throw EntryError(.secretNotHex, "the secret is not hexadecimal")
            }
            return bytes
        }
        if let text = strings[prefix + KeePassField.base32], !text.isBlank {
            return try OTPSecret.bytes(base32: Array(text.utf8).span)
        }
        if let text = strings["\(prefix)-Base64"], !text.isBlank {
            guard let bytes = Base64.decode(text.utf8WithoutSpace) else {
                throw EntryError(.fieldDamaged, "the secret is not base64")
            }
            return bytes
        }
        return nil
    }

    /// `TOTP Settings`: `period;digits`, or `period;S` for Steam; a third part is the address of a clock.
    private func account(seed: String) throws(EntryError) -> AccountDraft {
        let settings = (strings["TOTP Settings"] ?? "").split(separator: ";", omittingEmptySubsequences: false)
            .map(String.init)
        let isSteam = settings.count > 1 && settings[1].trimmingWhitespace.uppercased() == "S"
        var draft = try AccountDraft(kind: isSteam ? .steam : .totp, base32: seed)
        try draft.take(
            digits: settings.count > 1 ? .text(settings[1]) : nil, period: settings.first.map { .text($0) })
        return draft
    }

    private func number(_ key: String) -> LenientNumber? { strings[key].map { .text($0) } }
}

extension String? {
    fileprivate var isFilled: Bool { !(self ?? "").isBlank }
}

/// The fields of an entry that contain one-time codes.
package enum KeePassField {
    /// A link, of KeePassXC and others.
    package static let link = "otp"

    // KeePass 2.47 and later. The names of secrets are followed by their encoding; without one, they are texts.
    package static let timeSecret = "TimeOtp-Secret", digits = "TimeOtp-Length", period = "TimeOtp-Period"
    package static let algorithm = "TimeOtp-Algorithm"
    package static let counterSecret = "HmacOtp-Secret", counter = "HmacOtp-Counter"
    package static let base32 = "-Base32"

    /// Whether a field is one of those of one-time codes, in any program.
    package static func isOfCode(_ name: String) -> Bool {
        [link, "TOTP Seed", "TOTP Settings"].contains(name) || name.hasPrefix("TimeOtp-") || name.hasPrefix("HmacOtp-")
    }
}
