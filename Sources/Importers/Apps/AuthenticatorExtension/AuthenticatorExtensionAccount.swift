import Encodings
import FormatEngine
import TOTPDomain

/// An account as the extension writes it. Members with their default may be missing; old files have a secret alone.
struct AuthenticatorExtensionAccount: ExportedAccount {
    private typealias Kind = AuthenticatorExtensionFile.Kind

    private let fields: JSONValue
    private let secret: Result<LenientText?, EntryError>
    let names: (issuer: String, name: String)
    /// The text of an account that was encrypted as a whole; empty for others.
    let decrypted: [UInt8]

    /// An account whose secret is not encrypted.
    init(_ fields: JSONValue, decrypted: [UInt8] = []) throws(EntryError) {
        try self.init(fields, secret: .success(try fields["secret"]?.text), decrypted: decrypted)
    }

    /// - Parameter secret: decrypted, or why it cannot be.
    init(_ fields: JSONValue, secret: Result<LenientText?, EntryError>, decrypted: [UInt8] = []) throws(EntryError) {
        self.fields = fields
        self.secret = secret
        names = try (AuthenticatorExtensionFile.shownIssuer(fields["issuer"].name), fields["account"].name)
        self.decrypted = decrypted
    }

    func draft() throws(EntryError) -> AccountDraft {
        let text = try secret.get().checked("the secret")?.trimmingWhitespace ?? ""
        let prefixed = AuthenticatorExtensionFile.withoutPrefix(text)
        let kind: Kind
        if let prefixed { kind = prefixed.kind } else { kind = try Self.kind(try fields["type"]) }
        var draft = try Self.draft(kind, prefixed?.secret ?? text)
        if kind == .battle {
            try draft.take(digits: .number(8))
        } else {
            try draft.take(
                algorithm: try Self.algorithm(fields["algorithm"]), digits: Self.digits(fields["digits"]?.field),
                period: Self.period(fields["period"]?.field), counter: fields["counter"]?.field)
        }
        if let period = try fields["period"], !period.saysNothing, Self.period(period.field) == nil {
            draft.warning.add(Warning("\"period\" is not a period, and the extension uses 30 s", .compareCodes))
        }
        draft.isFavorite = try fields["pinned"].isSet
        return draft
    }

    private static func kind(_ type: JSONValue?) throws(EntryError) -> Kind {
        try type.map { type throws(EntryError) in try Kind(type: try Optional(type.field).checked("the type") ?? "") }
            ?? .totp
    }

    private static func draft(_ kind: Kind, _ secret: String) throws(EntryError) -> AccountDraft {
        switch kind {
        case .totp, .hotp:
            let otpKind: OTPKind = kind == .hotp ? .hotp : .totp
            do throws(EntryError) {
                return try AccountDraft(kind: otpKind, base32: secret)
            } catch {
                // The extension imports hexadecimal secrets without a type of their own.
                guard error.code == .secretNotBase32, let bytes = Hex.decodePadded(secret) else { throw error }
                return AccountDraft(kind: otpKind, secret: bytes)
            }
        case .battle: return try AccountDraft(base32: secret)
        case .steam: return try AccountDraft(kind: .steam, base32: secret)
        case .hex, .hhex:
            let otpKind: OTPKind = kind == .hhex ? .hotp : .totp
            guard let bytes = Hex.decodePadded(secret) else { return try AccountDraft(kind: otpKind, hex: secret) }
            return AccountDraft(kind: otpKind, secret: bytes)
        }
    }

    /// A name; or a number, which version 8 writes after it has read its own backup.
    private static func algorithm(_ value: JSONValue?) -> LenientText? {
        guard let value else { return nil }
        let numbered = OTPAlgorithm.numbered.first { AuthenticatorExtensionFile.number(of: $0) == value.name }
        return numbered.map { .text($0.rawValue) } ?? value.field
    }

    /// The extension uses its default instead of a number that is out of range.
    private static func digits(_ number: LenientNumber?) -> LenientNumber? {
        guard let digits = number.whole else { return number }
        return OTPParameters.digitsRange ~= Int(clamping: digits) ? number : nil
    }

    /// The extension uses its default instead of anything that is not a period.
    private static func period(_ number: LenientNumber?) -> LenientNumber? {
        guard let period = number.whole, OTPParameters.periodRange ~= Int(clamping: period) else { return nil }
        return number
    }
}

extension Hex {
    /// Decodes digits as the extension does: if their number is odd, a last `0` is dropped, or else a `0` is appended.
    /// Space does not matter.
    ///
    /// - Returns: nil if it is not hexadecimal, or empty.
    static func decodePadded(_ text: String) -> [UInt8]? {
        var digits = text.utf8WithoutSpace
        if !digits.count.isMultiple(of: 2) {
            if digits.last == UInt8(ascii: "0") { digits.removeLast() } else { digits.append(UInt8(ascii: "0")) }
        }
        guard let bytes = decode(digits), !bytes.isEmpty else { return nil }
        return bytes
    }
}
