/// The parts of the file that are about accounts.
package struct LastPassAuthenticatorFile: Decodable {
    package var accounts: JSONList<Account>
    private var folders: Lenient<JSONList<Folder>>?

    private struct Folder: Decodable, Sendable {
        var id: LenientNumber?
        var name: String
    }

    package struct Account: Decodable, Sendable {
        package var issuerName: LenientText?
        package var userName: LenientText?
        /// Base32.
        package var secret: LenientText?
        /// Seconds.
        package var timeStep: LenientNumber?
        package var digits: LenientNumber?
        package var algorithm: LenientText?
        package var isFavorite: Lenient<Bool>?
        private var folderData: Lenient<FolderData>?

        private struct FolderData: Decodable, Sendable {
            var folderId: LenientNumber?
        }

        /// The number of the account's folder. An invalid one is nil, because a folder only becomes a tag.
        package var folder: Int64? { (folderData.value()?.folderId).whole }
    }

    /// Names of folders by their numbers, without folder 0, which means “none”.
    package var folderNames: [Int64: String] {
        var names: [Int64: String] = [:]
        for folder in folders.value()?.compactMap(\.value) ?? [] {
            guard let id = folder.id.whole, id != 0 else { continue }
            names[id] = names[id] ?? folder.name
        }
        return names
    }
}
