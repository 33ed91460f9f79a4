import FixtureSupport
import TOTPDomain
import Testing

@testable import AnythingFormats

/// Names of records in tables with any of the columns that password managers have, in any order.
@Suite("Names in all layouts")
struct NameLayoutTests {
    private static let names = ["title": "Acorn Mail", "organization": "Birch Ltd", "user": "carol"]
    private static let others = ["url": "https://cedar.example/x", "password": "pw", "notes": "a remark"]
    private static let secret = "JBSWY3DPEHPK3PXP"

    /// The layouts: all orders of all sets of columns with a name; in `make test` some orders of each.
    private static func layouts() -> [[String]] {
        let optional = names.keys.sorted() + others.keys.sorted()
        return (1..<(1 << optional.count)).flatMap { set in
            let columns = optional.indices.filter { set & 1 << $0 != 0 }.map { optional[$0] } + ["otp_secret"]
            guard columns.contains(where: { names[$0] != nil }) else { return [[String]]() }
            if Thoroughness.isWhole { return orders(of: columns) }
            return columns.indices.map { Array(columns[$0...] + columns[..<$0]) } + [columns.reversed()]
        }
    }

    private static func orders(of columns: [String]) -> [[String]] {
        guard columns.count > 1 else { return [columns] }
        return columns.indices.flatMap { index in
            var rest = columns
            let first = rest.remove(at: index)
            return orders(of: rest).map { [first] + $0 }
        }
    }

    @Test(
        "No title, user or organization is lost: each is the issuer, the name, or in the note",
        arguments: ["title", "name", "service"], ["username", "email", "account"])
    func layouts(title: String, user: String) throws {
        for layout in Self.layouts() {
            let header = layout.map { ["title": title, "user": user][$0] ?? $0 }.joined(separator: ",")
            // Each set of filled names is a row.
            let filled = (1..<8).map { set in
                Dictionary(
                    uniqueKeysWithValues: Self.names.sorted { $0.key < $1.key }.enumerated()
                        .filter { layout.contains($1.key) && set & 1 << $0 != 0 }.map { ($1.key, $1.value) })
            }
            let rows = filled.map { names in
                layout.map { names[$0] ?? Self.others[$0] ?? ($0 == "otp_secret" ? Self.secret : "") }
                    .joined(separator: ",")
            }
            let text = ([header] + rows).joined(separator: "\n")
            let document = try LoginTableFormat().read(ImportRequest(content: SourceContent(Array(text.utf8))))
            #expect(document.items.count == rows.count, "\(header)")
            for (names, item) in zip(filled, document.items) {
                let lost = names.values.filter { name in
                    item.issuer != name && item.name != name && item.note?.contains(name) != true
                }
                #expect(lost == [], "\(header): \(names)")
                // Of an entry that has one, the title is always seen.
                if let title = names["title"] {
                    #expect([item.issuer, item.name].contains(title), "\(header): \(names)")
                }
            }
        }
    }
}
