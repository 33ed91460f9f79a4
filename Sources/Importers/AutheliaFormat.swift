import Encodings
import Links
import TOTPDomain

/// The one-time passwords of an Authelia server, as it exports them (`Docs/formats/authelia.md`).
package struct AutheliaFormat: ImportFormat {
    package let description = FormatDescription(
        id: "authelia",
        group: .file,
        app: "Authelia",
        file: "YAML or CSV",
        encryption: .never,
        exportSteps: .command("authelia storage user totp export --file ", thenFile: ""),
        keepsake: .original("the export of a server")
    )

    private static let list = "totp_configurations"
    private static let members = KnownNames(
        "totp_configurations created_at last_used_at algorithm digits period secret", texts: "username issuer",
        list: "totp_configurations")

    package func recognizes(_ content: SourceContent) -> Bool {
        if AutheliaTable.matches(content) { return true }
        if let json = RecordText.json(of: content, having: "totp_configurations"),
            let root = try? JSONValue(text: json)
        {
            return root.has(Self.list)
        }
        return Self.isDamaged(content)
    }

    /// Whether it is YAML with the list, and something in it is not read: reading it says in which line.
    private static func isDamaged(_ content: SourceContent) -> Bool {
        let title = Array("\n\(list):".utf8)
        guard content.kind == .text, content.jsonOutline == nil, YAMLText.mayBe(content.text),
            content.text.starts(with: title.dropFirst()) || content.text.span.firstIndex(of: title) != nil
        else { return false }
        do throws(SourceError) {
            _ = try RecordText.json(of: content)
            return false
        } catch { return true }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if AutheliaTable.matches(request.content) { return try AutheliaTable.document(description.id, request) }
        let text = try RecordText.json(of: request.content) ?? request.content.text
        let file = try JSONFile(text)
        var document = try ImportedDocument(
            format: description.id, list: try file.list(Self.list), at: [Self.list], in: text, request.limits,
            account: { (entry) throws(EntryError) in try AutheliaAccount(entry) })
        document.lookAtComments(of: request.content)
        return naming(unread: Self.members, in: text, document)
    }
}

/// A user's account. All have time-based codes.
private struct AutheliaAccount: ExportedAccount {
    let names: (issuer: String, name: String)
    /// Base64 of base32 in YAML, base32 in CSV.
    private let secret: LenientText?
    private let isBase64: Bool
    private let algorithm: LenientText?
    private let digits, period: LenientNumber?

    init(_ entry: JSONObject) throws(EntryError) {
        names = (try (entry.value("issuer")).name, try (entry.value("username")).name)
        secret = try entry.value("secret")?.text
        isBase64 = true
        algorithm = try entry.value("algorithm")?.field
        digits = try entry.value("digits")?.field
        period = try entry.value("period")?.field
    }

    /// - Parameter cells: at least six, of which the last five have no comma.
    init(cells: [String]) {
        let last = Array(cells.suffix(5))
        names = (cells.dropLast(5).joined(separator: ","), last[0])
        secret = .text(last[4])
        isBase64 = false
        algorithm = .text(last[1])
        digits = .text(last[2])
        period = .text(last[3])
    }

    func draft() throws(EntryError) -> AccountDraft {
        var text = try secret.checked("the secret")
        if isBase64, let encoded = text {
            // Base64 without its padding could also be base32, so it must be base64 of base32.
            guard let bytes = Base64.decode(encoded), !bytes.isEmpty,
                bytes.allSatisfy({ Base32.values[Int($0)] < 32 || $0 == ASCII.equals })
            else { throw EntryError(.secretNotBase32, "the secret is not base64 of base32, as Authelia writes it") }
            text = String(decoding: bytes, as: UTF8.self)
        }
        var draft = try AccountDraft(base32: text)
        try draft.take(algorithm: algorithm, digits: digits, period: period)
        return draft
    }
}

/// Authelia's CSV, which has no quotation marks: an issuer with a comma has more cells than the header.
enum AutheliaTable {
    private static let header = Array("issuer,username,algorithm,digits,period,secret".utf8)
    private static let columns = 6

    static func matches(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.text.starts(with: header) else { return false }
        let rest = content.text.dropFirst(header.count)
        return rest.isEmpty || rest.first == ASCII.newline || rest.starts(with: [ASCII.carriageReturn, ASCII.newline])
    }

    static func document(_ format: FormatID, _ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        var rows: [(line: Int, cells: [String])] = []
        // Only LF ends a row, as in the count: other ends of lines are part of a cell.
        for (index, line) in text.split(separator: ASCII.newline, omittingEmptySubsequences: false).enumerated() {
            if index == 0 || line.allSatisfy(ASCII.isWhitespace) { continue }
            let bytes = line.last == ASCII.carriageReturn ? line.dropLast() : line
            let cells = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            rows.append((index + 1, cells.map { TextDecoding.lenientString($0) }))
            try request.limits.check(records: rows.count)
        }
        // The header is in the first line.
        let records = text.split(separator: ASCII.newline).count { !$0.allSatisfy(ASCII.isWhitespace) } - 1
        var document = ImportedDocument(format: format, records: records)
        for row in PlantedLoss.applied(to: rows) {
            let position = EntryPosition(line: row.line)
            guard row.cells.count >= columns else {
                document.reject(at: position, EntryError(.fieldDamaged, "the row has fewer than \(columns) cells"))
                continue
            }
            document.add(AutheliaAccount(cells: row.cells), at: position)
        }
        return document
    }
}
