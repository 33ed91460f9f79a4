import Encodings
import TOTPDomain

/// Links that contain one account: the Key URI format (`otpauth://`) and its relatives `motp:` and `steam://`.
///
/// The rules are in `Docs/formats/otpauth.md`. Where apps differ, the rule is used that loses nothing.
package enum KeyURI {
    /// An account, and a note for users about its link.
    package struct ParsedLink: Sendable, Hashable {
        package var account: Account
        /// Something is missing in the link, and a default was used.
        package var warning: Warning?
        /// Whether text follows that may be a part of its secret.
        var hasUnclearEnd = false
        /// The parameters that it has.
        var present: KeyURIParameter.Members = []
    }

    /// Longer links are refused: no QR code holds more than 2,953 bytes, and no real link is near this.
    package static let maximumByteCount = Limit.link

    /// Reads a text that is one link, such as a field of an export.
    ///
    /// - Parameter text: the link, up to the end of the text or the prose after it; text before the scheme does not
    ///   matter.
    /// - Throws: ``EntryError``, with `not-a-link` if the scheme is missing (or belongs to a migration part).
    package static func read(_ text: Span<UInt8>, knowsSteamByIssuer: Bool = true) throws(EntryError) -> ParsedLink {
        // Once: what is still escaped then is a part of the link.
        guard let plain = LinkFinder.undressed(text) else { return try readPlain(text, knowsSteamByIssuer) }
        return try readPlain(plain.span, knowsSteamByIssuer)
    }

    private static func readPlain(_ text: Span<UInt8>, _ knowsSteamByIssuer: Bool) throws(EntryError) -> ParsedLink {
        guard let (scheme, start) = KeyURIScheme.find(in: text) else {
            throw EntryError(.notALink, "no otpauth link: nothing here starts with otpauth://")
        }
        let place = place(ofLinkIn: text, scheme, start)
        var reading = try read(text.extracting(place), scheme: scheme, knowsSteamByIssuer: knowsSteamByIssuer)
        if LinkProse.hasUnclearEnd(text.extracting(start..<endOfLink(text)), scheme, at: place.count) {
            reading.hasUnclearEnd = true
            reading.warning.add(.textAfterSecret)
        }
        return reading
    }

    /// Reads a link that starts with a known scheme.
    ///
    /// - Parameter knowsSteamByIssuer: whether the issuer can make it a Steam account: not in the files of an app that
    ///   says so in another way.
    package static func read(
        _ link: Span<UInt8>, scheme: KeyURIScheme, knowsSteamByIssuer: Bool = true
    ) throws(EntryError) -> ParsedLink {
        let parts = KeyURIParts(link, scheme: scheme)
        let parsed = parse(link, parts, knowsSteamByIssuer: knowsSteamByIssuer)
        guard let account = parsed.account else {
            throw parsed.errors.first ?? EntryError(.notALink, "the link cannot be read")
        }
        let isDefault = parsed.broken.contains(.counterMissing)
        var warning: Warning? = isDefault ? "the link has no counter; it starts at 0" : nil
        if parsed.broken.contains(.secretLength) { warning.add(.secretLength) }
        let unread = parts.unread(in: link, of: account)
        if !unread.isEmpty {
            warning.add(
                Warning(
                    "\(unread.prefix(3).joined(separator: ", ")) in its link \(unread.count == 1 ? "is" : "are") not read",
                    "look at the link before you delete it"))
        }
        if let issuer = parts.issuer, let last = issuer.last, "\"'".utf8.contains(link[last]),
            !issuer.count(where: { link[$0] == link[last] }).isMultiple(of: 2)
        {
            warning.add(Warning("its issuer ends with a quote", "compare the names"))
        }
        return ParsedLink(account: account, warning: warning, present: parts.present)
    }

    /// Issuer and name of a text that is one link, as far as they can be read: for the rejection of a link.
    ///
    /// - Returns: an empty text also where a mistyped separator left the secret in the label, or where the label
    ///   contains another link.
    package static func label(of text: Span<UInt8>) -> String {
        guard let (scheme, start) = KeyURIScheme.find(in: text) else { return "" }
        return label(of: text.extracting(place(ofLinkIn: text, scheme, start)), scheme: scheme)
    }

    /// Issuer and name of a link that starts with a known scheme, as ``label(of:)``.
    package static func label(of link: Span<UInt8>, scheme: KeyURIScheme) -> String {
        guard scheme.readAs == .otpauth || scheme == .motp, link.count <= maximumByteCount else { return "" }
        let parts = KeyURIParts(link, scheme: scheme)
        let label = AccountLabel.text(of: names(link, parts))
        let isMistyped = Array(label.utf8).span.firstIndex(ofWord: "secret=") != nil
        return isMistyped || containsAnotherLink(link, parts) ? "" : label
    }

    /// As ``label(of:scheme:)``, for a link that cannot be read: empty if the label may be a misplaced secret, with as
    /// many characters of base32 in a row as a secret has.
    package static func labelOfUnreadable(_ link: Span<UInt8>, scheme: KeyURIScheme) -> String {
        let label = label(of: link, scheme: scheme), words = label.utf8.split { Base32.values[Int($0)] >= 32 }
        return words.contains { $0.count >= SecretForm.shortest } ? "" : label
    }

    /// The place of the link of a text that contains no other, without prose after it.
    package static func place(ofLinkIn text: Span<UInt8>, _ scheme: KeyURIScheme, _ start: Int) -> Range<Int> {
        let end = endOfLink(text)
        // Another link is not prose: the text is refused.
        guard let length = LinkProse.endOfLink(in: text.extracting(start..<end), scheme),
            KeyURIScheme.findAnywhere(in: text.extracting(0..<end), from: start + length) == nil
        else { return start..<end }
        return start..<(start + length)
    }

    /// Where the link of a text ends: white space after it is not part of it.
    package static func endOfLink(_ text: Span<UInt8>) -> Int {
        var end = text.count
        while end > 0, ASCII.isWhitespace(text[end - 1]) { end -= 1 }
        return end
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

    /// A query value as text; nil if it is empty or `null`, which Ente writes for “none”.
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
        guard let bytes = try? Base32.decode(text),
            let pin = String(validating: bytes, as: UTF8.self)?.limitingMarks
        else { throw EntryError(.pinDamaged, "the PIN of the link is not base32 text") }
        return OTPPin(pin)
    }
}

extension Warning {
    static let textAfterSecret = Warning(
        "text follows its secret and may be a part of it", "compare its codes with those of the old app")

    /// Base32 without a character, most likely: the program reads it, and drops the bits that are left.
    package static let secretLength = Warning(
        "the secret has a length impossible in base32", "check that no character is missing", on: .secretLength)
}
