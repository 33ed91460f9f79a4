import Encodings
import TOTPDomain

/// The column of a CSV file that contains its links, found from the first records.
package struct CSVLinkColumn: Sendable, Hashable {
    /// From 0.
    package var index: Int
    /// In the header.
    package var name: String

    /// For messages: `column 2 ("url")`. Without a header, the first record takes its place, and may be a secret: only
    /// names that describe a column are shown.
    package var text: String {
        let place = "column \(index + 1)"
        let letters = name.lowercased().filter { $0 != "2" }
        let isName =
            name.utf8.count <= 24 && letters.allSatisfy { $0.isLetter || " _-.()/".contains($0) }
            && Self.words.contains { letters.contains($0) }
        return isName ? "\(place) (\"\(name.printable(limit: 24))\")" : place
    }

    /// One of them is in the name of any column for links.
    private static let words = ["otp", "uri", "url", "link", "auth", "factor", "token", "qr"]

    /// Finds the column in the start of a text.
    ///
    /// A text is CSV if its first record is a header, has no link and at least two cells, and all other records have
    /// the same number of cells: a list of links whose names contain commas is not.
    ///
    /// - Parameter isWhole: whether the start is all of the text.
    /// - Returns: nil if the text is not CSV, or no record contains a link.
    /// - Throws: ``SourceError`` with `corrupt` if several columns contain links.
    package static func find(in head: [UInt8], isWhole: Bool) throws(SourceError) -> CSVLinkColumn? {
        guard let columns = columns(in: head.span, isWhole: isWhole), let first = columns.first else { return nil }
        guard columns.count == 1 else {
            throw SourceError(
                .corrupt, "links are in \(columns.map(\.text).joined(separator: " and "))",
                .text("name one of them with --csv-field", onPage: "paste the links of one of them"))
        }
        return first
    }

    /// The columns with links, nil if the text is not CSV.
    private static func columns(in head: Span<UInt8>, isWhole: Bool) -> [CSVLinkColumn]? {
        var reader = CSVReader(delimiter: CSVReader.delimiter(of: head))
        var names: [String] = []
        var found: Set<Int> = []
        do throws(CSVError) {
            while let record = try reader.next(in: head, isWhole: isWhole) {
                if record.cells.count == 1, record.range.isEmpty { continue }
                let places = record.cells.indices.filter {
                    KeyURIScheme.find(in: head.extracting(record.cells[$0].range)) != nil
                }
                if names.isEmpty {
                    guard record.cells.count > 1, places.isEmpty else { return nil }
                    names = record.cells.map { $0.text(in: head).trimmingWhitespace }
                } else {
                    guard record.cells.count == names.count else { return nil }
                    found.formUnion(places)
                }
            }
        } catch { return nil }
        return found.sorted().map { CSVLinkColumn(index: $0, name: names[$0]) }
    }
}
