/// Writes to a terminal only the cells that differ from its current content.
struct ScreenPainter {
    private var shown: ScreenGrid?

    /// Makes the next paint write everything: the terminal has another size, or something else wrote to it.
    mutating func forget() { shown = nil }

    /// - Returns: text and escape sequences; empty if nothing changed.
    mutating func paint(_ grid: ScreenGrid) -> String {
        var output = ""
        var old = ScreenGrid(columns: grid.columns, rows: grid.rows)
        if let shown, shown.columns == grid.columns, shown.rows == grid.rows {
            old = shown
        } else {
            output = "\u{1B}[0m\u{1B}[2J"
        }
        shown = grid
        for row in 0..<grid.rows where old.cells[row] != grid.cells[row] {
            for range in Self.changes(from: old.cells[row], to: grid.cells[row]) {
                output += Self.sequence(
                    grid.cells[row], range, row, wasASCII: old.cells[row][range].allSatisfy(\.isASCII))
            }
        }
        return output.isEmpty ? "" : output + "\u{1B}[0m"
    }

    /// The cells that differ, as ranges that do not start or end within a wide character. All of the row if one of them
    /// is not ASCII: on this terminal, it may be wider than its cells.
    private static func changes(from old: [ScreenCell], to new: [ScreenCell]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for column in new.indices where old[column] != new[column] {
            var (start, end) = (column, column + 1)
            while start > 0, new[start].isContinuation || old[start].isContinuation { start -= 1 }
            while end < new.count, new[end].isContinuation || old[end].isContinuation { end += 1 }
            // A short gap costs less than another move of the cursor.
            if let last = ranges.last, start <= last.upperBound + 4 {
                ranges[ranges.count - 1] = last.lowerBound..<max(end, last.upperBound)
            } else {
                ranges.append(start..<end)
            }
        }
        let isPlain = ranges.allSatisfy { old[$0].allSatisfy(\.isASCII) && new[$0].allSatisfy(\.isASCII) }
        return isPlain ? ranges : [0..<new.count]
    }

    private static func sequence(_ cells: [ScreenCell], _ range: Range<Int>, _ row: Int, wasASCII: Bool) -> String {
        var output = position(row, range.lowerBound)
        // Terminals differ in the widths of some characters: the rest of a wider character must be erased.
        if !wasASCII || !cells[range].allSatisfy(\.isASCII) { output += "\u{1B}[0m\u{1B}[\(range.count)X" }
        var style: ScreenStyle?
        var isPositioned = true
        for column in range where !cells[column].isContinuation {
            let cell = cells[column]
            if !isPositioned { output += position(row, column) }
            if cell.style != style {
                output += cell.style.sequence
                style = cell.style
            }
            output += cell.text
            isPositioned = cell.isASCII
        }
        return output
    }

    private static func position(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
