import TOTPDomain
import Testing

@testable import Importers

@Suite("WinAuth's text")
struct WinAuthTests {
    private static func read(_ text: String) throws -> ImportedDocument {
        try WinAuthFormat().read(ImportRequest(content: SourceContent(Array(text.utf8))))
    }

    @Test("It is a list of links like any other, and read as one unless the format is forced")
    func detection() throws {
        let text = "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP&digits=6&icon=Acme"
        #expect(formatID(of: text.utf8) == "otpauth")
        #expect(
            try ImportersTests.read(text).items.map(EssentialFields.init)
                == Self.read(text).items.map(EssentialFields.init))
        #expect(try Self.read(text).format == "winauth")
    }

    @Test(
        "The lines of WinAuth are read",
        arguments: [
            ("otpauth://totp/Acme:alice?secret=JBSWY3DP&digits=6&icon=Acme", "Acme", "alice", .totp()),
            ("otpauth://totp/Acme%20Cloud:al%20ice?secret=JBSWY3DP&digits=6", "Acme Cloud", "al ice", .totp()),
            ("otpauth://totp/Acme:a+b?secret=JBSWY3DP&digits=8&period=60", "Acme", "a+b", .totp(digits: 8, period: 60)),
            ("otpauth://totp/Acme:team#1?secret=JBSWY3DP&digits=6", "Acme", "team#1", .totp()),
            (
                "otpauth://totp/alice?secret=JBSWY3DP&digits=6&algorithm=SHA512", "", "alice", .totp(.sha512)
            ),
            ("otpauth://hotp/Acme:alice?secret=JBSWY3DP&digits=6&counter=9", "Acme", "alice", .hotp(counter: 9)),
            (
                "otpauth://totp/alice?secret=JBSWY3DP&digits=8&issuer=BattleNet&serial=EU-0000-0000-0000", "BattleNet",
                "alice", .totp(digits: 8)
            ),
            (
                "otpauth://totp/alice?secret=JBSWY3DP&digits=5&issuer=Steam&deviceid=android%3a0&data=%7b%7d", "Steam",
                "alice", .fixed(.steam)
            ),
        ] as [(link: String, issuer: String, name: String, expected: EntryOutcome)])
    func accounts(link: String, issuer: String, name: String, expected: EntryOutcome) throws {
        let document = try Self.read(link)
        #expect(document.outcomes == [expected])
        #expect(document.items.map(\.issuer) == [issuer])
        #expect(document.items.map(\.name) == [name])
    }

    @Test(
        "Links of Trion are rejected, because its codes are not TOTP; links like them are read",
        arguments: [
            ("otpauth://totp/Trion:Glyph?secret=JBSWY3DPEHPK3PXP&digits=8&issuer=Trion", .rejected(.typeUnknown)),
            ("otpauth://totp/Trion:Glyph?secret=JBSWY3DPEHPK3PXP&digits=8", .rejected(.typeUnknown)),
            ("otpauth://totp/Trion:Glyph?secret=JBSWY3DPEHPK3PXP&digits=6&issuer=Trion", .totp()),
            ("otpauth://totp/Trionic:a?secret=JBSWY3DPEHPK3PXP&digits=8&issuer=Trionic", .totp(digits: 8)),
        ] as [(String, EntryOutcome)])
    func trion(link: String, expected: EntryOutcome) throws {
        let document = try ImportersTests.read(link)
        #expect(document.outcomes == [expected])
        #expect(document.rejections.allSatisfy { $0.reason.contains("Trion") })
    }

    @Test("Comments, empty lines and lines without a link are skipped")
    func lines() throws {
        let document = try Self.read(
            """
            # made by WinAuth

            otpauth://totp/Acme:alice?secret=JBSWY3DP&digits=6\r
            # otpauth://totp/Acme:bob?secret=JBSWY3DP&digits=6
            otpauth://totp/Acme:carol?secret=&digits=6
            no link
            otpauth://totp/Acme:alice?secret=JBSWY3DP&digits=6
            """)
        #expect(document.outcomes == [.totp(), .rejected(.secretMissing), .totp()])
        #expect(document.rejections.map(\.position.line) == [5])
        #expect(document.skipped.counts == [.comment: 2, .blank: 1, .noLink: 1])
    }

    @Test("A text without a link is not a WinAuth file", arguments: ["", "\n", "# alone"])
    func nothing(text: String) {
        let failure = #expect(throws: SourceError.self) { try Self.read(text) }
        #expect(failure?.code == .unrecognised)
    }
}
