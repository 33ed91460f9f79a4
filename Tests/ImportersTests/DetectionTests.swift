import TOTPDomain
import Testing

@testable import Importers

@Suite("A text is known by its content")
struct DetectionTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"
    private static let migration = "otpauth-migration://offline?data=XXXX"

    @Test(
        "Links of accounts make it a list of links",
        arguments: [
            link, "OTPAUTH://TOTP/a?SECRET=AA", "QR-Code:\(link)", "steam://JBSWY3DPEHPK3PXP", "motp://a:b?secret=00",
            "motp:/a:b?secret=00", "\(migration)\n\(link)", "\(link)\n\(migration)", "# \(migration)\n\(link)",
            "a line\nanother\n\n\(link)", "\(link)?damaged=%%%",
        ])
    func linkList(text: String) { #expect(formatID(of: text.utf8) == "otpauth") }

    @Test(
        "Nothing but migration links makes it an export of Google Authenticator",
        arguments: [
            migration, "OTPAUTH-MIGRATION://offline?data=", "\(migration)\n\(migration)\n", "# \(link)\n\(migration)",
            "QR-Code:\(migration)", "\n\n  \(migration)\r\n", "a line\n\(migration)",
        ])
    func migrationList(text: String) { #expect(formatID(of: text.utf8) == "google-migration") }

    @Test(
        "Other texts are neither links nor an export of Google Authenticator",
        arguments: [
            "", "\n", "# \(link)", "  # \(link)\n#\(migration)", "a shopping list", "https://example.com/otpauth",
            "otpauth:",
            "otpauth:totp/x?secret=AA", "WIFI:T:WPA;S:home;P:12345678;;", "otpauth-migration:offline", "{}",
            "\(link)\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
        ])
    func neither(text: String) { #expect(formatID(of: text.utf8) == nil) }

    @Test("Images, databases and archives are never treated as text")
    func binary() {
        let magics: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF, 0xE0], Array("SQLite format 3\0".utf8),
            [0x50, 0x4B, 0x03, 0x04], [0, 0, 0, 0, 0],
        ]
        for magic in magics { #expect(formatID(of: magic + Array("\n\(Self.link)".utf8)) == nil) }
    }

    @Test("Every format has an id of its own, and says what it is and how to make its file")
    func descriptions() {
        let descriptions = FormatRegistry.standard.formats.map(\.description)
        #expect(Set(descriptions.map(\.id)).count == descriptions.count)
        for description in descriptions {
            #expect(FormatRegistry.standard.format(description.id)?.description == description)
            #expect(!description.app.isEmpty && !description.file.isEmpty && !description.exportSteps.isEmpty)
        }
        #expect(FormatRegistry.standard.format("no-such-format") == nil)
    }
}
