import Links
import TOTPDomain

extension TOTPItem {
    /// What password managers show first: the issuer, or the name if there is none.
    package var title: String { issuer.isEmpty ? name : issuer }

    /// A link without names, for apps that have them next to the link.
    package var namelessLink: String {
        var item = self
        (item.issuer, item.name) = ("", "")
        return KeyURI.write(item)
    }

    /// Whether it is an ordinary account whose link many apps read as a Steam account.
    package var hasSteamLink: Bool { parameters.kind == .totp && title == "Steam" }
}
