import Encodings
public import TOTPDomain

/// The CSV of Apple Passwords, iCloud Keychain and Safari (`Docs/formats/apple-passwords.md`).
public struct ApplePasswordsFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "apple-passwords",
            group: .passwordManager,
            app: "Apple Passwords, Safari",
            file: "CSV",
            encryption: .never,
            exportSteps:
                "On a Mac: Passwords › File › Export All Passwords to File; before macOS 15: Safari › File › Export › Passwords"
        )
    }

    /// Other password managers have further columns.
    public func recognises(_ content: SourceContent) -> Bool {
        let columns = content.csvColumns
        return columns.isSuperset(of: ["title", "otpauth"])
            && columns.isSubset(of: ["title", "otpauth", "url", "username", "password", "notes"])
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try ImportedDocument(
            format: description.id, logins: try CSVTable(request.content.text), columns: ["otpauth"], request.limits
        ) { row in
            var entry = LoginEntry()
            entry.userName = row["username"].trimmingWhitespace
            entry.title = Self.title(row["title"].trimmingWhitespace, userName: entry.userName)
            entry.address = row["url"]
            entry.add(key: row["otpauth"])
            entry.note = row["notes"]
            return entry
        }
    }

    /// The title without the user name in parentheses, which Apple adds.
    private static func title(_ title: String, userName: String) -> String {
        guard !userName.isEmpty, title.hasSuffix("(\(userName))") else { return title }
        return String(title.dropLast(userName.count + 2)).trimmingWhitespace
    }
}
