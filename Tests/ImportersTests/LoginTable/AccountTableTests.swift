import TOTPDomain
import Testing

@testable import Importers

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
        #expect(document.items.map(\.label) == ["Größe: alice"] && document.outcomes == [.totp(digits: 8)])
    }

    @Test(
        "A table with an unknown column that has a part of an account in every row is refused, with what reads it",
        arguments: [
            ("8", "8", "digits=Qvexo"), ("6", "10", "digits=Qvexo"), ("30", "60", "period=Qvexo"),
            ("SHA1", "sha-256", "algorithm=Qvexo"), ("totp", "TOTP", "type=Qvexo"), (two, one.lowercased(), "-=Qvexo"),
            ("0123456789abcdef0123", "ffff456789abcdef0123", "-=Qvexo"),
            // Something else, or that of one row; numbers that count the rows.
            ("8", "9", nil), ("8", "", nil), ("x", "y", nil), ("6", "7", nil), ("internationalization", "x", nil),
        ] as [(String, String, String?)])
    func refused(first: String, second: String, option: String?) throws {
        let text = "issuer,Qvexo,totp\nAcorn,\(first),\(Self.one)\nBirch,\(second),\(Self.two)\n"
        guard let option else {
            #expect(try read(text).items.count == 2)
            return
        }
        let failure = #expect(throws: SourceError.self) { try read(text) }
        #expect(failure?.message.contains("totp-import import FILE --columns \(option)") == true)
        #expect(failure?.message.contains("--columns -=Qvexo") == true)
        let request = ImportRequest(content: SourceContent(Array(text.utf8)), columns: try TableColumns(option))
        let document = try LoginTableFormat().read(request)
        #expect(document.items.count == 2 && document.warnings == [])
        // Of one record, and where links have all parameters, nothing is certain.
        #expect(try read("issuer,Qvexo,totp\nAcorn,\(first),\(Self.one)\n").items.count == 1)
        let link = "otpauth://totp/A?secret=\(Self.one)"
        let named = try? read("issuer,Qvexo,totp\nAcorn,\(first),\(link)\nBirch,\(second),\(link)\n")
        #expect(option.hasPrefix("-") || named?.items.count == 2)
        // A title that says what it has refuses nothing.
        for title in ["Backup codes", "Position", "id", "Recovery key", "Website"] {
            #expect(try read(text.replacing("Qvexo", with: title)).items.count == 2)
        }
    }

    private func table(_ header: String, _ rows: String...) throws -> ImportedDocument {
        let document = try ImportersTests.read(([header] + rows).joined(separator: "\n"))
        #expect(document.format == "csv")
        return document
    }
}
