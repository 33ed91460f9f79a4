import Encodings
public import TOTPDomain

extension RecordReader {
    /// The records of CSV behind its header.
    ///
    /// - parameter column: a name in the header, case aside; or a number from 1, of a file that has no header.
    /// - throws: ``SourceError`` with `corrupt` where there is no such column.
    public init(_ stream: any ByteStream, csvColumn column: String) throws(SourceError) {
        self.init(stream, layout: .csv(cell: 0, delimiter: UInt8(ascii: ",")))
        guard let first = try header(), !first.isEmpty else {
            throw SourceError(.corrupt, "the CSV file has no record")
        }
        let delimiter = CSVRecord.delimiter(of: first.span)
        let end = KeyURI.endOfLink(first.span)
        if let number = Int(column) {
            setLayout(.csv(cell: number - 1, delimiter: delimiter))
            putBack(first)
            return
        }
        let names = CSVRecord.cells(of: first.span.extracting(0..<end), delimiter: delimiter)
            .map { $0.trimmingWhitespace.lowercased() }
        guard let index = names.firstIndex(of: column.trimmingWhitespace.lowercased()) else {
            throw SourceError(
                .corrupt,
                "the CSV file has no column “\(column.printable(limit: 60))”; its first line names "
                    + "\(names.count) others; --csv-field takes a number, too")
        }
        setLayout(.csv(cell: index, delimiter: delimiter))
    }
}
