import FixtureSupport
import Testing

@testable import totp_import

/// The terminal that other tests use.
struct TerminalSessionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func asksOnTheTerminalWithoutEcho() throws {
        let vault = folder.path("vault.json")
        let session = try TerminalSession(["vault", "create", vault])
        try session.waitFor("generate one):")
        session.type("umbrella stand\n")
        try session.waitFor("Repeat the passphrase:")
        session.type("umbrella stand\n")
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.contains("created"))
        #expect(!session.screen.transcript.contains("umbrella"))
        #expect(try folder.names().contains("vault.json"))
    }

    @Test func endsWithControlC() throws {
        let session = try TerminalSession(["vault", "create", folder.path("vault.json")])
        try session.waitFor(":")
        session.type("\u{3}")
        #expect(try session.waitForExit() == 130)
    }

    @Test func tellsTheProgramItsSize() throws {
        let links = try folder.write(
            "otpauth://totp/Hollowtree%20Chat:alice.with.a.rather.long.name@example.org?secret=GEZDGNBVGY3TQOJQ",
            to: "links.txt")
        let session = try TerminalSession(["list", links], columns: 60, rows: 10)
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.lines[0].hasPrefix("ISSUER"))
        #expect(session.screen.contains("…"))
        #expect(session.screen.lines.allSatisfy { $0.count <= 60 })
    }

    @Test(
        "Links that are pasted for - are not shown, can be longer than a terminal's line, and end with one Ctrl-D",
        arguments: [["list", "-"], ["validate", "-"], ["vault", "add", "vault.json", "-", "--yes"]])
    func pasted(command: [String]) throws {
        _ = try SampleVault(in: folder)
        let session = try TerminalSession(command, passphrase: SampleVault.passphrase, in: folder.path)
        try session.waitFor("Paste links; end with Ctrl-D. They are not shown.\n")
        try session.waitUntilInputIsHidden()
        let note = String(repeating: "long", count: 1500)
        session.type("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ&note=\(note)&issuer=Acme\n")
        try session.waitFor("1 line pasted")
        session.type("otpauth://totp/Birch:bob?secret=MFRGGZDFMZTWQ2LK&issuer=Birch\u{4}")
        try session.waitFor("2 lines pasted")
        #expect(try session.waitForExit() == 0)
        let seen = session.screen.transcript
        #expect(!seen.contains("GEZDGNBV") && !seen.contains("MFRGGZDF") && !seen.contains("Reading"))
        #expect(
            seen.contains(command[0] == "validate" ? "2 checked" : command[0] == "list" ? "bob" : "2 accounts added"))
    }

    @Test(
        "Keys delete characters and lines of pasted text; nothing counts after Ctrl-D",
        arguments: [
            (typed: "a\n", text: "a\n", lines: 1, hasEnded: false),
            (typed: "ab\u{7F}c", text: "ac", lines: 1, hasEnded: false),
            (typed: "a\n\u{7F}", text: "a\n", lines: 1, hasEnded: false),
            (typed: "a\nbä\u{8}", text: "a\nb", lines: 2, hasEnded: false),
            (typed: "a\nbcd\u{15}e\u{4}f", text: "a\ne", lines: 2, hasEnded: true),
            (typed: "\u{4}", text: "", lines: 0, hasEnded: true),
            (typed: "123456789", text: "12345678", lines: 1, hasEnded: false),
        ])
    func pastedText(typed: String, text: String, lines: Int, hasEnded: Bool) {
        var pasted = PastedText(limit: 8)
        for byte in typed.utf8 { pasted.add([byte]) }
        #expect(String(decoding: pasted.bytes, as: UTF8.self) == text)
        #expect(pasted.lineCount == lines && pasted.hasEnded == hasEnded)
    }

    @Test func standardOutputMayBeAFile() throws {
        let links = try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        let session = try TerminalSession(["list", links], outputFile: folder.path("out.txt"))
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.text.isEmpty)
        #expect(try folder.text("out.txt").contains("eve"))
    }
}
