import FixtureSupport
import Testing

@testable import totp_import

@Suite("Progress of long work")
struct ProgressTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A pipe without a writer: the program waits for it.
    private func pipe(_ name: String) throws -> String {
        let made = try #require(ExternalProgram(named: "mkfifo"))
        #expect(try made.run([folder.path(name)]).exitCode == 0)
        return folder.path(name)
    }

    @Test("Progress is shown while reading takes long, and disappears; Ctrl-C says what was done")
    func interrupted() throws {
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        // The line is as long as the terminal allows, and ^C comes after it.
        let slow = String(repeating: "very-", count: 16) + "slow.txt"
        _ = try pipe(slow)
        let session = try TerminalSession(
            ["import", "links.txt", slow, "--vault", "vault.json", "--jobs", "1"],
            passphrase: "copper lantern meadow seven quiet harbor",
            in: folder.path)
        try session.waitUntil("a progress line") { $0.contains("Reading  [==========          ]  1 of 2") }
        #expect(session.screen.lines.contains { $0.hasSuffix("slow.txt") })
        session.type("\u{3}")
        #expect(try session.waitForExit() == 130)
        #expect(session.screen.lines.first == "vault.json does not exist; a new vault will be created")
        #expect(session.screen.lines[1] == "interrupted after 1 of 2 inputs; vault.json was not created")
        #expect(session.screen.lines[2...].allSatisfy { $0.isEmpty })
        #expect(try folder.names() == ["links.txt", slow])
    }

    @Test(
        "Progress is not shown with --quiet, in a dumb terminal, or if standard error is a file", arguments: [0, 1, 2])
    func notShown(kind: Int) throws {
        _ = try pipe("slow.txt")
        let session = try TerminalSession(
            ["list", "slow.txt"] + (kind == 0 ? ["--quiet"] : []), environment: kind == 1 ? ["TERM": "dumb"] : [:],
            in: folder.path, errorFile: kind == 2 ? folder.path("errors.txt") : nil)
        // When a program that was started later shows its progress, the first one would have done so.
        let other = try TerminalSession(["list", "slow.txt"], in: folder.path)
        try other.waitUntil("a progress line") { $0.contains("Reading  ") }
        session.type("\u{3}")
        #expect(try session.waitForExit() == 130)
        #expect(!String(decoding: session.output, as: UTF8.self).contains("Reading"))
        if kind == 2 {
            #expect(try folder.text("errors.txt") == "\ninterrupted after 0 of 1 input; no file was changed\n")
        }
    }

    @Test(
        "The line of progress fits the terminal",
        arguments: [
            (
                columns: 80, finished: 0, seconds: 0.7,
                line: "Reading  [                    ]  0 of 40  1 s  …er/long/path/to/a/picture.png"
            ),
            (
                columns: 80, finished: 10, seconds: 4,
                line: "Reading  [=====               ]  10 of 40  2.5/s  12 s left  …o/a/picture.png"
            ),
            (
                columns: 60, finished: 10, seconds: 200,
                line: "Reading  [=====               ]  10 of 40  0.1/s  10 min…"
            ),
            (columns: 40, finished: 10, seconds: 200, line: "Reading  [=====               ]  10 …"),
        ])
    func width(columns: Int, finished: Int, seconds: Double, line: String) {
        var work = ProgressWork(title: "Reading", total: 40, untouched: nil)
        work.finished = finished
        work.current = "a/rather/long/path/to/a/picture.png"
        let text = work.text(columns: columns, elapsed: .seconds(seconds))
        #expect(text == line)
        #expect(text.count < columns)
    }

    @Test(
        "Times are shown in seconds, minutes or hours",
        arguments: [(0.2, "0 s"), (59, "59 s"), (61, "1 min 1 s"), (7300, "2 h 1 min")])
    func time(seconds: Double, text: String) { #expect(ProgressWork.time(seconds) == text) }
}
