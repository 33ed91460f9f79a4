import Encodings
import TOTPDomain

/// Aligned columns of text, cut to a width if there is one.
struct TextTable {
    private let titles: [String]
    private var lines: [Line] = []
    /// Columns that may be cut to make the table fit; the other values must be whole.
    private let flexible: Set<Int>

    init(_ titles: [String], flexible: Set<Int> = []) {
        self.titles = titles
        self.flexible = flexible
    }

    private enum Line {
        case row([String])
        case heading(String)
    }

    private var rows: [[String]] {
        lines.compactMap { if case .row(let cells) = $0 { cells } else { nil } }
    }

    mutating func add(_ row: [String]) { lines.append(.row(row.map { $0.printable(limit: 300) })) }

    /// Adds a line over the rows that follow.
    mutating func addHeading(_ text: String) { lines.append(.heading(text)) }

    /// - parameter width: terminal columns, or nil for no limit.
    func text(width: Int?, style: Style) -> String {
        var widths = titles.indices.map { column in
            ([titles] + rows).map { $0[column].terminalWidth }.max() ?? 0
        }
        if let width { fit(&widths, into: width) }
        func line(_ row: [String]) -> String {
            let cells = zip(row, widths).map { cell, width in cell.cut(to: width).padded(to: width) }
            return cells.joined(separator: "  ").trimmingTrailingSpaces
        }
        var text = style.bold(line(titles)) + "\n"
        for next in lines {
            switch next {
            case .row(let cells): text += line(cells) + "\n"
            case .heading(let heading): text += "\n" + style.bold(heading) + "\n"
            }
        }
        return text
    }

    /// Narrows the widest flexible column until the table fits, down to a width of eight each.
    private func fit(_ widths: inout [Int], into width: Int) {
        while widths.reduce(0, +) + 2 * (widths.count - 1) > width {
            guard let widest = flexible.filter({ widths[$0] > 8 }).max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }
}

extension String {
    /// Terminal columns: East Asian wide characters and emoji take two, combining marks none.
    var terminalWidth: Int {
        // Unicode properties of every character would take most of the time of a long table.
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.terminalWidth }
    }

    func cut(to width: Int) -> String {
        guard terminalWidth > width else { return self }
        var text = ""
        var used = 0
        for character in self {
            guard used + character.terminalWidth <= width - 1 else { break }
            text.append(character)
            used += character.terminalWidth
        }
        return text + "…"
    }

    /// The end of the text, if it is too long.
    func cutAtStart(to width: Int) -> String {
        guard terminalWidth > width else { return self }
        var text: [Character] = []
        var used = 1
        for character in reversed() {
            used += character.terminalWidth
            guard used <= width else { break }
            text.append(character)
        }
        return "…" + String(text.reversed())
    }

    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - terminalWidth))
    }

    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

extension Character {
    fileprivate var terminalWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            return first.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
