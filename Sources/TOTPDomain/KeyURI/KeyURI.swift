import Encodings

/// Links that hold one account: the Key URI format (`otpauth://`) and its relatives `motp:` and `steam://`.
///
/// The rules are those of `formats/otpauth.md`, where apps differ the ones that lose nothing.
public enum KeyURI {
    /// An account and what a person should know of the link that it came from.
    public struct Reading: Sendable, Hashable {
        public var item: TOTPItem
        /// The link left out something that it should hold, and a default was taken.
        public var warning: String?

        public init(item: TOTPItem, warning: String? = nil) {
            self.item = item
            self.warning = warning
        }
    }

    /// Longer links are refused: no QR code holds more than 2,953 bytes, and nothing real comes near this.
    public static let maximumByteCount = 1 << 16

    /// Reads one link.
    ///
    /// - parameter line: the link; text before the scheme and white space at the ends do not matter.
    /// - throws: ``EntryError``, with `not-a-link` where there is no scheme (or that of a migration part).
    public static func read(_ line: Span<UInt8>) throws(EntryError) -> Reading {
        guard let (scheme, start) = KeyURIScheme.find(in: line) else {
            throw EntryError(.notALink, "no otpauth link: nothing here begins with otpauth://")
        }
        return try read(line.extracting(start..<endOfLink(line)), scheme: scheme)
    }

    /// Reads a link of which the scheme is known and stands at its begin.
    public static func read(_ link: Span<UInt8>, scheme: KeyURIScheme) throws(EntryError) -> Reading {
        guard link.count <= maximumByteCount else {
            throw EntryError(.notALink, "the link is longer than \(maximumByteCount) bytes")
        }
        let parts = KeyURIParts(link, scheme: scheme)
        switch scheme {
        case .otpauth: return try readOTPAuth(link, parts)
        case .motp: return try Reading(item: readMOTP(link, parts))
        case .steam: return try Reading(item: readSteam(link, parts))
        case .migration:
            throw EntryError(.notALink, "a Google Authenticator export, not the link of one account")
        }
    }

    /// Issuer and name of a link as far as they can be read, for the rejection of one that is no account.
    ///
    /// - returns: an empty text, too, where a mistyped separator left the secret in the label.
    public static func label(of line: Span<UInt8>) -> String {
        guard let (scheme, start) = KeyURIScheme.find(in: line), scheme == .otpauth || scheme == .motp else {
            return ""
        }
        let link = line.extracting(start..<endOfLink(line))
        guard link.count <= maximumByteCount else { return "" }
        let parts = KeyURIParts(link, scheme: scheme)
        let (issuer, name) = names(link, parts)
        if issuer.isEmpty, name.isEmpty { return "" }
        let label = AccountLabel.text(issuer: issuer, name: name)
        let bytes = Array(label.utf8)
        return bytes.indices.contains { bytes.span.hasPrefix("secret=", at: $0) } ? "" : label
    }

    /// Where the link of a line ends: white space behind it is none of it.
    package static func endOfLink(_ line: Span<UInt8>) -> Int {
        var end = line.count
        while end > 0, ASCII.isWhitespace(line[end - 1]) { end -= 1 }
        return end
    }

    // MARK: - The three kinds of links

    private static func readOTPAuth(_ link: Span<UInt8>, _ parts: KeyURIParts) throws(EntryError) -> Reading {
        let kind = try kind(link, parts.type)
        var (issuer, name) = names(link, parts)
        guard let secretText = value(link, parts.secret) else {
            throw EntryError(.secretMissing, "the link holds no secret")
        }
        var secret = try Base32.decode(Array(secretText.utf8).span)
        var warning: String?

        if kind == .yandex {
            if issuer.isEmpty { issuer = "Yandex" }
            _ = try number(link, parts.pinLength, "the PIN length", .pinDamaged)
            guard secret.count >= 16 else {
                throw EntryError(.secretTooShort, "a Yandex secret has 16 bytes, this one \(secret.count)")
            }
            secret = Array(secret.prefix(16))
        }
        let isSteam =
            kind == .totp
            && (parts.steam != nil || parts.encoder.map { link.equals("steam", in: $0) } == true
                || (issuer.isEmpty ? name : issuer) == "Steam")
        let effectiveKind = isSteam ? .steam : kind
        let isCounted = effectiveKind == .hotp
        if isCounted, value(link, parts.counter) == nil { warning = "the link names no counter; it starts at 0" }
        let parameters = try OTPParameters(
            kind: effectiveKind,
            algorithm: OTPAlgorithm(named: value(link, parts.algorithm) ?? ""),
            digits: number(link, parts.digits, "the number of digits", .digitsOutOfRange),
            period: isCounted ? nil : number(link, parts.period, "the period", .periodOutOfRange),
            counter: isCounted ? number(link, parts.counter, "the counter", .counterOutOfRange) : nil
        )
        let item = try TOTPItem(
            issuer: issuer,
            name: name,
            secret: OTPSecret(bytes: secret),
            parameters: parameters,
            pin: kind == .yandex ? pin(link, parts) : nil
        )
        return Reading(item: item, warning: warning)
    }

    private static func readMOTP(_ link: Span<UInt8>, _ parts: KeyURIParts) throws(EntryError) -> TOTPItem {
        let (issuer, name) = names(link, parts)
        guard let text = value(link, parts.secret) else {
            throw EntryError(.secretMissing, "the link holds no secret")
        }
        guard let secret = ASCII.bytes(hex: Array(text.utf8).span) else {
            throw EntryError(.secretNotHex, "the secret of a motp link is hexadecimal, this one is not")
        }
        return try TOTPItem(
            issuer: issuer,
            name: name,
            secret: OTPSecret(bytes: secret),
            parameters: OTPParameters(kind: .motp),
            pin: pin(link, parts)
        )
    }

    private static func readSteam(_ link: Span<UInt8>, _ parts: KeyURIParts) throws(EntryError) -> TOTPItem {
        let raw = link.extracting(parts.secret ?? 0..<0)
        let secret = try Base32.decode(PercentCoding.decodedBytes(raw, plusIsSpace: false).span)
        return try TOTPItem(
            issuer: "",
            name: "",
            secret: OTPSecret(bytes: secret),
            parameters: OTPParameters(kind: .steam)
        )
    }

    // MARK: - Fields

    static func kind(_ link: Span<UInt8>, _ type: Range<Int>) throws(EntryError) -> OTPKind {
        if link.equals("totp", in: type) { return .totp }
        if link.equals("hotp", in: type) { return .hotp }
        if link.equals("steam", in: type) { return .steam }
        if link.equals("yaotp", in: type) { return .yandex }
        let name = PercentCoding.decode(link, type, plusIsSpace: false)
        throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of totp, hotp, steam, yaotp")
    }

    /// A query value as text; nil where it is empty or `null`, which Ente writes for “none”.
    package static func value(_ link: Span<UInt8>, _ range: Range<Int>?) -> String? {
        guard let range else { return nil }
        let text = PercentCoding.decode(link, range, plusIsSpace: true)
        return text.isEmpty || text == "null" ? nil : text
    }

    static func number(
        _ link: Span<UInt8>, _ range: Range<Int>?, _ field: StaticString, _ code: RejectionCode
    ) throws(EntryError) -> Int64? {
        guard let range else { return nil }
        return try DecimalNumber.parse(PercentCoding.decode(link, range, plusIsSpace: true), field, code)
    }

    /// The PIN is base32 of its UTF-8 form, as Aegis writes it.
    static func pin(_ link: Span<UInt8>, _ parts: KeyURIParts) throws(EntryError) -> OTPPin? {
        guard let text = value(link, parts.pin) else { return nil }
        guard let bytes = try? Base32.decode(Array(text.utf8).span),
            let pin = String(validating: bytes, as: UTF8.self)
        else { throw EntryError(.pinDamaged, "the PIN of the link is not base32 of a text") }
        return OTPPin(pin)
    }
}
