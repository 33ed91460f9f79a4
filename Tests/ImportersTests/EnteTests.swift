import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Ente Auth's list of links")
struct EnteTests {
    @Test("A problem in a QR code names the code, not a line")
    func code() throws {
        let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&codeDisplay=%7B%22trashed%22%3Atrue%7D"
        let document = try EnteFormat().read(ImportRequest(content: SourceContent(text: Array(link.utf8)), code: 3))
        #expect(document.items.count == 1)
        #expect(document.warnings.first?.message.hasPrefix("code 3 (") == true)
    }
}
