import Encodings
import TOTPDomain

/// Service and account as 2FAuth needs them: it refuses a file with an empty one, and drops an account with a colon.
///
/// Sources: `MigratorFactory` (`required`), `TwoFAccountStoreRequest`, and OTPHP's check for colons.
struct TwoFAuthNames {
    let service: String
    let account: String

    private static let colons = ["%3A", "%3a", ":"]
    /// In place of a colon, and for an account without issuer and name.
    private static let hyphen = "-"

    init(_ item: TOTPItem, service: String? = nil) {
        let issuer = Self.storable(service ?? item.issuer), name = Self.storable(item.name)
        self.service = [issuer, name].first { !$0.isBlank } ?? Self.hyphen
        account = [name, issuer].first { !$0.isBlank } ?? Self.hyphen
    }

    private static func storable(_ text: String) -> String {
        // PHP counts NUL as space.
        let text = text.replacing("\0", with: " ").trimmingWhitespace
        return colons.reduce(text) { $0.replacing($1, with: hyphen) }
    }
}
