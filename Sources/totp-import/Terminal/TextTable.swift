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
        let isTerminal = width != nil
        func line(_ row: [String]) -> String {
            let cells = zip(row, widths).map { cell, width in
                let text = cell.cut(to: width).padded(to: width)
                return isTerminal ? text.isolated : text
            }
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
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
