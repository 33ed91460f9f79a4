import Encodings
import FormatEngine
import TOTPDomain

/// The CSV of Apple Passwords, iCloud Keychain and Safari (`Docs/formats/apple-passwords.md`).
package struct ApplePasswordsFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "apple-passwords",
        group: .passwordManager,
        app: "Apple Passwords, Safari",
        file: "CSV",
        exportSteps: .text(
            "On a Mac: Passwords › File › Export All Passwords to File; before macOS 15: Safari › File › Export › "
                + "Passwords. On an iPhone or iPad with iOS 18.2 or later: Settings › Apps › Safari › Export, with "
                + "passwords; the zip is read as it is. iOS 26 and macOS 26 also pass them directly to some "
                + "password managers, without a file")
    )

    /// Other password managers have further columns.
    package func recognizes(_ content: SourceContent) -> Bool {
        let columns = content.csvColumns
        guard columns.isSuperset(of: [ApplePasswordsColumn.title, .link].map(\.folded)) else { return false }
        return columns.isSubset(of: ApplePasswordsColumn.allCases.map(\.folded)) || Self.isNewer(content.csvHeader)
    }

    /// Whether these are the app's columns in its order, except for one column, which a later version may rename. Older
    /// versions have no notes.
    private static func isNewer(_ header: [String]) -> Bool {
        let columns = header.map { $0.trimmingWhitespace.lowercased() }
        return [ApplePasswordsColumn.allCases, ApplePasswordsColumn.allCases.filter { $0 != .notes }].contains { own in
            columns.count == own.count && zip(columns, own).count { $0 != $1.folded } == 1
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try ImportedDocument(
            format: description.id, logins: CSVTable(request.content.text), columns: [ApplePasswordsColumn.link.folded],
            known: ApplePasswordsColumn.allCases.map(\.folded), request.limits
        ) { row in
            var entry = LoginEntry(row, key: "otpauth", note: "notes")
            entry.title = Self.title(entry.title.trimmingWhitespace, userName: entry.userName.trimmingWhitespace)
            return entry
        }
    }

    /// The title without the user name in parentheses, which Apple adds.
    private static func title(_ title: String, userName: String) -> String {
        guard !userName.isEmpty, title.hasSuffix("(\(userName))") else { return title }
        return String(title.dropLast(userName.count + 2)).trimmingWhitespace
    }
}

/// The columns of the CSV of Apple Passwords, in its order.
enum ApplePasswordsColumn: String, CaseIterable, Sendable {
    case title = "Title"
    case address = "URL"
    case username = "Username"
    case password = "Password"
    case notes = "Notes"
    case link = "OTPAuth"
}

/// The CSV that Apple Passwords imports (`Docs/formats/apple-passwords.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: Apple Passwords would show the apostrophe that
/// prevents it. The format `csv` is for spreadsheets.
package struct ApplePasswordsExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: ApplePasswordsFormat(),
        app: "Apple Passwords",
        fileExtension: "csv",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init()], details: [.note], cautions: [.lineBreaks("Apple Passwords")]),
        importSteps:
            .text(
                "On a Mac: Passwords › File › Import Passwords from File; then check that every account is there, as it may "
                    + "skip entries without a website.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let links = selection.titledLinks()
        selection.recordBlankNotes()
        selection.recordLineBreaks()
        selection.lose(
            .unverified, "Apple Passwords may skip an entry without a user name; bitwarden and cxf are other ways"
        ) { $0.name.isEmpty }
        return selection.export("passwords.csv", selection.table(links, style: .standardWithLF, Self.cell))
    }

    private static func cell(_ column: ApplePasswordsColumn, of account: Account, _ link: String) -> String {
        switch column {
        case .title: account.title
        case .username: account.name
        case .notes: account.note ?? ""
        case .link: link
        case .address, .password: ""
        }
    }
}
