import AnythingFormats
import Encodings
import FormatEngine
import TOTPDomain

/// The one-time passwords of an Authelia server, as it exports them (`Docs/formats/authelia.md`).
package struct AutheliaFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authelia",
        group: .file,
        app: "Authelia",
        file: "YAML or CSV",
        exportSteps: .command("authelia storage user totp export --file ", thenFile: ""),
        keepsake: .original("the export of a server")
    )

    private static let list = "totp_configurations"
    fileprivate static let account = EntryShape(
        issuer: "issuer", name: "username", secret: "secret", kind: .always(.totp), algorithm: "algorithm",
        digits: "digits", period: "period")
    private static let members = KnownNames(
        reading: account, "totp_configurations created_at last_used_at", list: "totp_configurations")

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
        var document = try accounts(
            at: [Self.list], in: text, request.limits, knowing: Self.members
        ) { (entry) throws(EntryError) in
            var account = try Self.account.account(in: entry)
            guard case .text(let encoded)? = account.secret, !encoded.isEmpty else { return account }
            // Base64 without its padding could also be base32, so it must be base64 of base32.
            if let bytes = Base64.decode(encoded), !bytes.isEmpty,
                bytes.allSatisfy({ Base32.values[Int($0)] < 32 || $0 == ASCII.equals })
            {
                account.secret = .text(String(decoding: bytes, as: UTF8.self))
            } else {
                account.problem = EntryError(
                    .secretNotBase32, "the secret is not base64 of base32, as Authelia writes it")
            }
            return account
        }
        document.lookAtComments(of: request.content)
        return document
    }
}

/// Authelia's CSV, with secrets in base32. It has no quotation marks: an issuer with a comma has more cells than the
/// header.
enum AutheliaTable {
    private static let header = Array("issuer,\(columns.joined(separator: ","))".utf8)
    /// Those after the issuer, which have no comma.
    private static let columns = ["username", "algorithm", "digits", "period", "secret"]

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
            guard row.cells.count > columns.count else {
                let problem = EntryError(.fieldDamaged, "the row has fewer than \(columns.count + 1) cells")
                document.reject(at: position, problem)
                continue
            }
            let issuer = row.cells.dropLast(columns.count).joined(separator: ",")
            let cells = Dictionary(uniqueKeysWithValues: zip(columns, row.cells.suffix(columns.count)))
            document.add(AutheliaFormat.account.account { .text(cells[$0] ?? issuer) }, at: position)
        }
        return document
    }
}
