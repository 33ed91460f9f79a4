extension String {
    /// A value in a message: whole if short, else only its length, because a long value may be a misplaced secret.
    package var quoted: String {
        unicodeScalars.count <= 12 || isWords
            ? "\"\(printable(limit: 32))\"" : "of \(unicodeScalars.count) characters"
    }

    /// Whether it consists of a few words, such as `authenticator app`, and cannot be a secret: no word has a digit,
    /// and they are not groups of one length.
    private var isWords: Bool {
        guard unicodeScalars.count <= 32 else { return false }
        let words = split(omittingEmptySubsequences: false) { $0 == " " || $0 == "-" }
        let areLetters = words.allSatisfy { word in
            1...15 ~= word.unicodeScalars.count && word.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
                || 1...3 ~= word.utf8.count && word.utf8.allSatisfy { 48...57 ~= $0 }
        }
        let counts = words.map(\.utf8.count), length = counts.first ?? 0
        let areGroups =
            counts.count > 1 && 3...8 ~= length && counts.dropLast().allSatisfy { $0 == length }
            && counts[counts.count - 1] <= length
        return areLetters && !areGroups
    }

    /// One line of a message: long enough for any path, safe for a terminal.
    package var sanitized: String { printable(limit: 8192) }

    /// This text as one argument of a shell, without control characters.
    package var quotedForShell: String {
        let text = sanitized
        let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_-./:@%+,=".contains($0) }
        return isPlain
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// At most `limit` characters, with control and direction-changing characters replaced: safe for a terminal.
    package func printable(limit: Int) -> String {
        // Most texts are short ASCII.
        var copy = self
        if copy.withUTF8({ $0.count <= limit && UTF8Text.isPrintableASCII($0.span) }) { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(limit) {
            let hostile: Bool
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: hostile = scalar != "\u{200D}"
            default: hostile = false
            }
            text.append(hostile ? "\u{FFFD}" : scalar)
        }
        if unicodeScalars.count > limit { text.append("…") }
        return String(text)
    }
}

/// Text as text files can contain it: a file with other control characters is no longer read as text.
package enum PlainText {
    /// The text with `�` in place of control characters, except tab, line feed and carriage return. XML 1.0 can contain
    /// the result.
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

/// A number with its noun: `1 account`, `0 accounts`, `2 entries`.
///
/// - Parameter plural: where it is not the noun with an `s`.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
