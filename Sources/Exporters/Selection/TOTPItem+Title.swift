package import TOTPDomain

extension TOTPItem {
    /// What password managers show first: the issuer, or the name if there is none.
    package var title: String { issuer.isEmpty ? name : issuer }
}
