import Encodings

extension KeyURI {
    /// Writes an account as a link that ``read(_:)-(Span<UInt8>)`` reads back to the same account.
    ///
    /// Always writes all parameters, since apps differ in their defaults. A link cannot contain notes, tags or times.
    public static func write(_ item: TOTPItem) -> String { write(item, label: .usual) }

    /// What apps expect in a link's label.
    package enum LabelStyle: Sendable {
        /// The issuer, a colon and the name; only the name if there is no issuer.
        case usual
        /// The same, but also with a colon if there is no issuer, for apps that take the whole label as the issuer then.
        case alwaysColon
        /// Only the name: the app takes the issuer from its parameter.
        case nameOnly
    }

    /// The same with another label.
    package static func write(_ item: TOTPItem, label style: LabelStyle) -> String {
        let label = label(item, style)
        let parameters = item.parameters
        let type: String
        switch parameters.kind {
        case .motp: return writeMOTP(item, label: label)
        case .yandex: type = "yaotp"
        case .totp, .hotp, .steam: type = parameters.kind.rawValue
        }
        var link = "otpauth://\(type)/\(label)?secret=\(item.secret.base32)"
        if !item.issuer.isEmpty { link += "&issuer=\(PercentCoding.encode(item.issuer))" }
        link += "&algorithm=\(parameters.algorithm.rawValue)&digits=\(parameters.digits)"
        switch parameters.factor {
        case .time(let period): link += "&period=\(period)"
        case .counter(let counter): link += "&counter=\(counter)"
        }
        return link + pin(item)
    }

    private static func writeMOTP(_ item: TOTPItem, label: String) -> String {
        var link = "motp://\(label)?secret=\(Hex.encode(item.secret.bytes))"
        if !item.issuer.isEmpty { link += "&issuer=\(PercentCoding.encode(item.issuer))" }
        return link + pin(item)
    }

    private static func label(_ item: TOTPItem, _ style: LabelStyle) -> String {
        let name = PercentCoding.encode(item.name)
        // An issuer called null is only read from the label: as a parameter it means none.
        if !item.issuer.isEmpty, style != .nameOnly || item.issuer == "null" {
            return "\(PercentCoding.encode(item.issuer)):\(name)"
        }
        // Without an issuer, a leading colon shows that a colon in the name does not end the issuer.
        return style == .alwaysColon || item.name.utf8.contains(ASCII.colon) ? ":\(name)" : name
    }

    private static func pin(_ item: TOTPItem) -> String {
        guard let pin = item.pin else { return "" }
        return "&pin=\(Base32.encode(Array(pin.text.utf8)))"
    }
}
