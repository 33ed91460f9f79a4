import Encodings
import Links
import TOTPDomain

extension AccountDraft {
    /// Reads what Bitwarden calls an authenticator key: a link, or just a base32 secret.
    ///
    /// - Parameter names: of the item that the key belongs to, for a link without them.
    init(authenticatorKey text: String, of names: (issuer: String, name: String)) throws(EntryError) {
        let bytes = Array(text.trimmingWhitespace.utf8)
        guard KeyURIScheme.find(in: bytes.span) != nil else {
            guard !bytes.contains(ASCII.colon) else {
                throw EntryError(.notALink, "the authenticator key is a link of an unknown kind")
            }
            try self.init(base32: text)
            return
        }
        try self.init(link: bytes)
        guard let link = self.names else { return }
        self.names = (link.issuer.isEmpty ? names.issuer : link.issuer, link.name.isEmpty ? names.name : link.name)
    }
}
