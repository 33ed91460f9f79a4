import Encodings
import TOTPDomain

/// The first record of a CSV stream.
struct CSVHeader {
    var delimiter: UInt8
    /// Names of columns, in lower case.
    var names: [String]
    /// The index after the record, and how many lines it has.
    var end: Int
    var lines: Int

    /// A longer header is refused.
    private static let maximumByteCount = Limit.csvHeader

    /// No column has a longer name, in bytes. Strings with thousands of combining marks are slow to compare.
    private static let longestName = Limit.csvName

    /// - Returns: the bytes that were read, and the header in them.
    /// - Throws: ``SourceError`` with `corrupt` if the text has no record or an unclosed quote.
    static func read(from stream: inout any ByteStream) throws(SourceError) -> (head: [UInt8], header: CSVHeader) {
        var head: [UInt8] = []
        var wanted = 1 << 16
        while true {
            head = try stream.bytes(after: head, upTo: wanted)
            let isWhole = head.count < wanted
            // Each portion is twice as large, because it is parsed from its start.
            wanted *= 2
            let delimiter = CSVReader.delimiter(of: head.span)
            var reader = CSVReader(delimiter: delimiter)
            do throws(CSVError) {
                while let record = try reader.next(in: head.span, isWhole: isWhole) {
                    let names = record.cells.map { $0.text(in: head.span).trimmingWhitespace.lowercased() }
                    guard names.count > 1 || names[0] != "" else { continue }
                    return (
                        head,
                        CSVHeader(delimiter: delimiter, names: names, end: reader.position, lines: reader.line - 1)
                    )
                }
            } catch { throw failure(error, line: error.line) }
            guard !isWhole else { throw SourceError(.corrupt, "the CSV file has no record") }
            guard head.count < maximumByteCount else {
                throw SourceError(.limitExceeded, "the first record is longer than \(maximumByteCount >> 20) MiB")
            }
        }
    }

    /// - Throws: ``SourceError`` with `corrupt` if the column is missing.
    ///
    /// - Parameter head: the start of the file, in which the column with the links is looked for.
    func index(of column: String, in head: [UInt8]) throws(SourceError) -> Int {
        let name = column.trimmingWhitespace.lowercased()
        let index = names.firstIndex { $0.utf8.count <= Self.longestName && $0 == name }
        guard let index else {
            let found = try? CSVLinkColumn.find(in: head, isWhole: false)
            let advice = found.map { "its links are in \($0.text)" } ?? "give --csv-field another name or a number"
            throw SourceError(
                .corrupt,
                "the CSV file has no column \"\(column.printable(limit: 60))\" among its \(names.count)", .text(advice))
        }
        return index
    }

    /// - Parameter line: the line in the file.
    static func failure(_ error: CSVError, line: Int) -> SourceError {
        switch error.reason {
        case .unclosedQuote:
            SourceError(
                .corrupt, "a quote that opens in line \(line) is never closed, and nothing after it was checked",
                "close it")
        case .tooManyCells: SourceError(.limitExceeded, "the record in line \(line) has too many cells")
        }
    }
}
