import Importers
import TOTPDomain
import Testing

/// Rows of CSV in which a comma without quotes moves every cell after it.
struct ShiftedRowTests {
    @Test(
        "A password in the place of the secret is rejected",
        arguments: [
            ("name,url,username,password,totp", "Acme, Inc,https://acme.example,bob,hunter2secret,JBSWY3DPEHPK3PXP"),
            (
                "Title,URL,Username,Password,Notes,OTPAuth",
                "Acme, Inc,https://acme.example,bob,hunter2secret,note,otpauth://totp/x?secret=JBSWY3DPEHPK3PXP"
            ),
        ])
    func rejected(header: String, row: String) throws {
        let document = try read("\(header)\n\(row)\n")
        #expect(document.items.isEmpty)
        #expect(document.rejections.map(\.code) == [.fieldDamaged])
        #expect(document.rejections.allSatisfy { !$0.reason.contains("hunter2") && !$0.label.contains("hunter2") })
    }

    @Test("Empty cells at the end of a row are ignored")
    func emptyCells() throws {
        let document = try read("name,url,username,password,totp\nAcme,,bob,pw,JBSWY3DPEHPK3PXP,,\n")
        #expect(document.items.map(\.issuer) == ["Acme"])
    }

    private func read(_ text: String) throws -> ImportedDocument {
        let content = SourceContent(Array(text.utf8))
        let format = try #require(FormatRegistry.standard.format(of: content))
        return try format.read(ImportRequest(content: content))
    }
}
