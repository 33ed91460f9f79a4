/// How a cell looks.
struct ScreenStyle: OptionSet, Hashable {
    let rawValue: UInt8

    static let bold = ScreenStyle(rawValue: 1)
    static let dim = ScreenStyle(rawValue: 2)
    static let reverse = ScreenStyle(rawValue: 4)
    static let red = ScreenStyle(rawValue: 8)
    /// Black on white, whatever the colors of the terminal are: a QR code is not decoration.
    static let paper = ScreenStyle(rawValue: 16)

    /// The escape sequence that sets exactly this style.
    var sequence: String {
        var codes = ["0"]
        if contains(.bold) { codes.append("1") }
        if contains(.dim) { codes.append("2") }
        if contains(.reverse) { codes.append("7") }
        if contains(.red) { codes.append("31") }
        if contains(.paper) { codes.append("38;5;16;48;5;231") }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}

struct ScreenCell: Hashable {
    /// One character; empty in the other cells of a wide character.
    var text = " "
    var style: ScreenStyle = []

    var isASCII: Bool { text.utf8.count == 1 }
    /// Whether it is another cell of a wide character.
    var isContinuation: Bool { text.isEmpty }
}

/// The content of a terminal: rows of cells.
struct ScreenGrid: Hashable {
    let columns: Int
    let rows: Int
    private(set) var cells: [[ScreenCell]]

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = Array(repeating: Array(repeating: ScreenCell(), count: self.columns), count: self.rows)
    }

    /// Sets the style of a whole row.
    mutating func fill(row: Int, _ style: ScreenStyle) {
        guard cells.indices.contains(row) else { return }
        for column in cells[row].indices { cells[row][column].style = style }
    }

    /// Writes a text from a column on, cut to a width and to the screen.
    ///
    /// - Parameter text: without control characters.
    /// - Returns: the columns that it takes.
    @discardableResult
    mutating func put(_ text: String, row: Int, column: Int, width: Int, _ style: ScreenStyle = []) -> Int {
        guard cells.indices.contains(row), column >= 0, column < columns else { return 0 }
        let cut = text.cut(to: min(width, columns - column))
        let isIsolated = cut.isRightToLeft
        var next = column
        var last = column
        for character in cut {
            let size = character.terminalWidth
            // A mark without a letter before it.
            if size == 0 { continue }
            guard next + size <= columns else { break }
            cells[row][next] = ScreenCell(text: String(character), style: style)
            for rest in (next + 1)..<max(next + 1, next + size) {
                cells[row][rest] = ScreenCell(text: "", style: style)
            }
            (last, next) = (next, next + size)
        }
        if isIsolated, next > column {
            // Terminals keep a character without width in the cell before it.
            if column > 0 {
                cells[row][column - 1].text += "\u{2068}"
            } else {
                cells[row][column].text = "\u{2068}" + cells[row][column].text
            }
            cells[row][last].text += "\u{2069}"
        }
        return next - column
    }
}
