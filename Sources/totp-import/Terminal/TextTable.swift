import Encodings
import TOTPDomain

/// Aligned columns of text, cut to a width if it is limited.
struct TextTable {
    private let titles: [String]
    private var lines: [Line] = []
    /// Columns that may be cut to make the table fit; the other values must be whole.
    private let flexible: Set<Int>
    /// Whether the last column has sentences, which are wrapped and not cut.
    private let wrapsLast: Bool

    init(_ titles: [String], flexible: Set<Int> = [], wrapsLast: Bool = false) {
        (self.titles, self.flexible, self.wrapsLast) = (titles, flexible, wrapsLast)
    }

    private enum Line {
        case row([Cell])
        case heading(String)
    }

    private struct Cell {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = text
            width = text.terminalWidth
        }
    }

    mutating func add(_ row: [String]) { lines.append(.row(row.map { Cell($0.printable(limit: 300)) })) }

    /// Adds a line over the rows that follow.
    mutating func addHeading(_ text: String) { lines.append(.heading(text)) }

    /// Columns of the terminal that it takes if nothing is cut.
    var naturalWidth: Int { naturalWidths.reduce(0, +) + 2 * (titles.count - 1) }

    private var naturalWidths: [Int] {
        var widths = titles.map(\.terminalWidth)
        for case .row(let cells) in lines {
            for column in cells.indices { widths[column] = max(widths[column], cells[column].width) }
        }
        return widths
    }

    /// - Parameter width: terminal columns, or nil for no limit.
    func text(width: Int?, style: Style) -> String {
        let titles = titles.map { Cell($0) }
        var widths = naturalWidths
        if let width { fit(&widths, into: width) }
        let isTerminal = width != nil
        func line(_ row: [Cell]) -> String {
            var line = ""
            var spaces = 0
            // Spaces are only added before text: a line ends with its last character.
            for (column, (cell, columnWidth)) in zip(row, widths).enumerated() {
                if wrapsLast, column == widths.count - 1 {
                    let start = widths.dropLast().reduce(0) { $0 + $1 + 2 }
                    return line + String(repeating: " ", count: spaces)
                        + cell.text.wrapped(to: width, indentation: start)
                }
                let cut = cell.width > columnWidth ? Cell(cell.text.cut(to: columnWidth)) : cell
                if cut.width > 0 {
                    for _ in 0..<spaces { line.append(" ") }
                    line += isTerminal ? cut.text.isolated : cut.text
                    spaces = 0
                }
                spaces += columnWidth - cut.width + 2
            }
            return line
        }
        var text = style.bold(line(titles)) + "\n"
        for next in lines {
            switch next {
            case .row(let cells):
                text += line(cells)
                text += "\n"
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
    /// Lines of at most a number of terminal columns, broken at spaces; a longer word gets its own line. Only the space
    /// at a line break is dropped.
    ///
    /// - Parameter width: nil for no limit.
    func wrapped(to width: Int?) -> [String] {
        guard let width, terminalWidth > width else { return [self] }
        var lines: [String] = []
        var line = ""
        var used = 0
        var isFirst = true
        for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let count = word.terminalWidth
            if !isFirst, used + 1 + count > width {
                lines.append(line)
                (line, used) = (word, count)
            } else {
                line += isFirst ? word : " \(word)"
                used += count + (isFirst ? 0 : 1)
            }
            isFirst = false
        }
        return lines + [line]
    }

    /// Lines as above, joined; every line but the first is indented.
    func wrapped(to width: Int?, indentation: Int) -> String {
        let lines = wrapped(to: width.map { max(20, $0 - indentation) })
        return lines.count == 1 ? lines[0] : lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }

    /// This text without colors.
    var withoutStyle: String {
        // Most texts have no escape, and the pattern takes longer than the rest of a message.
        utf8.contains(0x1B) ? replacing(#/\u{1B}\[[0-9;]*m/#, with: "") : self
    }
}
