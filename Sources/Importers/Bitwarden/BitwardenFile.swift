/// The JSON of an export: items, or the same once more in sealed form.
struct BitwardenFile: Decodable {
    var encrypted: Lenient<Bool>?
    var passwordProtected: Lenient<Bool>?
    /// What the key derivation takes as it stands, although it looks like base64.
    var salt: LenientText?
    /// 0 PBKDF2, 1 Argon2id.
    var kdfType: LenientNumber?
    var kdfIterations: LenientNumber?
    /// MiB.
    var kdfMemory: LenientNumber?
    var kdfParallelism: LenientNumber?
    /// A sealed value whose tag tells whether the passphrase is right.
    var validation: LenientText?
    var data: LenientText?
    var folders: Lenient<[Lenient<Group>]>?
    /// In exports of an organisation, in place of folders.
    var collections: Lenient<[Lenient<Group>]>?
    var items: Lenient<[Lenient<BitwardenItem>]>?

    enum CodingKeys: String, CodingKey {
        case encrypted, passwordProtected, salt, kdfType, kdfIterations, kdfMemory, kdfParallelism, data, folders
        case collections, items
        case validation = "encKeyValidation_DO_NOT_EDIT"
    }

    struct Group: Decodable, Sendable {
        var id: String
        var name: String
    }

    var isSealed: Bool { passwordProtected.value() == true }

    /// Names of folders and collections by their identifiers.
    var groupNames: [String: String] {
        let groups = (folders.value() ?? []) + (collections.value() ?? [])
        return Dictionary(groups.compactMap(\.value).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

/// A login, a note, a card, or whatever else a vault holds.
struct BitwardenItem: Decodable, Sendable {
    var name: LenientText?
    var notes: LenientText?
    var favorite: Lenient<Bool>?
    var folderId: LenientText?
    var collectionIds: Lenient<[Lenient<String>]>?
    var login: Lenient<Login>?

    struct Login: Decodable, Sendable {
        var username: LenientText?
        var totp: LenientText?
    }
}
