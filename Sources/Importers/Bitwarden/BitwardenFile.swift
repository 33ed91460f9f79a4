import Encodings
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

/// A login, a note, a card, or another item of a vault.
struct BitwardenItem: Sendable {
    let name, notes: LenientText?
    let isFavorite: Bool
    /// The names of its folder and collections.
    let tags: [String]
    let hasLogin: Bool
    /// nil if it is not an object.
    let login: Login?
    let customFields: CustomFields

    struct Login: Sendable {
        let username: LenientText?
        /// The authenticator key: a link, or base32.
        let totp: LenientText?
    }

    /// - Parameter groups: the names of folders and collections by their ids.
    init(_ item: JSONObject, _ groups: [String: String]) throws(EntryError) {
        name = try item.text("name")
        notes = try item.text("notes")
        isFavorite = try item.flag("favorite") ?? false
        let ids = [try item.text("folderId").orEmpty] + (try item.list("collectionIds") ?? []).compactMap(\.string)
        tags = ids.compactMap { groups[$0] }
        hasLogin = try item.value("login") != nil
        if let object = try item.object("login") {
            login = Login(username: try object.text("username"), totp: try object.text("totp"))
        } else {
            login = nil
        }
        var fields = CustomFields()
        for field in try item.list("fields") ?? [] {
            fields.look(at: try field["value"].name, named: try field["name"].name)
        }
        fields.look(inNote: notes.orEmpty, isLost: login?.hasKey != true && fields.links.isEmpty)
        // It is skipped only if nothing in it could be a one-time password.
        if login?.hasKey != true { fields.look(throughout: item.value, besides: notes.orEmpty) }
        customFields = fields
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
