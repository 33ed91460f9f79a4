import Encodings
import QRDraw
import TOTPImport

/// The screen of `qr` and its keys: one QR code at a time.
struct QRModel: ScreenModel {
    private let codes: [PhoneCode]
    private(set) var place = 0
    private var columns = 80
    private var rows = 24

    /// - Parameter codes: at least one.
    init(_ codes: [PhoneCode]) { self.codes = codes }

    mutating func resize(columns: Int, rows: Int) { (self.columns, self.rows) = (max(1, columns), max(1, rows)) }

    mutating func handle(_ key: Key) -> ScreenEffect? {
        switch key {
        case .interrupt, .escape, .text("q"), .text("Q"): return .leave
        case .suspend: return .suspend
        case .redraw: return .redraw
        case .enter, .text(" "):
            if place + 1 >= codes.count { return .leave }
            place += 1
        case .down, .pageDown: place = min(place + 1, codes.count - 1)
        case .up, .pageUp, .backspace: place = max(place - 1, 0)
        case .home: place = 0
        case .end: place = codes.count - 1
        case .text, .clear: break
        }
        return nil
    }

    // MARK: - Layout

    /// A QR code on a screen: each cell shows two modules, an upper and a lower.
    struct Layout: Equatable {
        let matrix: QRMatrix
        /// Modules of white on each side.
        let quietZone: Int
        /// Whether the text is on the right of the code; else it is above and below.
        let isBeside: Bool

        var side: Int { matrix.size + 2 * quietZone }
        var height: Int { (side + 1) / 2 }

        private static let leastQuietZone = 1
        /// Columns for a text on the right.
        static let textWidth = 24

        /// The most readable layout that fits; nil if none does.
        init?(_ code: PhoneCode, columns: Int, rows: Int) {
            // The standard asks for four modules; phones do with less.
            for quietZone in [QRPicture.quietZone, 2, Self.leastQuietZone] {
                for matrix in [code.matrix, code.smallest] {
                    for isBeside in [true, false] {
                        self.init(matrix, quietZone, isBeside)
                        if side + (isBeside ? Self.textWidth : 0) <= columns, height + (isBeside ? 0 : 2) <= rows {
                            return
                        }
                    }
                }
            }
            return nil
        }

        private init(_ matrix: QRMatrix, _ quietZone: Int, _ isBeside: Bool) {
            (self.matrix, self.quietZone, self.isBeside) = (matrix, quietZone, isBeside)
        }

        static func least(for code: PhoneCode) -> (columns: Int, rows: Int) {
            let layout = Layout(code.smallest, leastQuietZone, false)
            return (layout.side, layout.height + 2)
        }

        /// A row of cells, in black on white.
        func text(row: Int) -> String {
            func isDark(_ x: Int, _ y: Int) -> Bool {
                let inside = 0..<matrix.size
                return inside.contains(x) && inside.contains(y) && matrix.isDark(x, y)
            }
            return String(
                (0..<side).map { x -> Character in
                    let (x, y) = (x - quietZone, 2 * row - quietZone)
                    return switch (isDark(x, y), isDark(x, y + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }

    // MARK: - The screen

    func screen(at _: Int64, isColored _: Bool) -> ScreenGrid {
        var grid = ScreenGrid(columns: columns, rows: rows)
        let code = codes[place]
        guard let layout = Layout(code, columns: columns, rows: rows) else {
            let least = Layout.least(for: code)
            put(
                [
                    (title(code), .bold), ("", []),
                    (
                        "This QR code needs \(least.columns) columns and \(least.rows) rows; here are \(columns) and "
                            + "\(rows). Make the window larger, or its font smaller; or print the codes: convert --to html.",
                        []
                    ), (keys, .dim),
                ], into: &grid, from: 0, width: columns)
            return grid
        }
        let top = layout.isBeside ? 0 : 1
        for row in 0..<layout.height {
            grid.put(layout.text(row: row), row: top + row, column: 0, width: layout.side, .paper)
        }
        if layout.isBeside {
            var texts: [(text: String, style: ScreenStyle)] = [(code.title, .bold)]
            if code.accounts == [code.title] {
                if codes.count > 1 { texts.append((position, [])) }
            } else {
                texts += [("", [])] + code.accounts.map { (text: $0, style: []) }
            }
            put(texts + [("", []), (keys, .dim)], into: &grid, from: layout.side + 2, width: columns - layout.side - 2)
        } else {
            grid.put(title(code), row: 0, column: 0, width: columns, .bold)
            grid.put(keys, row: rows - 1, column: 0, width: columns, .dim)
        }
        return grid
    }

    private var position: String { "\(place + 1) of \(codes.count)" }

    private func title(_ code: PhoneCode) -> String {
        codes.count == 1 || code.title == position ? code.title : "\(position)  \(code.title)"
    }

    private var keys: String {
        guard codes.count > 1 else { return "q quit" }
        return place + 1 < codes.count ? "Enter next  arrows move  q quit" : "arrows move  q quit"
    }

    /// Writes texts below each other, each broken between words.
    private func put(
        _ texts: [(text: String, style: ScreenStyle)], into grid: inout ScreenGrid, from column: Int, width: Int
    ) {
        var row = 0
        for (text, style) in texts {
            for line in text.printable(limit: 300).wrapped(to: width) {
                grid.put(line, row: row, column: column, width: width, style)
                row += 1
            }
        }
    }
}
