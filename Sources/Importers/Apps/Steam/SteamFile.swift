import Encodings
import FormatEngine
import TOTPDomain

/// The account of a maFile or of an app's file.
struct SteamAccount: ExportedAccount {
    /// Base64, most often of 20 bytes.
    let sharedSecret: LenientText?
    private let accountName: LenientText?
    private let revocationCode: LenientText?
    private let identitySecret: LenientText?

    /// - Parameter text: reads a member.
    init<Failure: Error>(_ text: (String) throws(Failure) -> LenientText?) throws(Failure) {
        sharedSecret = try text("shared_secret")
        accountName = try text("account_name")
        revocationCode = try text("revocation_code")
        identitySecret = try text("identity_secret")
    }

    /// Whether the file contains data that an account cannot store.
    var holdsMore: Bool { !revocationCode.orEmpty.isEmpty || !identitySecret.orEmpty.isEmpty }

    var names: (issuer: String, name: String) { ("Steam", accountName.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        try AccountDraft(kind: .steam, base64: try sharedSecret.checked("shared_secret"))
    }
}

/// The shapes of Steam's files: one account, or a member `accounts` of many by name.
enum SteamFile {
    /// The accounts in the file's order, and their number, counted independently.
    ///
    /// - Throws: ``SourceError`` with `corrupt`.
    static func accounts(
        in text: [UInt8]
    ) throws(SourceError) -> (accounts: [Result<SteamAccount, EntryError>], records: Int) {
        // Decodes the whole text, so the rest need not expect damage.
        let file = try JSONFile(text), whole = try SteamAccount(file.text)
        guard whole.sharedSecret == nil else { return ([.success(whole)], 1) }
        let lists = file.whole.writtenMembers.filter { $0.isNamed("accounts") }.map(\.value)
        if lists.isEmpty { return ([.success(whole)], 1) }
        var accounts: [Result<SteamAccount, EntryError>] = []
        for list in lists {
            try list.check(.object, at: "accounts")
            accounts += list.writtenMembers.map { account in
                Result { () throws(EntryError) in try SteamAccount(JSONObject(entry: account.value).text) }
            }
        }
        return (accounts, try records(text))
    }

    /// The number of members of every object `accounts`.
    private static func records(_ text: [UInt8]) throws(SourceError) -> Int {
        do throws(JSONError) {
            var scanner = JSONScanner(text), count = 0
            _ = try scanner.next()
            while case .name(let name)? = try scanner.next() {
                guard scanner.matches(name, "accounts"), try scanner.nextKind() == .object else {
                    _ = try scanner.skipValue()
                    continue
                }
                _ = try scanner.next()
                while case .name? = try scanner.next() {
                    _ = try scanner.skipValue()
                    count += 1
                }
            }
            return count
        } catch {
            throw .damaged("\(error)", .copyAgain)
        }
    }
}
