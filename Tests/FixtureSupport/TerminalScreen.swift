/// The screen of a terminal: applies text and the usual escape sequences of xterm, without colors.
package struct TerminalScreen: Sendable {
    package private(set) var columns: Int
    package private(set) var rows: Int
    /// From 0.
    package private(set) var cursor = (row: 0, column: 0)
    package private(set) var isCursorVisible = true
    package private(set) var isAlternate = false
    /// Lines that left the screen at the top, oldest first; without the alternate screen.
    package private(set) var scrolledOff: [String] = []
    /// The texts of operating system commands, such as `52;c;…`, which sets the clipboard.
    package private(set) var systemCommands: [String] = []

    /// One character per cell; empty after a character of two columns.
    private var cells: [[String]]
    private var normalScreen: (cells: [[String]], cursor: (row: Int, column: Int))?
    private var savedCursor = (row: 0, column: 0)
    /// The last column was written; the next character goes to the next line.
    private var isWrapPending = false
    private var wraps = true
    private var state = State.text
    /// The bytes of an unfinished character.
    private var partial: [UInt8] = []

    private enum State {
        case text, escape
        case control([UInt8])
        case systemCommand([UInt8])
        /// After ESC ( and the like: one more byte.
        case characterSet
    }

    package init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Self.empty(columns, rows)
    }

    /// The lines of the screen, without spaces at their ends.
    package var lines: [String] { cells.map(Self.text) }

    /// The screen as a text, without empty lines at its end.
    package var text: String {
        var lines = lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Everything that can be seen by scrolling back, and the screen.
    package var transcript: String { (scrolledOff + [text]).joined(separator: "\n") }

    package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// Changes the size; cells outside of the new size are lost.
    package mutating func resize(columns: Int, rows: Int) {
        var resized = Self.empty(columns, rows)
        for row in 0..<min(rows, self.rows) {
            for column in 0..<min(columns, self.columns) { resized[row][column] = cells[row][column] }
        }
        (cells, self.columns, self.rows) = (resized, columns, rows)
        move(to: cursor.row, cursor.column)
    }

    private static func empty(_ columns: Int, _ rows: Int) -> [[String]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    private static func text(_ row: [String]) -> String {
        var text = row.joined()
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

// MARK: - Output

extension TerminalScreen {
    /// Shows the output of a program.
    ///
    /// - Returns: the text in it, without escape sequences.
    mutating func show(_ bytes: some Sequence<UInt8>) -> String {
        var plain = ""
        for byte in bytes {
            switch state {
            case .text: showText(byte, &plain)
            case .escape: startSequence(byte)
            case .characterSet: state = .text
            case .control(var parameters):
                if byte >= 0x40, byte <= 0x7E {
                    state = .text
                    control(UInt8(byte), parameters)
                } else {
                    parameters.append(byte)
                    state = .control(parameters)
                }
            case .systemCommand(var command):
                if byte == 0x07 || (byte == 0x5C && command.last == 0x1B) {
                    if byte == 0x5C { command.removeLast() }
                    systemCommands.append(String(decoding: command, as: UTF8.self))
                    state = .text
                } else {
                    state = .systemCommand(command + [byte])
                }
            }
        }
        return plain
    }

    private mutating func showText(_ byte: UInt8, _ plain: inout String) {
        switch byte {
        case 0x1B: state = .escape
        case 0x08: move(to: cursor.row, cursor.column - 1)
        case 0x09: move(to: cursor.row, (cursor.column / 8 + 1) * 8)
        case 0x0A:
            plain += "\n"
            lineFeed()
        case 0x0D: move(to: cursor.row, 0)
        case 0..<0x20, 0x7F: break
        default:
            partial.append(byte)
            guard let character = String(validating: partial, as: UTF8.self) else {
                if partial.count >= 4 { partial = [] }
                return
            }
            partial = []
            plain += character
            put(character)
        }
    }

    private mutating func put(_ text: String) {
        guard let scalar = text.unicodeScalars.first else { return }
        let width = Self.width(scalar)
        if width == 0 {
            let column = isWrapPending ? cursor.column : max(0, cursor.column - 1)
            let isContinuation = cells[cursor.row][column].isEmpty && column > 0
            cells[cursor.row][isContinuation ? column - 1 : column] += text
            return
        }
        if isWrapPending || cursor.column + width > columns {
            guard wraps else { return }
            move(to: cursor.row, 0)
            lineFeed()
        }
        cells[cursor.row][cursor.column] = text
        if width == 2, cursor.column + 1 < columns { cells[cursor.row][cursor.column + 1] = "" }
        if cursor.column + width >= columns {
            cursor.column = columns - 1
            isWrapPending = true
        } else {
            cursor.column += width
        }
    }

    private mutating func lineFeed() {
        let pending = isWrapPending
        if cursor.row < rows - 1 {
            cursor.row += 1
        } else {
            if !isAlternate { scrolledOff.append(Self.text(cells[0])) }
            cells.removeFirst()
            cells.append(Array(repeating: " ", count: columns))
        }
        isWrapPending = pending && cursor.column == columns - 1
    }

    private mutating func move(to row: Int, _ column: Int) {
        cursor = (min(max(row, 0), rows - 1), min(max(column, 0), columns - 1))
        isWrapPending = false
    }

    /// Columns of a character, as `wcwidth` says.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F, 0xFEFF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default:
            let category = scalar.properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark ? 0 : 1
        }
    }
}

// MARK: - Escape sequences

extension TerminalScreen {
    private mutating func startSequence(_ byte: UInt8) {
        state = .text
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "]"): state = .systemCommand([])
        case UInt8(ascii: "("), UInt8(ascii: ")"): state = .characterSet
        case UInt8(ascii: "7"): savedCursor = cursor
        case UInt8(ascii: "8"): move(to: savedCursor.row, savedCursor.column)
        default: break
        }
    }

    private mutating func control(_ final: UInt8, _ bytes: [UInt8]) {
        let isPrivate = bytes.first == UInt8(ascii: "?")
        let numbers = String(decoding: isPrivate ? bytes.dropFirst() : bytes[...], as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        if isPrivate {
            guard final == UInt8(ascii: "h") || final == UInt8(ascii: "l") else { return }
            for case let mode? in numbers { setMode(mode, to: final == UInt8(ascii: "h")) }
            return
        }
        func number(_ index: Int, or other: Int) -> Int { index < numbers.count ? numbers[index] ?? other : other }
        let count = max(1, number(0, or: 1))
        switch Character(Unicode.Scalar(final)) {
        case "A": move(to: cursor.row - count, cursor.column)
        case "B": move(to: cursor.row + count, cursor.column)
        case "C": move(to: cursor.row, cursor.column + count)
        case "D": move(to: cursor.row, cursor.column - count)
        case "E": move(to: cursor.row + count, 0)
        case "F": move(to: cursor.row - count, 0)
        case "G": move(to: cursor.row, count - 1)
        case "d": move(to: count - 1, cursor.column)
        case "H", "f": move(to: count - 1, max(1, number(1, or: 1)) - 1)
        case "s": savedCursor = cursor
        case "u": move(to: savedCursor.row, savedCursor.column)
        case "J": eraseScreen(number(0, or: 0))
        case "K": eraseLine(number(0, or: 0))
        case "X": erase(cursor.row, cursor.column..<min(columns, cursor.column + count))
        default: break
        }
    }

    private mutating func setMode(_ mode: Int, to isOn: Bool) {
        switch mode {
        case 7: wraps = isOn
        case 25: isCursorVisible = isOn
        case 47, 1047, 1049: setAlternate(isOn)
        default: break
        }
    }

    private mutating func setAlternate(_ isOn: Bool) {
        guard isOn != isAlternate else { return }
        isAlternate = isOn
        if isOn {
            normalScreen = (cells, cursor)
            cells = Self.empty(columns, rows)
        } else if let normalScreen {
            let size = (columns, rows)
            cells = normalScreen.cells
            (columns, rows) = (cells.first?.count ?? columns, cells.count)
            resize(columns: size.0, rows: size.1)
            move(to: normalScreen.cursor.row, normalScreen.cursor.column)
        }
        isWrapPending = false
    }

    private mutating func eraseScreen(_ part: Int) {
        switch part {
        case 0:
            eraseLine(0)
            for row in (cursor.row + 1)..<max(rows, cursor.row + 1) { erase(row, 0..<columns) }
        case 1:
            eraseLine(1)
            for row in 0..<cursor.row { erase(row, 0..<columns) }
        default: for row in 0..<rows { erase(row, 0..<columns) }
        }
    }

    private mutating func eraseLine(_ part: Int) {
        switch part {
        case 0: erase(cursor.row, cursor.column..<columns)
        case 1: erase(cursor.row, 0..<(cursor.column + 1))
        default: erase(cursor.row, 0..<columns)
        }
        isWrapPending = false
    }

    private mutating func erase(_ row: Int, _ range: Range<Int>) {
        for column in range { cells[row][column] = " " }
    }
}
