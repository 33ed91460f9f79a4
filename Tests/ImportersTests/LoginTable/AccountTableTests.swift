import TOTPDomain
import Testing

@testable import AnythingFormats

/// Tables as people and small tools make them.
@Suite("Tables of accounts")
struct AccountTableTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    // MARK: - Proof

    @Test(
        "The advice for a table without a header names all columns, and the question asks for each",
        arguments: [
            ("rosa,\(one),SHA256,8,60\nben,\(two),SHA256,8,60", "secret=2,name=1,algorithm=3,digits=4,period=5"),
            ("1,rosa,\(one),8,\n2,ben,\(two),8,", "secret=3,name=2,digits=4"),
            (
                "Bank,rosa,\(one),hotp,7\nShop,ben,\(two),hotp,9",
                "secret=3,issuer=1,name=2,type=4,-=5 if the column 5 says nothing of the accounts, or else name it, too"
            ),
            (
                "rosa,A1,58e8f1bd8509d6bf6c3a34e7051fdccdeb52354d,8\nben,B2,56c926147bc89e20848d4c1bb2e405fed82d40b1,8",
                "secret=3,name=1,digits=4,-=2 --secret-encoding hex if the column 2 says nothing of the accounts, "
                    + "or else name it, too"
            ),
        ])
    func hintsWithoutHeader(text: String, columns: String) throws {
        let failure = try #require(throws: SourceError.self) { try ImportersTests.read(text) }
        #expect(failure.message.hasPrefix("column "))
        #expect(failure.message.hasSuffix(" may hold secrets; use totp-import import FILE --columns \(columns)"))
        #expect((failure.question == nil) == columns.contains("hex"))
        guard let question = failure.question else { return }
        let document = try LoginTableFormat().read(
            ImportRequest(
                content: SourceContent(Array(text.utf8)),
                columns: try question.columns(question.names.map(\.suggestion))))
        #expect(document.items.map(\.name) == ["rosa", "ben"])
    }

    // MARK: - Rows

    @Test("UTF-16 as spreadsheets write it, with the names of columns of other languages")
    func unicodeText() throws {
        let text = "Émetteur\tNom d'utilisateur\tClé secrète\tChiffres\r\nGröße\talice\t\(Self.one)\t8\r\n"
        let document = try ImportersTests.read(
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(document.items.map(\.label) == ["Größe: alice"])
        #expect(document.items.map(\.parametersLine) == ["totp SHA1 8 30"])
    }

    private func table(_ header: String, _ rows: String...) throws -> ImportedDocument {
        let document = try ImportersTests.read(([header] + rows).joined(separator: "\n"))
        #expect(document.format == "csv")
        return document
    }
}
