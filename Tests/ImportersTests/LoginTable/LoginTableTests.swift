import TOTPDomain
import Testing

@testable import AnythingFormats
@testable import FormatEngine
@testable import Importers

@Suite("Tables of logins")
struct LoginTableTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"

    @Test("The title of a table is other text, and a secret in it is named")
    func secretInTitle() throws {
        let table = "issuer,name,secret\nAcorn,bob,GEZDGNBVGY3TQOJQ\n"
        #expect(try read("# old MFRGGZDFMZTWQ2LK\n\(table)").leftovers.all == [Leftover(.secret, .lines(1...1))])
        #expect(try read("My accounts\n\(table)").leftovers.all == [Leftover(.text, .lines(1...1))])
    }

    @Test("Words in a column of one-time passwords are said to be words")
    func words() throws {
        let document = try read("name,otp\nAcorn,My Dog Has Fleas\nBirch,JBSWY3DPEHPK3PXP\n")
        #expect(document.items.map(\.issuer) == ["Birch"])
        #expect(document.rejections.map(\.reason) == [TypedSecret.words.reason])
    }

    @Test(
        "A column with an ambiguous name counts if all its cells are links or secrets, and one is surely",
        arguments: [
            (["JBSWY3DPEHPK3PXP"], true), (["jbsw y3dp-ehpk 3pxp===", "", "none"], true),
            ([link, "AUTHENTICATORAPP"], true),
            (["GOOGLEAUTHENTICATOR"], false), (["enabled"], false), (["yes", "JBSWY3DPEHPK3PXP"], false),
            (["SMS"], false),
            (["JBSWY3DP"], false), (["123456"], false), ([""], false), (["JBSWY3DPEHPK3PX1"], false),
        ] as [([String], Bool)])
    func ambiguousNames(cells: [String], counts: Bool) throws {
        let rows = cells.map { "Acorn,alice,pw,\($0),GEZDGNBVGY3TQOJQ\n" }.joined()
        let text = Array("Service,Login,Password,2FA,2FA Backup Codes\n\(rows)".utf8)
        let file = try LoginTableFile(text)
        #expect(file.tables.map(\.guessed.keys) == (counts ? [[3: .base32]] : []))
        // Only where no other column is sure.
        let sure = try LoginTableFile(Array("otp,Service,2FA\n".utf8) + text)
        #expect(sure.tables.map(\.guessed.keys) == [[0: .base32]])
    }

    private func read(_ text: String) throws -> ImportedDocument {
        let content = SourceContent(Array(text.utf8))
        #expect(FormatRegistry.standard.format(of: content)?.description.id == "csv")
        return try LoginTableFormat().read(ImportRequest(content: content))
    }
}
