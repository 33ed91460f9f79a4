import FixtureSupport
import Testing

/// The terminal that other tests use.
struct TerminalSessionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func asksOnTheTerminalWithoutEcho() throws {
        let vault = folder.path("vault.json")
        let session = try TerminalSession(["vault", "create", vault])
        try session.waitFor(":")
        session.type("umbrella stand\n")
        try session.waitFor(":")
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

    @Test func standardOutputMayBeAFile() throws {
        let links = try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        let session = try TerminalSession(["list", links], outputFile: folder.path("out.txt"))
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.text.isEmpty)
        #expect(try folder.text("out.txt").contains("eve"))
    }
}
