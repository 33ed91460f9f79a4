import Encodings

/// What the columns of a table of logins contain, by their names: case, spaces and punctuation do not matter.
struct LoginTableColumns: Sendable {
    /// Indices, in the table's order.
    private(set) var keys: [Int] = []
    private(set) var titles: [Int] = []
    private(set) var users: [Int] = []
    private(set) var notes: [Int] = []
    private(set) var tags: [Int] = []
    private(set) var favorites: [Int] = []
    private var hasPasswordOrAddress = false

    /// - Returns: nil unless exactly one column has one-time passwords: which of two an account has is not known.
    init?(_ header: [String]) {
        for (index, name) in header.enumerated() {
            let name = Self.folded(name)
            switch name {
            case _ where Self.keyNames.contains(name): keys.append(index)
            case _ where Self.titleNames.contains(name): titles.append(index)
            case _ where Self.userNames.contains(name): users.append(index)
            case _ where Self.noteNames.contains(name): notes.append(index)
            case _ where Self.tagNames.contains(name): tags.append(index)
            case _ where Self.favoriteNames.contains(name): favorites.append(index)
            case _ where Self.otherNames.contains(name): hasPasswordOrAddress = true
            default: break
            }
        }
        guard keys.count == 1 else { return nil }
    }

    /// Whether the other columns are those of logins.
    var hasLogin: Bool { hasPasswordOrAddress || !titles.isEmpty || !users.isEmpty }

    private static func folded(_ name: String) -> String {
        String(
            decoding: name.utf8.map(ASCII.lowercased).filter { $0 &- 97 < 26 || $0 &- 48 < 10 }, as: UTF8.self)
    }

    private static func names(_ list: StaticString) -> Set<String> {
        Set("\(list)".split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    private static let keyNames = names(
        """
        otpauth otpauthurl otpauthuri otpurl otpuri otp otpsecret otpseed otpkey totp totpurl totpuri totpsecret totpseed
        totpkey logintotp onetimepassword onetimepasswort onetimepasscode onetimecode twofasecret 2fasecret 2fakey
        twofactorsecret twofactorkey mfasecret mfakey authenticatorkey authenticatorsecret
        """)
    private static let titleNames = names(
        """
        title name displayname itemname accountname passwordname secretname nickname label site sitename service account
        beschreibung
        """)
    private static let userNames = names(
        "username loginusername login user userid loginname email emailaddress benutzername")
    private static let noteNames = names("note notes comment comments extra additionalinfo")
    private static let tagNames = names("folder group grouping category tags vault")
    private static let favoriteNames = names("favorite favourite fav")
    private static let otherNames = names(
        """
        password loginpassword passwort url loginuri loginurl website websiteaddress uri internetseite internetadresse
        loginurls
        """)
}
