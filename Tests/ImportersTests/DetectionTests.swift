import TOTPDomain
import Testing

@testable import Importers

@Suite("A text is known by its content")
struct DetectionTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"
    private static let migration = "otpauth-migration://offline?data=XXXX"

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
