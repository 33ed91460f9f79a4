import Encodings
import TOTPDomain

/// The items of an export, of which those with an authenticator key are accounts.
struct BitwardenItems {
    let items: [Lenient<BitwardenItem>]
    /// Names of folders and collections by their identifiers.
    let groups: [String: String]

    /// Logins without a key, notes, cards and identities are no accounts and are left out.
    func document(as format: FormatID) -> ImportedDocument {
        var document = ImportedDocument(format: format, entries: [])
        for (index, item) in items.enumerated() {
            let position = EntryPosition(entry: index + 1)
            guard let item = item.value else {
                document.reject(at: position, EntryError(.fieldDamaged, "the entry is not an object"))
                continue
            }
            guard let login = item.login else { continue }
            let label = (item.name.orEmpty, login.value?.username.orEmpty ?? "")
            guard let login = login.value else {
                document.reject(at: position, label: label, EntryError(.fieldDamaged, "the login is not an object"))
                continue
            }
            guard login.hasKey else { continue }
            document.append(at: position, label: label) { () throws(EntryError) in
                var reading = try AuthenticatorKey.read(
                    try login.totp.checked("the authenticator key") ?? "", issuer: label.0, name: label.1)
                reading.item.describe(
                    issuer: reading.item.issuer, name: reading.item.name, note: item.notes.orEmpty,
                    tags: tags(of: item), isFavorite: item.favorite.value() ?? false)
                return reading
            }
        }
        if document.entries.isEmpty, !items.isEmpty {
            document.warnings.append("none of its \(items.count) items holds an authenticator key")
        }
        return document
    }

    private func tags(of item: BitwardenItem) -> [String] {
        ([item.folderId.orEmpty] + (item.collectionIds.value() ?? []).compactMap(\.value)).compactMap { groups[$0] }
    }
}

extension BitwardenItem.Login {
    /// A damaged key is one, too.
    fileprivate var hasKey: Bool {
        if case .text(let text) = totp { !text.trimmingWhitespace.isEmpty } else { totp != nil }
    }
}
