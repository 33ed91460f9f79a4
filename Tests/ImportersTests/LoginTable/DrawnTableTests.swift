import TOTPDomain
import Testing

@Suite("Tables that are drawn with characters")
struct DrawnTableTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    private func read(_ text: String) throws -> ImportedDocument {
        let document = try ImportersTests.read(text)
        #expect(document.format == "csv")
        #expect(document.records == document.entries.count + document.skipped.total)
        return document
    }

    @Test("A link in a cell that was wrapped is whole again, or the table is not read as one")
    func wrappedLinks() throws {
        let link = "otpauth://totp/Acorn:alice?secret=\(Self.one)\(Self.two)&issuer=Acorn&digits=8&period=60"
        for width in 20..<link.count {
            var rows = "", rest = link[...]
            while !rest.isEmpty {
                rows += "| \(rows.isEmpty ? "Acorn" : "     ") | \(rest.prefix(width)) |\n"
                rest = rest.dropFirst(width)
            }
            let last = "| Birch | otpauth://totp/b?secret=\(Self.two) |\n"
            let document = try read("| Issuer | otpauth |\n|---|---|\n\(rows)\(last)")
            #expect(document.items.map(\.secret.base32) == [Self.one + Self.two, Self.two], "width \(width)")
            #expect(document.items.first?.parameters.digits == 8 && document.items.first?.parameters.period == 60)
        }
    }
}
