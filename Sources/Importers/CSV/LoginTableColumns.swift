import AppFormats
import Encodings

/// What the columns of a table of logins contain, by their names: case, spaces and punctuation do not matter.
///
/// Indices of columns; those of titles, user names and addresses in the order in which they count, others in that of
/// the table.
struct LoginTableColumns: Sendable {
    /// One-time passwords, by a name that means nothing else.
    let keys: [Int]
    /// One-time passwords, if all their cells look like it.
    let possibleKeys: [Int]
    let titles, users, addresses, passwords, notes, tags, favorites: [Int]
    /// Whether it is a list of accounts of an authenticator, which has parameters in columns of their own.
    let isOfAuthenticator: Bool
    /// Whether it is the table that this program writes.
    let isOwn: Bool

    init(_ header: [String]) {
        let names = header.map(Self.folded)
        func indices(_ sought: [String]) -> [Int] {
            sought.flatMap { name in names.indices.filter { names[$0] == name } }
        }
        keys = names.indices.filter { Self.keyNames.contains(names[$0]) }
        possibleKeys = names.indices.filter { Self.possibleKeyNames.contains(names[$0]) }
        titles = indices(Self.titleNames)
        users = indices(Self.userNames)
        addresses = indices(Self.addressNames)
        passwords = indices(Self.passwordNames)
        notes = indices(Self.noteNames)
        tags = names.indices.filter { Self.tagNames.contains(names[$0]) }
        favorites = indices(Self.favoriteNames)
        isOfAuthenticator =
            names.contains("secret") && !["algorithm", "digits", "period"].allSatisfy { !names.contains($0) }
        isOwn = names == LoginColumn.allCases.map { Self.folded($0.rawValue) }
    }

    /// Whether there are other columns of logins.
    var hasLogin: Bool { !(titles + users + addresses + passwords).isEmpty }

    /// Whether it is a table of logins, with or without one-time passwords.
    var isOfLogins: Bool { !passwords.isEmpty && !(titles + users + addresses).isEmpty }

    /// Whether a name of a column means a one-time password and nothing else.
    static func isKey(_ name: String) -> Bool { keyNames.contains(folded(name)) }

    /// Letters in lower case and digits only.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map(ASCII.lowercased).filter { $0 &- 97 < 26 || $0 &- 48 < 10 }, as: UTF8.self)
    }

    private static func names(_ list: StaticString) -> [String] {
        "\(list)".split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    // Whole names, never parts of them: "TOTP backup codes" and "2FA enabled" are something else.
    private static let keyNames = Set(
        names(
            """
            otpauth otpauthurl otpauthuri otpurl otpuri otp otpsecret otpseed otpkey totp totpurl totpuri totpsecret
            totpseed totpkey logintotp onetimepassword onetimepasswort onetimepasscode onetimecode twofasecret 2fasecret
            2fakey twofactorsecret twofactorkey mfasecret mfakey authenticatorkey authenticatorsecret
            """))
    private static let possibleKeyNames = Set(
        names(
            """
            2fa mfa tfa twofactor twofa twofactorcode twofactorauthentication authenticator verificationcode securitycode
            authtoken
            """))
    private static let titleNames = names(
        """
        title name displayname itemname accountname passwordname secretname nickname label site sitename service account
        beschreibung
        """)
    private static let userNames = names(
        "username loginusername login user userid loginname email emailaddress benutzername")
    private static let addressNames = names(
        "url loginuri loginurl website websiteaddress uri internetseite internetadresse loginurls")
    private static let passwordNames = names("password loginpassword passwort")
    private static let noteNames = names("note notes comment comments extra additionalinfo")
    private static let tagNames = Set(names("folder group grouping category tags vault"))
    private static let favoriteNames = names("favorite favourite fav")
}
