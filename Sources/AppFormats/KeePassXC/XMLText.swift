/// Text in XML 1.0.
package enum XMLText {
    /// The text with characters that XML cannot contain, even escaped, as `�`.
    package static func storable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isStorable($0) }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isStorable(scalar) ? scalar : "\u{FFFD}") }
        return String(scalars)
    }

    /// The ``storable(_:)`` text with all that has a meaning in XML escaped. Parsers turn a plain carriage return into a
    /// line feed.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in storable(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\r": escaped += "&#13;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isStorable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: true
        case ..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
