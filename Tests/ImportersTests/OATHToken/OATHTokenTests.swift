import TOTPDomain
import Testing

@testable import Importers

@Suite("Seed lists of hardware tokens")
struct OATHTokenTests {
    @Test("A token has its number, unless a spreadsheet changed it; a row without one is rejected")
    func serialNumbers() throws {
        let document = try read(
            "upn,serial number,secret key,manufacturer,model\na@b, 0012 ,GEZDGNBV,Acorn,A-1\n,1.2E+09,GEZDGNBV,,\nb@c, ,GEZDGNBV,,"
        )
        let token = try Account.Token(serial: "0012", manufacturer: "Acorn", model: "A-1", user: "a@b")
        #expect(document.items.map(\.token) == [token, nil] && document.items.map(\.name) == ["a@b", "1.2E+09"])
        #expect(document.warnings.map { $0.message.contains("1.2E+09") } == [true])
        #expect(
            document.rejections.map(\.reason) == [
                "the token has no serial number; look it up on the token, and fill it in"
            ])
    }
}
