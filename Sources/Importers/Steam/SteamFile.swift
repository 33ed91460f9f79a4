import Encodings
import TOTPDomain

/// The account of a maFile or of an app's file.
struct SteamAccount: Decodable, Sendable {
    /// Base64, most often of 20 bytes.
    var sharedSecret: LenientText?
    var accountName: LenientText?
    var revocationCode: LenientText?
    var identitySecret: LenientText?

    enum CodingKeys: String, CodingKey {
        case sharedSecret = "shared_secret"
        case accountName = "account_name"
        case revocationCode = "revocation_code"
        case identitySecret = "identity_secret"
    }

    /// Whether there is more than an account can hold.
    var holdsMore: Bool { !revocationCode.orEmpty.isEmpty || !identitySecret.orEmpty.isEmpty }

    func draft() throws(EntryError) -> AccountDraft {
        let text = try sharedSecret.checked("shared_secret") ?? ""
        guard !text.trimmingWhitespace.isEmpty else {
            throw EntryError(.secretMissing, "the entry holds no shared_secret")
        }
        guard let secret = Base64Text.decode(Array(text.trimmingWhitespace.utf8)) else {
            throw EntryError(.fieldDamaged, "shared_secret is not base64")
        }
        var draft = AccountDraft(kind: .steam, secret: secret)
        draft.issuer = "Steam"
        draft.name = accountName.orEmpty
        return draft
    }
}

/// The shapes of Steam's files: one account, or a member `accounts` of many by name.
enum SteamFile {
    /// The accounts in the file's order; nil for one that is no object.
    ///
    /// - throws: ``SourceError`` with `corrupt`.
    static func accounts(in text: [UInt8]) throws(SourceError) -> [SteamAccount?] {
        // Reads the text as a whole, so that what follows need not expect damage.
        let whole = try JSONFile.decode(SteamAccount.self, from: text)
        guard whole.sharedSecret == nil else { return [whole] }
        let lists = try members(text[...]).filter { $0.name == "accounts" }
        if lists.isEmpty { return [whole] }
        var accounts: [SteamAccount?] = []
        for list in lists {
            for (_, value) in try members(list.value) {
                accounts.append(try JSONFile.decode(Lenient<SteamAccount>.self, from: Array(value)).value)
            }
        }
        return accounts
    }

    private static func members(
        _ text: ArraySlice<UInt8>
    ) throws(SourceError) -> [(name: String, value: ArraySlice<UInt8>)] {
        guard let members = (try? JSONScanner.members(of: text)) ?? nil else {
            throw SourceError(.corrupt, "the file is damaged: accounts has a wrong type; export it again")
        }
        return members
    }
}
