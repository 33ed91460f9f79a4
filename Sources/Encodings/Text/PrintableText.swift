extension String {
    /// A value in a message: whole if it is short, else only its length, because a long one may be a misplaced secret.
    package var quoted: String {
        unicodeScalars.count <= 12 ? "\"\(printable(limit: 12))\"" : "of \(unicodeScalars.count) characters"
    }

    /// One line of a message: long enough for any path, safe for a terminal.
    package var sanitized: String { printable(limit: 8192) }

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
