import FixtureSupport
import Foundation
import Testing

/// `codes --watch` in a real terminal.
struct CodesWatchTests {
    private let folder: TemporaryFolder
    private let links: String

    init() throws {
        folder = try TemporaryFolder()
        let odd = ["東京電力", "👩‍👩‍👧 Family", "חשבון ראשי", "Zoë"]
        let lines = (0..<500).map { index in
            let issuer = index < odd.count ? odd[index] : "Issuer \(index)"
            let escaped = issuer.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return "otpauth://totp/\(escaped):user\(index)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        }
        links = try folder.write(lines.joined(separator: "\n"), to: "links.txt")
    }

    private func watch(_ arguments: [String] = [], columns: Int = 80, rows: Int = 24) throws -> TerminalSession {
        let session = try TerminalSession(["codes", links, "--watch"] + arguments, columns: columns, rows: rows)
        try session.waitUntil("the accounts") { $0.isAlternate && $0.contains("/500") }
        return session
    }

    /// The terminal is as it was before.
    private func expectRestored(_ session: TerminalSession) {
        #expect(!session.screen.isAlternate && session.screen.isCursorVisible)
    }

    @Test("Accounts fill the terminal, and q restores it", arguments: [(80, 24), (40, 20), (200, 60)])
    func fillsTheScreen(columns: Int, rows: Int) throws {
        let session = try watch(columns: columns, rows: rows)
        try session.waitUntil("all rows") {
            $0.lines[rows - 2].contains("user") || $0.lines[rows - 2].contains("Issuer")
        }
        let lines = session.screen.lines
        #expect(lines[0].contains("500 accounts") && lines[1].contains("CODE"))
        #expect(lines[2...(rows - 2)].allSatisfy { $0.contains(#/\d{3} \d{3}/#) })
        session.type("q")
        #expect(try session.waitForExit() == 0)
        expectRestored(session)
    }

    @Test("Accounts of every kind have the codes that codes prints, and the exit code is the same")
    func kinds() throws {
        let file = FixtureFolder.package.appending(path: "Fixtures/exports/aegis/plain.json").file
        func codes() throws -> [String] {
            try Program.run(["codes", file, "--json"]).text.split(separator: "\n").map { line in
                try JSONDecoder().decode(Row.self, from: Data(line.utf8)).code
            }
        }
        let before = try codes()
        let session = try TerminalSession(["codes", file, "--watch", "--no-spaces"], columns: 120, rows: 60)
        try session.waitUntil("the accounts") { $0.contains("1/\(before.count)") }
        let rows = session.screen.lines.dropFirst(2).prefix(before.count), after = try codes()
        for (row, codes) in zip(rows, zip(before, after)) { #expect(row.contains(codes.0) || row.contains(codes.1)) }
        session.type("q")
        #expect(try session.waitForExit() == 0)
    }

    private struct Row: Decodable {
        let code: String
    }

    @Test("What was rejected is said once, above the screen, and decides the exit code")
    func rejected() throws {
        let links = "otpauth://totp/A:b?secret=GEZDGNBVGY3TQOJQ\notpauth://totp/A:c?secret=1"
        let file = try folder.write(links, to: "bad")
        let session = try TerminalSession(["codes", file, "--watch"], columns: 120)
        try session.waitUntil("the account") { $0.isAlternate && $0.contains("1/1") }
        session.type("q")
        #expect(try session.waitForExit() == 1)
        expectRestored(session)
        #expect(session.screen.lines.filter { $0.contains("rejected:") }.count == 1)
        #expect(!session.screen.contains("run again without --quiet"))
    }

    @Test("More accounts than fit a socket's buffer, with names of every length")
    func many() throws {
        let lines = (0..<20_000).map { index in
            "otpauth://totp/\(String(repeating: "x", count: index % 300))-\(index)?secret=GEZDGNBVGY3TQOJQ"
        }
        let file = try folder.write(lines.joined(separator: "\n"), to: "many.txt")
        let session = try TerminalSession(["codes", file, "--watch"])
        try session.waitUntil("the accounts") { $0.isAlternate && $0.contains("1/20000") }
        session.type("\u{1B}[F")
        try session.waitUntil("the last account") { $0.contains("20000/20000") }
        session.type("q")
        #expect(try session.waitForExit() == 0)
    }

    @Test(
        "The command that shows the screen takes nothing but what it was handed",
        arguments: [
            [], [0], [UInt8](repeating: 0, count: 8), [UInt8](repeating: 0xFF, count: 8),
            [UInt8](repeating: 0xFF, count: 100), [0, 0, 0, 0, 0, 0, 0, 40] + [UInt8](repeating: 0xFF, count: 40),
            [0, 0, 0, 0, 0, 0, 0, 32] + [UInt8](repeating: 0, count: 24) + [UInt8](repeating: 0x7F, count: 8),
        ] as [[UInt8]])
    func otherInput(bytes: [UInt8]) throws {
        let outcome = try Program.run(["show-codes"], input: Data(bytes))
        #expect(outcome.status == 2 && outcome.text.isEmpty)
        #expect(outcome.errors == "error: standard input has no accounts of codes --watch; run codes --watch instead\n")
    }

    @Test("A change of the file is noticed")
    func changed() throws {
        let session = try watch()
        #expect(!session.screen.contains("has changed"))
        try folder.write("otpauth://totp/New:only?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", to: "links.txt")
        try session.waitUntil("the notice") { $0.lines.last?.contains("An input has changed since") ?? false }
        session.type("q")
        #expect(try session.waitForExit() == 0)
    }

    @Test func searchesAsYouTypeMovesAndCopies() throws {
        let session = try watch()
        session.type("/issuer 49")
        try session.waitUntil("11 accounts") { $0.contains("11 of 500 accounts") && $0.contains("1/11") }
        session.type("\u{1B}[B\r")
        try session.waitUntil("the second") { $0.contains("2/11") }
        session.type("c")
        try session.waitUntil("a message") {
            $0.contains("Asked the terminal to copy it; not every terminal does (Issuer 490")
        }
        let command = try #require(session.screen.systemCommands.last)
        let parts = command.split(separator: ";")
        let code = try #require(Data(base64Encoded: String(parts[2])))
        #expect(parts[0] == "52" && parts[1] == "c" && code.count == 6)
        session.type("/\u{15}zzz")
        try session.waitUntil("no match") { $0.contains("no account matches \"zzz\"") }
        session.type("\u{1B}")
        try session.waitUntil("all accounts") { $0.contains("1/500") }
        session.type("\u{1B}[F")
        try session.waitUntil("the last account") { $0.contains("500/500") && $0.contains("user499") }
        session.type("\u{1B}")
        #expect(try session.waitForExit() == 0)
        expectRestored(session)
    }

    @Test func masksUntilAKeyIsPressed() throws {
        let session = try watch(["--mask"])
        #expect(session.screen.lines[2].contains("••• •••"))
        session.type(" ")
        try session.waitUntil("codes") { $0.lines[2].contains(#/\d{3} \d{3}/#) }
        session.type("\u{3}")
        #expect(try session.waitForExit() == 0)
        expectRestored(session)
    }

    @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 0)] as [(Int32, Int32)])
    func signalsGiveTheTerminalBack(signal: Int32, status: Int32) throws {
        let session = try watch()
        session.send(signal: signal)
        #expect(try session.waitForExit() == status)
        expectRestored(session)
    }

    @Test func followsTheSizeOfTheWindow() throws {
        let session = try watch()
        session.resize(columns: 50, rows: 12)
        try session.waitUntil("the new size") { $0.lines[11].contains("1/500") && $0.lines[1].contains("CODE") }
        session.resize(columns: 120, rows: 30)
        try session.waitUntil("the new size") { $0.lines[29].contains("1/500") }
        session.type("q")
        #expect(try session.waitForExit() == 0)
    }

    /// A program that is stopped and continued takes the terminal over again.
    @Test func continuesAfterAStop() throws {
        let session = try watch()
        session.send(signal: SIGSTOP)
        session.send(signal: SIGCONT)
        session.type("\u{1B}[B")
        try session.waitUntil("the second account") { $0.isAlternate && $0.contains("2/500") }
        session.type("q")
        #expect(try session.waitForExit() == 0)
        expectRestored(session)
    }

    /// The output of one second is far less than a screen: the countdown only.
    @Test func onlyChangedCellsAreWritten() throws {
        let session = try watch()
        let before = session.output.count
        let seconds = session.screen.lines[0]
        try session.waitUntil("the next second") { $0.lines[0] != seconds }
        // 21 rows with two changed digits each; all rows only where the codes themselves changed.
        #expect(session.output.count - before < 4000)
        #expect(session.output.suffix(session.output.count - before).firstRange(of: Array("\u{1B}[2J".utf8)) == nil)
        session.type("q")
        #expect(try session.waitForExit() == 0)
    }

    @Test func tablesOnATerminalAreGrouped() throws {
        let session = try TerminalSession(["codes", links, "--search", "user1"], columns: 100, rows: 200)
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.lines[1].contains(#/\d{3} \d{3}/#))
        #expect(!session.screen.isAlternate)
    }
}
