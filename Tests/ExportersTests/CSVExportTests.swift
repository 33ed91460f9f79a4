import Encodings
import TOTPDomain
import Testing

@testable import AnythingFormats

@Suite("A table of logins, written")
struct CSVExportTests {
    @Test("The table has links, also for kinds that only links can express")
    func table() throws {
        let text = try CSVExport().text(
            SampleAccounts.item(
                issuer: "=1+1", name: "@alice", note: "-\"one\"\n+two", tags: ["Work", "Old"], isFavorite: true),
            SampleAccounts.item(issuer: "", name: "bob", .motp))
        #expect(
            text == """
                title,username,otpauth,notes,tags,favorite\r
                '=1+1,'@alice,otpauth://totp/%3D1%2B1:%40alice?secret=JBSWY3DPEHPK3PXP&issuer=%3D1%2B1&algorithm=SHA1\
                &digits=6&period=30,"'-""one""\n+two",Work;Old,1\r
                ,bob,motp://bob?secret=48656c6c6f21deadbeef,,,\r

                """)
    }

    @Test("No cell is a formula, and every text is read back the same")
    func formulas() throws {
        let texts = [
            "=1", "+1", "-1", "@a", "\ta", "'=1", "''@", "'", "''", "'quoted'", "'-", "-", "=", "\t", "\r\n=1", "a=1",
            " =1",
        ]
        let items = try texts.map { text in
            try SampleAccounts.item(
                issuer: text.trimmingWhitespace, name: text.trimmingWhitespace, note: text, tags: ["x"])
        }
        let bytes = CSVExport().write(.plain(items)).bytes
        var reader = CSVReader()
        while let record = try reader.next(in: bytes.span) {
            for cell in record.cells.map({ $0.bytes(in: bytes.span) }) {
                #expect(!"=+-@\t\r".utf8.contains(cell.first ?? 0))
            }
        }
        let read = try LoginTableFormat().read(ImportRequest(content: SourceContent(bytes))).entries
        #expect(read.count == items.count)
        for (entry, item) in zip(read, items) {
            guard case .item(let found) = entry else {
                Issue.record("rejected: \(entry)")
                continue
            }
            // A note of spaces is not a note.
            #expect([found.issuer, found.name] == [item.issuer, item.name])
            #expect((found.note ?? "") == (item.note.map { $0.isBlank ? "" : $0 }))
        }
    }

    @Test("Tags are separated by semicolons; one that contains a separator is a loss")
    func tags() throws {
        let items = try [["Work", "a b"], ["a;b"], ["a,b"], [""], [" a"]].map { try SampleAccounts.item(tags: $0) }
        #expect(CSVExport().write(.plain(items)).lostDetails == ["1 tags", "2 tags", "3 tags", "4 tags"])
    }
}
