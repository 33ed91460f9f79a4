import Foundation
import TOTPDomain
import Testing

@testable import totp_import

/// `codes --watch` without a terminal: the effect of keys, and the content of the screen.
struct CodesModelTests {
    /// 500 accounts; some names are wide, of emoji, or from right to left.
    private static func items(_ count: Int = 500) throws -> [Account] {
        let odd = ["東京電力", "👩‍👩‍👧 Family", "חשבון ראשי", "مصرف", "Zoë", "e\u{301}te\u{301}", "", "नमस्ते 1"]
        return try (0..<count).map { index in
            let kind: OTPKind = index % 50 == 7 ? .hotp : .totp
            return Account(
                issuer: index < odd.count ? odd[index] : "Issuer \(index)",
                name: index % 3 == 0 ? "a.rather.long.name.\(index)@mail.example.org" : "user\(index)",
                secret: try OTPSecret(base32: "JBSWY3DPEHPK3PXP"),
                parameters: try OTPParameters(kind: kind, digits: index % 20 == 1 ? 8 : 6, counter: 41))
        }
    }

    private static let sizes = [(80, 24), (40, 20), (200, 60)]

    private func model(_ size: (Int, Int) = (80, 24), _ count: Int = 500, isMasked: Bool = false) throws -> CodesModel {
        var model = CodesModel(try Self.items(count), title: "accounts.json", isMasked: isMasked)
        model.resize(columns: size.0, rows: size.1)
        return model
    }

    private func press(_ keys: [Key], _ model: inout CodesModel) -> [ScreenEffect] {
        keys.compactMap { model.handle($0) }
    }

    private func type(_ text: String, _ model: inout CodesModel) {
        for character in text { _ = model.handle(.text(String(character))) }
    }

    // MARK: - The screen

    @Test("Codes may be shown without spaces, and an input that has changed is named")
    func plainAndOutdated() throws {
        var model = CodesModel(try Self.items(2), title: "a.json", isGrouped: false)
        model.resize(columns: 80, rows: 10)
        func text() -> String { model.screen(at: 0).lines.joined(separator: "\n") }
        #expect(text().contains(#/ [0-9]{6} /#) && !text().contains("has changed"))
        model.isOutdated = true
        #expect(text().contains("An input has changed since"))
    }

    @Test(
        "Accounts fill every row of the screen, and the header stays while people page through them", arguments: sizes)
    func fillsTheScreenUnderAFixedHeader(columns: Int, rows: Int) throws {
        var model = try model((columns, rows))
        for _ in 0..<30 {
            let grid = model.screen(at: 1_795_253_400)
            let lines = grid.lines
            #expect(lines.count == rows)
            #expect(grid.cells.allSatisfy { $0.count == columns })
            #expect(lines[0].hasPrefix("500 accounts in accounts") && lines[0].contains("30 s"))
            #expect(lines[1].contains("CODE") && lines[1].contains("LEFT"))
            #expect(lines[2...(rows - 2)].allSatisfy { $0.count > 10 }, "no row is empty")
            #expect(lines.filter { $0.hasPrefix(">") }.count == 1)
            #expect(lines[rows - 1].contains("/500"))
            _ = model.handle(.pageDown)
        }
        #expect(model.selected == 499)
    }

    /// The code of every row starts in the same column, whatever the names are.
    @Test(arguments: sizes)
    func columnsAreAligned(columns: Int, rows: Int) throws {
        let grid = try model((columns, rows)).screen(at: 1_795_253_400)
        let heading = try #require(grid.cells[1].map(\.text).joined().firstRange(of: "CODE"))
        let text = grid.cells[1].map(\.text).joined()
        let start = text.distance(from: text.startIndex, to: heading.lowerBound)
        for row in 2..<(rows - 1) {
            let code = grid.cells[row][start..<(start + 7)].map(\.text).joined()
            #expect(code.allSatisfy { $0.isNumber || $0 == " " } && code.first != " ", "row \(row): \(code)")
            #expect(grid.cells[row][start - 1].text == " " && grid.cells[row][start - 2].text == " ")
        }
    }

    @Test("The grid has the size of the terminal, however small, after any key", arguments: 1...12, [1, 2, 5, 20, 33])
    func anySizeWorks(rows: Int, columns: Int) throws {
        var model = try model((columns, rows))
        for key in [Key.down, .end, .text("/"), .text("z"), .text("z"), .text("z"), .escape] {
            let grid = model.screen(at: 0)
            #expect(grid.cells.count == rows && grid.cells.allSatisfy { $0.count == columns })
            _ = model.handle(key)
        }
    }

    @Test func rightToLeftNamesAreIsolatedAndWideOnesTakeTwoCells() throws {
        let grid = try model().screen(at: 0)
        #expect(grid.lines[4].contains("\u{2068}") && grid.lines[4].contains("\u{2069}"))
        #expect(grid.cells[2][2].text == "東" && grid.cells[2][3].isContinuation)
    }

    @Test func countdownIsAText() throws {
        let model = try model()
        #expect(model.screen(at: 30 * 1000 + 18).lines[0].hasSuffix("new codes in 12 s [######.........]"))
        #expect(model.screen(at: 30 * 1000 + 29).lines[0].contains("in 1 s [#"))
        #expect(model.screen(at: 30 * 1000 + 18).lines[2].hasSuffix("12 s"))
    }

    @Test func codesAreGroupedAndMasked() throws {
        var model = try model((80, 24), isMasked: true)
        let hidden = model.screen(at: 59)
        #expect(hidden.lines[2].contains("••• •••") && hidden.lines[3].contains("•••• ••••"))
        #expect(!hidden.lines[2...20].contains { $0.contains("996 554") })
        #expect(hidden.lines[23].contains("space shows codes"))
        _ = model.handle(.text(" "))
        #expect(!model.screen(at: 59).lines.joined().contains("•"))
    }

    @Test func problemsAreNotInTheTable() throws {
        let item = Account(
            issuer: "Phone", name: "bob", secret: try OTPSecret(base32: "JBSWY3DPEHPK3PXP"),
            parameters: try OTPParameters(kind: .motp))
        var model = CodesModel([item], title: "a")
        model.resize(columns: 80, rows: 24)
        let lines = model.screen(at: 0).lines
        #expect(lines[2].hasSuffix("-"))
        #expect(lines[23].contains("Phone: bob: needs its PIN"))
    }

    // MARK: - Keys

    @Test func arrowsAndPagesMove() throws {
        var model = try model()
        let page = model.listRows
        #expect(page == 21)
        for (key, selected, top) in [
            (Key.down, 1, 0), (.pageDown, 22, 2), (.up, 21, 2), (.pageUp, 0, 0), (.up, 0, 0), (.end, 499, 479),
            (.down, 499, 479), (.pageUp, 478, 478), (.home, 0, 0),
        ] {
            #expect(press([key], &model).isEmpty)
            #expect(model.selected == selected && model.top == top, "\(key)")
        }
    }

    @Test func searchingNarrowsAsYouType() throws {
        var model = try model()
        type("/issuer 49", &model)
        #expect(model.isSearching && model.matches.count == 11)
        #expect(model.screen(at: 0).lines[0].hasPrefix("11 of 500 accounts in"))
        #expect(model.screen(at: 0).lines[23].hasPrefix("/issuer 49"))
        _ = model.handle(.down)
        let chosen = model.selectedAccount
        _ = press([.backspace], &model)
        #expect(model.matches.count > 11 && model.selectedAccount == chosen, "the same account stays selected")
        _ = press([.enter], &model)
        #expect(!model.isSearching && model.query == "issuer 4")
        type("/zoe", &model)
        _ = press([.clear], &model)
        type("zoe", &model)
        #expect(model.matches == [4])
        type("zzz", &model)
        #expect(model.screen(at: 0).lines[2] == "  no account matches \"zoezzz\"")
        #expect(model.selectedAccount == nil)
        #expect(press([.down, .pageUp, .end, .enter, .text("c")], &model).isEmpty)
        _ = press([.text("/"), .escape], &model)
        #expect(model.matches.count == 500 && !model.isSearching)
    }

    @Test func qEscapeAndControlCLeave() throws {
        for key in [Key.text("q"), .escape, .interrupt] {
            var model = try model()
            #expect(press([key], &model) == [.leave])
        }
        var model = try model()
        _ = press([.text("/")], &model)
        #expect(press([.text("q")], &model).isEmpty && model.query == "q")
        #expect(press([.interrupt], &model) == [.leave])
        #expect(press([.suspend, .redraw], &model) == [.suspend, .redraw])
    }

    @Test func escapeShowsAllAccountsAgainBeforeItLeaves() throws {
        var model = try model()
        type("/zoe", &model)
        _ = press([.enter], &model)
        #expect(model.screen(at: 0).lines[23].hasPrefix("\"zoe\": Esc shows all"))
        #expect(press([.escape], &model).isEmpty && model.matches.count == 500 && model.query.isEmpty)
        #expect(press([.escape], &model) == [.leave])
    }

    @Test func cCopiesTheSelectedAccount() throws {
        var model = try model()
        #expect(press([.down, .text("c")], &model) == [.copy(model.items[1])])
        model.show("Sent")
        #expect(model.screen(at: 0).lines[23].hasPrefix("Sent"))
        _ = press([.down], &model)
        #expect(model.notice == nil)
    }

    @Test func anotherSizeKeepsTheSelectedAccountOnTheScreen() throws {
        var model = try model()
        _ = press(Array(repeating: .down, count: 20), &model)
        model.resize(columns: 40, rows: 10)
        #expect(model.selected == 20 && (model.top..<(model.top + model.listRows)).contains(20))
        model.resize(columns: 200, rows: 1000)
        #expect(model.top == 0)
    }
}

/// Bytes of a terminal to keys, and cells to escape sequences.
struct ScreenTests {
    @Test(
        "Keys are the same, whether their bytes arrive together or one by one",
        arguments: [
            ("a", [Key.text("a")]), ("é東👩", [.text("é"), .text("東"), .text("👩")]),
            ("\u{1B}[A\u{1B}[B\u{1B}OA", [.up, .down, .up]),
            ("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.pageUp, .pageDown, .home, .end, .home, .end]),
            ("\r\n\u{7F}\u{8}", [.enter, .enter, .backspace, .backspace]),
            ("\u{3}\u{1A}\u{15}\u{C}", [.interrupt, .suspend, .clear, .redraw]),
            ("\u{1B}[1;5A\u{1B}[200~x\u{1B}[C", [.up, .text("x")]),
        ])
    func keysAreDecoded(text: String, expected: [Key]) {
        var whole = KeyDecoder()
        #expect(whole.take(text.utf8) == expected)
        var single = KeyDecoder()
        #expect(text.utf8.flatMap { single.take([$0]) } == expected)
        #expect(!single.isWaiting)
    }

    @Test func escapeAloneIsAKeyOnceNothingFollows() {
        var decoder = KeyDecoder()
        #expect(decoder.take([0x1B]) == [] && decoder.isWaiting)
        #expect(decoder.finish() == [.escape] && !decoder.isWaiting)
        #expect(decoder.take([0x1B, 0x71]) == [.escape, .text("q")])
        #expect(decoder.take([0xFF, 0x61]) == [.text("a")])
    }

    @Test func onlyChangedCellsAreWritten() {
        var painter = ScreenPainter()
        var grid = ScreenGrid(columns: 40, rows: 5)
        grid.put("123 456", row: 2, column: 10, width: 10)
        grid.put("30 s", row: 2, column: 30, width: 5)
        #expect(painter.paint(grid).hasPrefix("\u{1B}[0m\u{1B}[2J"))
        #expect(painter.paint(grid) == "")
        grid.put("29 s", row: 2, column: 30, width: 5)
        #expect(painter.paint(grid) == "\u{1B}[3;31H\u{1B}[0m29\u{1B}[0m")
        painter.forget()
        #expect(painter.paint(grid).contains("123 456"))
    }

    @Test func textAfterACharacterBeyondASCIIIsPlacedAgain() {
        var painter = ScreenPainter()
        var grid = ScreenGrid(columns: 10, rows: 1)
        _ = painter.paint(grid)
        grid.put("東a", row: 0, column: 0, width: 10)
        #expect(painter.paint(grid) == "\u{1B}[1;1H\u{1B}[0m\u{1B}[10X\u{1B}[0m東\u{1B}[1;3Ha       \u{1B}[0m")
        var narrow = ScreenGrid(columns: 10, rows: 1)
        narrow.put("xba", row: 0, column: 0, width: 10)
        // A character that this terminal shows wider than its cells is erased completely.
        #expect(painter.paint(narrow) == "\u{1B}[1;1H\u{1B}[0m\u{1B}[10X\u{1B}[0mxba       \u{1B}[0m")
    }

    @Test(arguments: [
        ("abc", 3), ("東京", 4), ("👩‍👩‍👧", 2), ("🇨🇭", 2), ("e\u{301}", 1), ("नमस्ते", 4), ("हिन्दी", 5), ("각", 2),
        ("\u{1100}\u{1161}", 2),
    ])
    func widthsAreThoseOfTerminals(text: String, width: Int) {
        #expect(text.terminalWidth == width)
        var grid = ScreenGrid(columns: 10, rows: 1)
        grid.put(text + "|", row: 0, column: 0, width: 10)
        #expect(grid.cells[0][width].text == "|")
    }

    @Test(arguments: [("東京", 3, "東…"), ("東京", 4, "東京"), ("東京", 2, "…"), ("abc", 0, ""), ("👩‍👩‍👧x", 3, "👩‍👩‍👧x")])
    func textIsCutToColumns(text: String, width: Int, expected: String) {
        #expect(text.cut(to: width) == expected)
    }
}

extension ScreenGrid {
    /// The text of each row, without spaces at its end.
    var lines: [String] {
        cells.map { row in
            var text = row.map(\.text).joined()
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
    }
}
