import Encodings
import TOTPDomain
import TOTPImport

/// The columns of the list.
struct CodesLayout: Equatable {
    /// Nil if issuer and name are one column, because the screen is narrow.
    var issuer: Int?
    var name: Int
    var code: Int
    /// Nil if the screen is too narrow.
    var left: Int?

    static let marker = 2
    static let gap = 2

    init(_ items: [Account], columns: Int) {
        var widest = (issuer: 6, name: 4, label: 7, code: 4, left: 4)
        for account in items {
            widest.issuer = max(widest.issuer, account.issuer.terminalWidth)
            widest.name = max(widest.name, account.name.terminalWidth)
            widest.label = max(widest.label, account.label.terminalWidth)
            let parameters = account.parameters
            widest.code = max(widest.code, AccountCode.grouped(String(repeating: "0", count: parameters.digits)).count)
            widest.left = max(widest.left, parameters.step.count)
        }
        code = widest.code
        left = widest.left
        var free = columns - Self.marker - code - widest.left - 3 * Self.gap
        if free < 16 {
            left = nil
            free = columns - Self.marker - code - Self.gap
        }
        guard free >= 20, left != nil else {
            (issuer, name) = (nil, max(0, min(free + (left == nil ? 0 : Self.gap), widest.label)))
            return
        }
        name = min(widest.name, free - min(widest.issuer, free * 2 / 5))
        issuer = min(widest.issuer, free - name)
    }
}

extension CodesModel {
    /// The whole screen at a time.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970.
    ///   - isColored: whether codes that end soon are red; they are bold as well.
    func screen(at time: Int64, isColored: Bool = false) -> ScreenGrid {
        var grid = ScreenGrid(columns: columns, rows: rows)
        let layout = CodesLayout(items, columns: columns)
        if headerRows > 0 { drawTitle(&grid, time) }
        if headerRows > 1 { drawHeadings(&grid, layout) }
        if matches.isEmpty {
            grid.put(
                "no account matches \"\(query.printable(limit: 100))\"", row: headerRows, column: 2, width: columns)
        }
        for row in 0..<listRows where matches.indices.contains(top + row) {
            drawAccount(&grid, layout, row: row, time, isColored)
        }
        if footerRows > 0 { drawFooter(&grid, time) }
        return grid
    }

    // MARK: - Rows

    private func drawTitle(_ grid: inout ScreenGrid, _ time: Int64) {
        let countdown = countdown(time)
        let width = countdown.terminalWidth
        let count = counted(items.count, "account")
        let shown = matches.count == items.count ? count : "\(matches.count) of \(count)"
        let free = width + 12 <= columns ? columns - width - 2 : columns
        grid.put("\(shown) in \(title.printable(limit: Limit.shownName))", row: 0, column: 0, width: free, .bold)
        if free < columns { grid.put(countdown, row: 0, column: columns - width, width: width) }
    }

    /// The time until most codes change, as text and as a bar.
    private func countdown(_ time: Int64) -> String {
        var counts: [Int: Int] = [:]
        for account in items { if let period = account.parameters.period { counts[period, default: 0] += 1 } }
        guard let period = counts.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) })?.key else { return "" }
        let left = period - Int(max(0, time) % Int64(period))
        let text = "\(left) s"
        guard columns >= 50 else { return text }
        let filled = (left * 15 + period - 1) / period
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 15 - filled)
        return "new codes in \(text) [\(bar)]"
    }

    private func drawHeadings(_ grid: inout ScreenGrid, _ layout: CodesLayout) {
        var texts: [(text: String, width: Int)] = [
            (layout.issuer == nil ? "ACCOUNT" : "NAME", layout.name), ("CODE", layout.code),
        ]
        if let issuer = layout.issuer { texts.insert(("ISSUER", issuer), at: 0) }
        if let left = layout.left { texts.append(("LEFT", left)) }
        draw(texts, &grid, row: headerRows - 1, .bold)
    }

    private func drawAccount(
        _ grid: inout ScreenGrid, _ layout: CodesLayout, row: Int, _ time: Int64, _ isColored: Bool
    ) {
        let index = top + row
        let account = items[matches[index]]
        let code = AccountCode(account, at: time)
        let isSelected = index == selected
        let isEnding = code.secondsLeft.map { $0 <= 5 } ?? false
        let style: ScreenStyle = isSelected ? .reverse : []
        let row = headerRows + row
        if isSelected {
            grid.fill(row: row, .reverse)
            grid.put(">", row: row, column: 0, width: 1, style)
        }
        let shown = isGrouped ? code.grouped : code.text ?? "-"
        let codeText = isMasked && code.text != nil ? Self.mask(shown) : shown
        let name = layout.issuer == nil ? account.label : account.name.printable(limit: 300)
        var texts: [(text: String, width: Int)] = [(name, layout.name), (codeText, layout.code)]
        if let issuer = layout.issuer { texts.insert((account.issuer.printable(limit: 300), issuer), at: 0) }
        let next = draw(texts, &grid, row: row, style)
        guard let left = layout.left else { return }
        let ending: ScreenStyle = isEnding ? (isColored ? [.bold, .red] : .bold) : []
        grid.put(code.left, row: row, column: next, width: left, style.union(ending))
    }

    @discardableResult
    private func draw(
        _ texts: [(text: String, width: Int)], _ grid: inout ScreenGrid, row: Int, _ style: ScreenStyle
    ) -> Int {
        var column = CodesLayout.marker
        for (text, width) in texts {
            grid.put(text, row: row, column: column, width: width, style)
            column += width + CodesLayout.gap
        }
        return column
    }

    private static func mask(_ code: String) -> String {
        String(code.map { $0 == " " ? $0 : PlainSigns.isNeeded ? "*" : "•" })
    }

    private func drawFooter(_ grid: inout ScreenGrid, _ time: Int64) {
        let row = rows - 1
        let place = matches.isEmpty ? "" : "\(selected + 1)/\(matches.count)"
        let free = place.count + 12 <= columns ? columns - place.count - 2 : columns
        if isSearching {
            let end = grid.put("/\(query.printable(limit: Limit.shownName))", row: row, column: 0, width: free - 1)
            grid.put(" ", row: row, column: end, width: 1, .reverse)
        } else {
            grid.put(footer(time), row: row, column: 0, width: free, notice == nil ? .dim : .bold)
        }
        if free < columns { grid.put(place, row: row, column: columns - place.count, width: place.count, .dim) }
    }

    private func footer(_ time: Int64) -> String {
        if let notice { return notice.printable(limit: 300) }
        if let account = selectedAccount, let problem = AccountCode(account, at: time).problem {
            return "\(account.label): \(problem)"
        }
        if isOutdated { return "An input has changed since: q, then start again to see it" }
        var keys = ["/ search", "arrows move", "c copy", "q quit"]
        if isMasked { keys.insert("space shows codes", at: 0) }
        if !query.isEmpty { keys.insert("\"\(query.printable(limit: 50))\": Esc shows all", at: 0) }
        return keys.joined(separator: "  ")
    }
}
