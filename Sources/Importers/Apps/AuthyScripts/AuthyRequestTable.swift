import Encodings
import FormatEngine
import TOTPDomain

/// The CSV that answers a data request.
///
/// Some are untidy: whole rows, or all of them, are in one pair of quotes.
enum AuthyRequestTable {
    private static let quote = UInt8(ascii: "\"")
    private static let seed = "encrypted_seed", salt = "salt"
    /// The file does not say how many; it was always this number.
    private static let iterations: Int64 = 100_000

    /// Whether the first line names the columns, ignoring quotes.
    static func matches(_ content: SourceContent) -> Bool {
        guard content.kind == .text else { return false }
        let head = SourceContent(text: content.text.prefix(1 << 12).filter { $0 != quote })
        let columns = head.csvHeader.map { $0.trimmingWhitespace.lowercased() }
        return columns.contains(seed) && columns.contains(salt)
    }

    /// - Returns: the tokens, and a document with the number of records, to which nothing but them must be added.
    /// - Throws: ``SourceError`` as ``CSVTable``.
    static func tokens(
        _ text: [UInt8], as format: FormatID
    ) throws(SourceError) -> (tokens: [(line: Int, token: AuthyToken)], document: ImportedDocument) {
        var table = try table(text)
        var document = ImportedDocument(format: format, records: table.countRecords())
        try table.check([seed, salt])
        var unread = UnreadCells(table.header, known: ["name", "issuer", "digits", seed, salt, "iv"])
        var tokens: [(line: Int, token: AuthyToken)] = []
        while let row = try table.next() {
            if row.isBlank {
                document.skipped.add(.blank)
                continue
            }
            unread.look(at: row)
            var token = AuthyToken()
            (token.name, token.originalName, token.originalIssuer) = (row["name"], row["name"], row["issuer"])
            (token.accountType, token.isFromServer) = ("authenticator", true)
            token.digits = .text(row["digits"])
            token.encryptedSecret = .text(row[seed])
            token.salt = row[salt].trimmingWhitespace
            token.iv = .text(row["iv"])
            token.iterations = .number(iterations)
            tokens.append((row.line, token))
        }
        document.skipped.add(.header, count: table.headerCount)
        unread.finish(&document)
        return (tokens, document)
    }

    private static func table(_ text: [UInt8]) throws(SourceError) -> CSVTable {
        if let table = try? CSVTable(text), table.has(seed) {
            return table
        }
        let text = text.filter { $0 != quote }
        return try CSVTable(text)
    }
}
