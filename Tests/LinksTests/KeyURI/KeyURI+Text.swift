import Links
import TOTPDomain

extension KeyURI {
    /// Reads a link that a test has as text.
    static func reading(_ link: String) throws(EntryError) -> ParsedLink { try read(Array(link.utf8).span) }

    /// Returns the account of a link that a test has as text.
    static func item(_ link: String) throws(EntryError) -> Account { try reading(link).account }

    /// The account of a link with this label and, behind the secret, these parameters.
    static func totp(_ label: String, _ parameters: String = "") throws(EntryError) -> Account {
        try item("otpauth://totp/\(label)?secret=\(exampleSecret)\(parameters)")
    }

    /// “Hello!” and the bytes DE AD BE EF.
    static let exampleSecret = "JBSWY3DPEHPK3PXP"
}

extension Account {
    /// All parts of an account that a link can contain, for comparisons: a link has no place for ids, times, notes and
    /// tags.
    ///
    /// Text is compared by its bytes: Swift takes a composed and a decomposed é for equal.
    var linkContent: [AnyHashable] {
        [
            Array(issuer.utf8), Array(name.utf8), secret, parameters, pin.map { Array($0.text.utf8) },
        ]
    }
}
