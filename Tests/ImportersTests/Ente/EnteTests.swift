import TOTPDomain
import Testing

@testable import Importers

@Suite("Ente Auth's list of links")
struct EnteTests {
    private static let alice = "otpauth://totp/Acorn:alice%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Acorn"
    private static let bob = "otpauth://hotp/Birch:bob?secret=GEZDGNBVGY3TQOJQ&issuer=Birch&counter=7"

    @Test("A problem in a QR code names the code, not a line")
    func code() throws {
        let content = SourceContent(text: Array(EnteExport.link(Self.alice, display: #"{"trashed":true}"#).utf8))
        let document = try EnteFormat().read(ImportRequest(content: content, code: 3))
        #expect(document.items.count == 1)
        #expect(document.warnings.first?.message.hasPrefix("code 3 (") == true)
    }
}
