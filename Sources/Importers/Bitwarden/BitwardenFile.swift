/// The JSON of an export: items, or another such file in encrypted form.
package struct BitwardenFile: Decodable {
    package var encrypted: Lenient<Bool>?
    private var passwordProtected: Lenient<Bool>?
    /// The key derivation uses this text without decoding it, although it looks like base64.
    package var salt: LenientText?
    /// 0 PBKDF2, 1 Argon2id.
    package var kdfType: LenientNumber?
    package var kdfIterations: LenientNumber?
    /// MiB.
    package var kdfMemory: LenientNumber?
    package var kdfParallelism: LenientNumber?
    /// An encrypted value whose tag shows whether the passphrase is right.
    package var validation: LenientText?
    package var data: LenientText?
    private var folders: Lenient<JSONList<Group>>?
    /// In exports of an organization, instead of folders.
    private var collections: Lenient<JSONList<Group>>?
    package var items: Lenient<JSONList<BitwardenItem>>?

    enum CodingKeys: String, CodingKey {
        case encrypted, passwordProtected, salt, kdfType, kdfIterations, kdfMemory, kdfParallelism, data, folders
        case collections, items
        case validation = "encKeyValidation_DO_NOT_EDIT"
    }

    private struct Group: Decodable, Sendable {
        var id: String
        var name: String
    }

    package var isPasswordProtected: Bool { passwordProtected.value() == true }

    /// Names of folders and collections by their identifiers.
    package var groupNames: [String: String] {
        let groups = [folders.value(), collections.value()].compactMap(\.self).flatMap { $0.compactMap(\.value) }
        return Dictionary(groups.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

/// A login, a note, a card, or whatever else a vault contains.
package struct BitwardenItem: Decodable, Sendable {
    package var name: LenientText?
    package var notes: LenientText?
    package var favorite: Lenient<Bool>?
    package var folderId: LenientText?
    package var collectionIds: Lenient<[Lenient<String>]>?
    package var login: Lenient<Login>?

    package struct Login: Decodable, Sendable {
        package var username: LenientText?
        /// The authenticator key: a link, or base32.
        package var totp: LenientText?
    }
}

/// The columns of Bitwarden's CSV, in its order.
package enum BitwardenColumn: String, CaseIterable, Sendable {
    case folder, favorite, type, name, notes, fields, reprompt
    case address = "login_uri"
    case username = "login_username"
    case password = "login_password"
    case key = "login_totp"
}
