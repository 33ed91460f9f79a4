import Encodings
import FormatEngine
import TOTPDomain

/// The JSON of an export: items, or another such file in encrypted form.
package struct BitwardenFile {
    let file: JSONFile
    /// Whether only an account opens it.
    let isEncrypted: Bool
    package let isPasswordProtected: Bool

    package init(_ text: [UInt8]) throws(SourceError) {
        file = try JSONFile(text)
        isPasswordProtected = try file.value("passwordProtected")?.flag == true
        isEncrypted = try file.value("encrypted")?.flag == true && !isPasswordProtected
    }

    /// Names of folders and collections by their identifiers. Exports of an organization have collections.
    func groupNames() throws(SourceError) -> [String: String] {
        let folders = try file.value("folders").elements.strings(under: "name", by: "id")
        let collections = try file.value("collections").elements.strings(under: "name", by: "id")
        return folders.merging(collections) { first, _ in first }
    }
}

/// The columns of Bitwarden's CSV, in its order.
package enum BitwardenColumn: String, CaseIterable, Sendable {
    case folder, favorite, type, name, notes, fields, reprompt
    case address = "login_uri"
    case username = "login_username"
    case password = "login_password"
    case key = "login_totp"

    /// In lower case; an organization's export has collections in place of folders.
    static let known = allCases.map(\.rawValue) + ["collections", "archiveddate"]
}
