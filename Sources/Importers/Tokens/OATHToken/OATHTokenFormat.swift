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
