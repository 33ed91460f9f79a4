import TOTPDomain

/// The file, as far as it is about accounts.
struct LastPassAuthenticatorFile: Decodable {
    var accounts: [Lenient<Account>]
    var folders: Lenient<[Lenient<Folder>]>?

    struct Folder: Decodable, Sendable {
        var id: LenientNumber?
        var name: String
    }

    struct Account: Decodable, Sendable {
        var issuerName: LenientText?
        var userName: LenientText?
        var secret: LenientText?
        /// Seconds.
        var timeStep: LenientNumber?
        var digits: LenientNumber?
        var algorithm: LenientText?
        var isFavorite: Lenient<Bool>?
        var folderData: Lenient<FolderData>?

        struct FolderData: Decodable, Sendable {
            var folderId: LenientNumber?
        }
    }

    /// Without the folder 0, which means “none”.
    var folderNames: [Int64: String] {
        var names: [Int64: String] = [:]
        for folder in (folders.value() ?? []).compactMap(\.value) {
            guard let id = Self.number(folder.id), id != 0 else { continue }
            names[id] = names[id] ?? folder.name
        }
        return names
    }

    /// A folder is no more than a tag: where its number is none, the account is read without.
    static func number(_ id: LenientNumber?) -> Int64? { (try? id.checked("the folder", .fieldDamaged)) ?? nil }
}

extension LastPassAuthenticatorFile.Account {
    var names: (issuer: String, name: String) { (issuerName.orEmpty, userName.orEmpty) }

    func draft(_ folders: [Int64: String]) throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(base32: try secret.checked("the secret"))
        (draft.issuer, draft.name) = names
        draft.algorithm = try algorithm.checked("the algorithm")
        draft.digits = try digits.checked("the number of digits", .digitsOutOfRange)
        draft.period = try timeStep.checked("the period", .periodOutOfRange)
        draft.isFavorite = isFavorite.value() ?? false
        let folder = LastPassAuthenticatorFile.number(folderData.value()?.folderId)
        draft.tags = [folder.flatMap { folders[$0] } ?? ""]
        return draft
    }
}
