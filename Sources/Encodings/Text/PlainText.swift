/// Text as text files can contain it: a file with other control characters is no longer read as text.
package enum PlainText {
    /// The text with `�` in place of control characters, except tab, line feed and carriage return. This is also what
    /// XML 1.0 can contain.
    package static func storable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isStorable($0) }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isStorable(scalar) ? scalar : "\u{FFFD}") }
        return String(scalars)
    }

    private static func isStorable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: true
        case ..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
