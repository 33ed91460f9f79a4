import Encodings

extension String {
    /// Terminal columns: East Asian wide characters and emoji take two, combining marks none.
    var terminalWidth: Int {
        // Unicode properties of every character would take most of the time of a long table.
        var text = self
        let isASCII = text.withUTF8 { UTF8Text.isASCII($0.span) }
        return isASCII ? utf8.count : reduce(0) { $0 + $1.terminalWidth }
    }

    /// At most this many columns, with `…` in place of the rest.
    func cut(to width: Int) -> String {
        guard terminalWidth > width else { return self }
        guard width > 0 else { return "" }
        var text = ""
        var used = 0
        for character in self {
            guard used + character.terminalWidth <= width - 1 else { break }
            text.append(character)
            used += character.terminalWidth
        }
        return text + PlainSigns.cut
    }

    /// The end of the text, with `…` in place of the rest.
    func cutAtStart(to width: Int) -> String {
        guard terminalWidth > width else { return self }
        var text: [Character] = []
        var used = 1
        for character in reversed() {
            used += character.terminalWidth
            guard used <= width else { break }
            text.append(character)
        }
        return PlainSigns.cut + String(text.reversed())
    }

    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - terminalWidth))
    }

    /// Whether it contains characters that are written from right to left.
    var isRightToLeft: Bool {
        !utf8.allSatisfy { $0 < 0x80 }
            && unicodeScalars.contains { scalar in
                switch scalar.value {
                case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
                default: false
                }
            }
    }

    /// For a terminal that reorders lines: a text from right to left does not move its neighbors. The two characters
    /// around it have no width.
    var isolated: String { isRightToLeft ? "\u{2068}\(self)\u{2069}" : self }
}

extension Character {
    var terminalWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        // Terminals count the letters of a conjunct, as in नमस्ते, one by one.
        return unicodeScalars.reduce(0) { $0 + $1.terminalWidth }
    }
}

extension Unicode.Scalar {
    /// As `wcwidth` counts.
    fileprivate var terminalWidth: Int {
        switch value {
        case 0x1160...0x11FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control: return 0
            default: return 1
            }
        }
    }
}
