import FixtureSupport
import Foundation
import Images
import Links
import TOTPDomain
import TOTPImport
import Testing

@testable import totp_import

/// `qr`: the text that a phone would read from the screen.
struct QRTests {
    private static let links = [
        "otpauth://totp/GitHub:alice?secret=GEZDGNBVGY3TQOJQ&issuer=GitHub",
        "otpauth://totp/Hollowtree%20Chat:alice.with.a.long.name@example.org?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK"
            + "&issuer=Hollowtree%20Chat",
        "otpauth://hotp/Birch:bob?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Birch&counter=7&digits=8",
    ]

    private static func items() throws -> [Account] { try links.map { try KeyURI.read(Array($0.utf8).span).account } }

    /// The cells as pixels: two modules in each, eight pixels per module. Cells that are not paper are black, as in
    /// most terminals.
    private func scan(_ grid: ScreenGrid) throws -> [String] {
        var rows: [[UInt8]] = []
        for cells in grid.cells {
            for half in 0..<2 {
                rows.append(
                    cells.flatMap { cell -> [UInt8] in
                        let isDark =
                            !cell.style.contains(.paper) || cell.text == "█" || cell.text == (half == 0 ? "▀" : "▄")
                        return Array(repeating: isDark ? 0 : 255, count: 8)
                    })
            }
        }
        let pixels = rows.flatMap { row in (0..<8).flatMap { _ in row } }
        let image = try #require(LumaImage(width: grid.columns * 8, height: grid.rows * 16, pixels: pixels))
        return Parts.standard.scanner.scan(image).payloads.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(
        "Each code is read from the screen, also from a small one",
        arguments: [(80, 24), (60, 26), (120, 40), (51, 60)])
    func readable(columns: Int, rows: Int) throws {
        let items = try Self.items()
        var model = QRModel(try items.map { try PhoneCode(of: $0) })
        model.resize(columns: columns, rows: rows)
        for (place, item) in items.enumerated() {
            #expect(model.place == place)
            let grid = model.screen(at: 0, isColored: false)
            // A link without the defaults is read as the same account.
            let links = try scan(grid)
            #expect(links.count == 1)
            let read = try KeyURI.read(Array((links.first ?? "").utf8).span).account
            #expect(read.label == item.label && read.secret == item.secret && read.parameters == item.parameters)
            #expect(grid.lines.contains { $0.contains(item.issuer) })
            #expect(model.handle(.enter) == (place == items.count - 1 ? .leave : nil))
        }
    }

    @Test("A code that does not fit says how large the window must be")
    func tooSmall() throws {
        let code = try PhoneCode(of: try Self.items()[1])
        var model = QRModel([code])
        model.resize(columns: 30, rows: 12)
        let text = model.screen(at: 0, isColored: false).lines.joined(separator: " ")
        #expect(text.contains("Make the window larger"))
        let least = QRModel.Layout.least(for: code)
        model.resize(columns: least.columns, rows: least.rows)
        #expect(try scan(model.screen(at: 0, isColored: false)).count == 1)
        #expect(QRModel.Layout(code, columns: least.columns - 1, rows: least.rows) == nil)
        #expect(QRModel.Layout(code, columns: least.columns, rows: least.rows - 2) == nil)
    }

    @Test("Arrows move, and stop at both ends")
    func keys() throws {
        var model = QRModel(try Self.items().map { try PhoneCode(of: $0) })
        for (key, place) in [
            (Key.up, 0), (.down, 1), (.text("x"), 1), (.end, 2), (.down, 2), (.backspace, 1), (.home, 0),
        ] {
            #expect(model.handle(key) == nil)
            #expect(model.place == place)
        }
        for key in [Key.escape, .interrupt, .text("q")] { #expect(model.handle(key) == .leave) }
    }

    @Test("--to-phone: as many accounts per code as the screen has room for")
    func toPhone() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.links.joined(separator: "\n"), to: "links.txt")
        let small = try TerminalSession(["qr", folder.path("links.txt"), "--to-phone"])
        try small.waitUntil("the first code") { $0.isAlternate && $0.contains("1 of 3") }
        #expect(small.screen.contains("GitHub: alice"))
        small.type("\n")
        try small.waitUntil("the second code") { $0.contains("2 of 3") }
        small.type("q")
        #expect(try small.waitForExit() == 0)
        #expect(!small.screen.isAlternate && !small.screen.transcript.contains("█"))

        let large = try TerminalSession(["qr", folder.path("links.txt"), "--to-phone"], columns: 200, rows: 60)
        try large.waitUntil("one code") { $0.isAlternate && $0.contains("Birch: bob") }
        #expect(large.screen.contains("1 of 1") && large.screen.contains("GitHub: alice"))
        large.type("\n")
        #expect(try large.waitForExit() == 0)
    }

    @Test("An account that no code can express is named, and the others are shown")
    func leftOut() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "n", count: 2900)
        try folder.write(
            "\(Self.links[0])\notpauth://totp/\(name)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n", to: "links.txt")
        let session = try TerminalSession(["qr", folder.path("links.txt")])
        try session.waitUntil("the code") { $0.isAlternate && $0.contains("GitHub: alice") }
        session.type("q")
        #expect(try session.waitForExit() == 1)
        #expect(session.screen.transcript.contains("rejected: nnn"))
        #expect(!session.screen.transcript.contains("--quiet"))
        #expect(session.screen.transcript.contains("a QR code can contain at most"))
    }

    @Test("Without a terminal, nothing is shown")
    func noTerminal() throws {
        let outcome = try Program.run(["qr", Self.links[0]])
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("qr needs a terminal; convert --to html"))
        #expect(try Program.run(["qr", "x.txt", "--accounts-per-code", "3"]).errors.contains("only with --to-phone"))
    }
}
