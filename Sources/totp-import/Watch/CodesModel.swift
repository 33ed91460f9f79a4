import Encodings
import TOTPDomain

/// The screen of `codes --watch` and its keys: no terminal, no clock.
struct CodesModel: ScreenModel {
    let title: String
    let items: [Account]
    private let texts: [String]
    private(set) var columns = 80
    private(set) var rows = 24

    /// The accounts that match the search, as indices of ``items``.
    private(set) var matches: [Int]
    /// The selected account, as an index of ``matches``; 0 if nothing matches.
    private(set) var selected = 0
    /// The first account on the screen, as an index of ``matches``.
    private(set) var top = 0
    private(set) var query = ""
    /// Whether keys are text to search for.
    private(set) var isSearching = false
    private(set) var isMasked: Bool
    /// Whether the digits of codes are in groups.
    let isGrouped: Bool
    /// Whether the file has other accounts by now, or may have.
    var isOutdated = false
    /// The effect of the last key, in words.
    private(set) var notice: String?

    /// - Parameter title: where the accounts come from.
    init(_ items: [Account], title: String, isMasked: Bool = false, isGrouped: Bool = true) {
        self.items = items
        self.title = title
        self.isMasked = isMasked
        self.isGrouped = isGrouped
        texts = items.map(\.searchText)
        matches = Array(items.indices)
    }

    mutating func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(1, columns), max(1, rows))
        scroll()
    }

    // MARK: - Layout

    /// Rows above the list: the title and the headings, as far as the screen is high enough.
    var headerRows: Int { rows >= 4 ? 2 : rows == 3 ? 1 : 0 }
    /// The line at the bottom.
    var footerRows: Int { rows >= 2 ? 1 : 0 }
    /// Accounts that fit the screen.
    var listRows: Int { max(1, rows - headerRows - footerRows) }

    var selectedAccount: Account? { matches.indices.contains(selected) ? items[matches[selected]] : nil }

    // MARK: - Keys

    mutating func handle(_ key: Key) -> ScreenEffect? {
        notice = nil
        switch key {
        case .interrupt: return .leave
        case .suspend: return .suspend
        case .redraw: return .redraw
        case .up: select(selected - 1)
        case .down: select(selected + 1)
        case .pageUp: select(selected - listRows)
        case .pageDown: select(selected + listRows)
        case .home: select(0)
        case .end: select(matches.count - 1)
        default: return isSearching ? search(key) : command(key)
        }
        return nil
    }

    private mutating func search(_ key: Key) -> ScreenEffect? {
        switch key {
        case .text(let text): find(query + text)
        case .backspace:
            if query.isEmpty { isSearching = false } else { find(String(query.dropLast())) }
        case .clear: find("")
        case .enter: isSearching = false
        case .escape:
            isSearching = false
            find("")
        default: break
        }
        return nil
    }

    private mutating func command(_ key: Key) -> ScreenEffect? {
        switch key {
        case .escape:
            // First back to all accounts.
            guard !query.isEmpty else { return .leave }
            find("")
        case .text("q"): return .leave
        case .text("/"): isSearching = true
        case .text("k"): select(selected - 1)
        case .text("j"): select(selected + 1)
        case .text(" "), .text("m"), .enter: isMasked.toggle()
        case .text("c"): return selectedAccount.map { .copy($0) }
        default: break
        }
        return nil
    }

    /// - Parameter text: shown until the next key.
    mutating func show(_ text: String) { notice = text }

    // MARK: -

    private mutating func find(_ text: String) {
        let before = matches.indices.contains(selected) ? matches[selected] : nil
        query = text
        let folded = text.searchable
        matches = items.indices.filter { folded.isEmpty || texts[$0].contains(folded) }
        // The same account stays selected as long as it matches.
        selected = before.flatMap { matches.firstIndex(of: $0) } ?? 0
        top = 0
        scroll()
    }

    private mutating func select(_ index: Int) {
        selected = min(max(0, index), max(0, matches.count - 1))
        scroll()
    }

    /// Moves the list so that the selected account is on the screen, and no row stays empty without need.
    private mutating func scroll() {
        if selected < top { top = selected }
        if selected >= top + listRows { top = selected - listRows + 1 }
        top = min(max(0, top), max(0, matches.count - listRows))
    }
}
