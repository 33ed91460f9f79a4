import TOTPDomain
import Testing

@testable import Importers

@Suite("The file of python-vipaccess")
struct VIPAccessTests {
    private static let file = "version 1\nsecret GEZDGNB2\nid VSST12345678\nexpiry 2028-01-15T12:00:00.000Z\n"

    @Test("A credential is an account of VIP Access", arguments: [file, file.replacing("\n", with: "\r\n")])
    func account(text: String) throws {
        let document = try read(text)
        #expect(document.format == "vip-access" && document.records == 1 && document.warnings.isEmpty)
        #expect(document.items.map(\.fieldsLine) == ["totp VIP Access|VSST12345678 GEZDGNB2 SHA1 6 30"])
    }

    @Test("What is damaged, newer or not known is named")
    func others() throws {
        #expect(try read(Self.file.replacing("GEZDGNB2", with: "GEZDGNB1")).outcomes == [.rejected(.secretNotBase32)])
        #expect(try read(Self.file + "digits 8\n").warnings.map(\.message).contains { $0.contains("\"digits\"") })
        let failure = #expect(throws: SourceError.self) {
            try read(Self.file.replacing("version 1", with: "version 2"))
        }
        #expect(failure?.code == .unsupportedVersion)
        #expect(formatID(of: "version 1\nsecret GEZDGNB2\n".utf8) == nil)
    }
}
