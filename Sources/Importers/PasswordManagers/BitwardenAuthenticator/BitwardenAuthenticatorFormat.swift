import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The export of Bitwarden's stand-alone authenticator app (`Docs/formats/bitwarden-authenticator.md`).
///
/// On iOS its CSV is Bitwarden's own, and is reported as such; the accounts are the same.
package struct BitwardenAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "bitwarden-authenticator",
        app: "Bitwarden Authenticator",
        file: "JSON or CSV",
        exportSteps: .menu("Settings › Export, format .json or .csv")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        if let outline = content.jsonOutline {
            return outline.shape == .object && outline.has("encrypted", "items")
                && outline.members["encrypted"] != .true
                && !outline.has("folders") && !outline.has("collections") && !outline.has("passwordProtected")
                // Logins of the password manager have more members.
                && JSONMemberNames.areAll(["totp", "username"], under: "login", in: content.text)
                && BitwardenFormat.hasOwnItems(content)
        }
        let columns = content.csvColumns
        // Other tables may also have a column of this name.
        return columns.contains(BitwardenColumn.key.rawValue) && !columns.contains(BitwardenColumn.password.rawValue)
            && columns.isSubset(of: BitwardenColumn.allCases.map(\.rawValue))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var document = try readAccounts(request)
        if document.records == 0 { document.warnings.append(Self.nothing) }
        return document
    }

    /// The app leaves out the codes that it shows from the password manager.
    private static let nothing = Warning(
        "there is no account in it: codes that are synchronized with Bitwarden are not in this export",
        "export them from Bitwarden itself")

    private func readAccounts(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline != nil else {
            return try ImportedDocument(
                format: description.id, table: try CSVTable(request.content.text, quoting: .withinLine),
                columns: [BitwardenColumn.key.rawValue], known: BitwardenColumn.known,
                hasOpenEnd: true, request.limits, account: BitwardenAuthenticatorCSV.account)
        }
        return try readBitwardenJSON(request)
    }
}

/// The CSV of the Android app, whose header has six columns and whose rows have nine fields that are never quoted.
///
/// A comma in an account's name shifts the fields after it; the link is then found by its scheme.
enum BitwardenAuthenticatorCSV {
    static func account(_ row: CSVTable.Row) -> KeyedItem {
        let (key, name) = keyAndName(row)
        return KeyedItem(row, key: key, name: name)
    }

    /// The authenticator key and the name of a row, joined again if a comma in the name split it.
    private static func keyAndName(_ row: CSVTable.Row) -> (key: String, name: String) {
        let key = row[BitwardenColumn.key].trimmingWhitespace
        let name = row[BitwardenColumn.name].trimmingWhitespace
        guard !key.isLink, let link = row.cells.firstIndex(where: \.isLink) else { return (key, name) }
        let keyColumn = row.index(of: BitwardenColumn.key.rawValue) ?? 0
        let nameColumn = row.index(of: BitwardenColumn.name.rawValue) ?? 0
        let surplus = link - keyColumn
        guard surplus > 0, nameColumn < keyColumn else { return (row.cells[link], name) }
        return (
            row.cells[link], row.cells[nameColumn...(nameColumn + surplus)].joined(separator: ",").trimmingWhitespace
        )
    }
}

/// The names of members inside the entries of a JSON text, in which the two apps of Bitwarden differ.
enum JSONMemberNames {
    /// Whether the objects under a name, at any depth, have only allowed members.
    ///
    /// Reads the text once, without decoding it. For a damaged text, only the part before the damage is checked.
    static func areAll(_ allowed: Set<String>, under key: String, in text: [UInt8]) -> Bool {
        var scanner = JSONScanner(text)
        // The depth of the members of such an object, while in one.
        var inside: Int?
        while let token = try? scanner.next() {
            switch token {
            case .name(let name):
                if scanner.depth == inside {
                    guard let name = try? scanner.string(name), allowed.contains(name) else { return false }
                } else if inside == nil, scanner.matches(name, key), (try? scanner.nextKind()) == .object {
                    inside = scanner.depth + 1
                }
            case .objectEnd where inside == scanner.depth + 1: inside = nil
            default: break
            }
        }
        return true
    }
}

/// The export of Bitwarden's stand-alone authenticator app (`Docs/formats/bitwarden-authenticator.md`).
package struct BitwardenAuthenticatorExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: BitwardenAuthenticatorFormat(),
        file: "JSON",
        protection: .none,
        capabilities: ExportCapabilities(kinds: [.totp: .init(), .steam: .steam], details: [.favorite]),
        importSteps: .menu("Settings › Import, file format Bitwarden (.json).")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let items = try selection.bitwardenEntries(hasServer: false).map { (entry) throws(ExportError) in
            OrderedJSON.object([
                "id": .string(try request.random.identifier()),
                "name": .string(entry.name),
                "folderId": .null,
                "organizationId": .null,
                "collectionIds": .null,
                "notes": .null,
                "type": 1,
                "login": .object(["totp": .string(entry.key), "username": .string(entry.username)]),
                "favorite": .bool(entry.account.isFavorite),
            ])
        }
        let document = OrderedJSON.object(["encrypted": false, "items": .array(items)])
        return selection.export("bitwarden-authenticator.json", document.utf8)
    }
}
