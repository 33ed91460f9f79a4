import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A seed list of OATH hardware tokens: as administrators upload it to Microsoft Entra ID, as token servers keep it,
/// and as pskc2csv makes it from a PSKC file (`Docs/formats/oath-token-csv.md`).
package struct OATHTokenFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "oath-token-csv",
        group: .file,
        app: "hardware tokens (Entra, LinOTP)",
        file: "CSV, seed list",
        exportSteps: "Ask the vendor of the tokens for the seed list as CSV, with base32 secrets for Entra.",
        keepsake: .original("the seed file of hardware tokens")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.jsonOutline == nil, !content.isMarkup,
            !LinkListReader.hasOnlyLinks(in: content.text.span)
        else { return false }
        return OATHTokenRow.matches(content.csvHeader) || PSKCTableRow.matches(content)
            || HexTokenList(content.text) != nil || SeedTable(content) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        if PSKCTableRow.matches(request.content) { return try PSKCTableRow.document(description.id, request) }
        if let list = HexTokenList(text) { return try list.document(description.id, request.limits) }
        if !OATHTokenRow.matches(request.content.csvHeader), let table = SeedTable(request.content) {
            return try table.document(request, description.id)
        }
        let table = try CSVTable(text)
        let columns = OATHTokenRow.columns(of: table.header)
        for missing in OATHTokenRow.needed where columns[missing] == nil {
            throw .damaged("it has no column \(missing)", .text("ask for it again"))
        }
        return try ImportedDocument(
            format: description.id, table: table, columns: [], known: OATHTokenRow.known(of: table.header),
            request.limits
        ) { row in OATHTokenRow(row, columns, request.secretEncoding) }
    }
}

/// A row of the table that pskc2csv makes from a PSKC file.
struct PSKCTableRow: ExportedAccount {
    private let row: CSVTable.Row
    private let encoding: SecretEncoding

    static let columns = ["serial", "secret", "response_length"]
    private static let optional = ["algorithm", "time_interval", "counter", "issuer", "manufacturer", "model"]

    static func matches(_ content: SourceContent) -> Bool { content.csvColumns.isSuperset(of: columns) }

    /// Reads a table.
    ///
    /// - Throws: ``SourceError`` as ``CSVTable/next()``.
    static func document(_ format: FormatID, _ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let encoding = if let given = request.secretEncoding { given } else { try encoding(of: text) }
        return try ImportedDocument(
            format: format, table: try CSVTable(text), columns: columns, known: columns + optional, request.limits
        ) { row in PSKCTableRow(row: row, encoding: encoding) }
    }

    /// Hexadecimal, if every secret is; else base32.
    private static func encoding(of text: [UInt8]) throws(SourceError) -> SecretEncoding {
        var table = try CSVTable(text)
        while let row = try table.next() {
            let secret = row["secret"].trimmingWhitespace
            if !secret.isEmpty, Hex.decode(secret) == nil { return .base32 }
        }
        return .hex
    }

    var names: (issuer: String, name: String) {
        (row["issuer"].isBlank ? row["manufacturer"] : row["issuer"], row["serial"])
    }

    var skipReason: SkipReason? { row.isBlank ? .blank : nil }

    func draft() throws(EntryError) -> AccountDraft {
        let kind: OTPKind
        let algorithm = row["algorithm"].trimmingWhitespace
        switch algorithm.lowercased().split(whereSeparator: { $0 == ":" || $0 == "#" }).last {
        case "hotp": kind = .hotp
        case "totp": kind = .totp
        default: throw EntryError(.typeUnknown, "the algorithm \(algorithm.quoted) is neither hotp nor totp")
        }
        var draft = try AccountDraft(kind: kind, secret: row["secret"], in: encoding)
        // The table has no column for the hash.
        try draft.take(
            digits: .text(row["response_length"]), period: .text(row["time_interval"]), counter: .text(row["counter"]))
        try draft.take(serial: row["serial"], manufacturer: row["manufacturer"], model: row["model"])
        return draft
    }
}

/// A token of a seed list.
struct OATHTokenRow: ExportedAccount {
    private let row: CSVTable.Row
    private let columns: [String: Int]

    /// The columns of every list; vendors leave out others.
    static let needed = ["serialnumber", "secretkey"]
    private static let optional = [
        "upn", "timeinterval", "manufacturer", "model", "hashfunction", "algorithm", "digits",
    ]

    /// As the user says; Entra takes only base32.
    private let encoding: SecretEncoding?

    init(_ row: CSVTable.Row, _ columns: [String: Int], _ encoding: SecretEncoding?) {
        self.row = row
        self.columns = columns
        self.encoding = encoding
    }

    /// The index of each column by its name in lower case, without spaces. If two names are equal, the first counts.
    static func columns(of header: [String]) -> [String: Int] {
        let names = header.map { name in String(name.lowercased().unicodeScalars.filter { !$0.isSpace }) }
        return Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }

    static func matches(_ header: [String]) -> Bool {
        let columns = columns(of: header)
        return needed.allSatisfy { columns[$0] != nil }
    }

    /// The columns of a header that are read, in lower case.
    static func known(of header: [String]) -> [String] {
        let read = columns(of: header).filter { (needed + optional).contains($0.key) }.values
        return read.map { header[$0].trimmingWhitespace.lowercased() }
    }

    var names: (issuer: String, name: String) {
        (cell("manufacturer"), [cell("upn"), cell("serialnumber")].first { !$0.isBlank } ?? "")
    }

    var skipReason: SkipReason? { row.cells.allSatisfy(\.isBlank) ? .blank : nil }

    func draft() throws(EntryError) -> AccountDraft {
        let secret = cell("secretkey")
        var draft: AccountDraft
        do throws(EntryError) {
            draft =
                if let encoding {
                    try AccountDraft(kind: .totp, secret: secret, in: encoding)
                } else {
                    try AccountDraft(base32: secret, isTyped: true)
                }
        } catch  where error.code == .secretNotBase32 && Self.looksLikeHex(secret) {
            // It is not converted: most hexadecimal secrets without 0, 1, 8 and 9 are also base32.
            throw EntryError(
                .secretNotBase32, "the secret is hexadecimal, and Entra takes only base32",
                .text(
                    "ask the vendor for the base32 file, or give --secret-encoding hex",
                    onPage: "ask the vendor for the base32 file"))
        }
        let algorithms = [cell("hashfunction"), cell("algorithm")].filter { !$0.isBlank }
        let algorithm = algorithms.first ?? ""
        for other in algorithms.dropFirst() where try OTPAlgorithm(named: other) != OTPAlgorithm(named: algorithm) {
            throw EntryError(
                .algorithmUnknown, "the columns of hash function and algorithm differ", "ask the vendor which is right")
        }
        try draft.take(
            algorithm: .text(algorithm), digits: .text(cell("digits")), period: .text(cell("timeinterval")))
        guard !cell("serialnumber").isBlank else { throw .noSerialNumber }
        try draft.take(
            serial: cell("serialnumber"), manufacturer: cell("manufacturer"), model: cell("model"), user: cell("upn"))
        return draft
    }

    private func cell(_ column: String) -> String { columns[column].map { row.cell($0) } ?? "" }

    private static func looksLikeHex(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0.isSpace || $0 == "-" }
    }
}
