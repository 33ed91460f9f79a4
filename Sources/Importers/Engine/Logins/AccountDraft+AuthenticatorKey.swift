import Encodings
import Links
import TOTPDomain

extension AccountDraft {
    /// Reads an authenticator key, as Bitwarden calls it: a link, or just a base32 secret. `names` are the names of the
    /// item that the key belongs to, for a link without names.
    package init(authenticatorKey text: String, of names: (issuer: String, name: String)) throws(EntryError) {
        let bytes = Array(text.trimmingWhitespace.utf8)
        guard KeyURIScheme.find(in: bytes.span) != nil else {
            guard !bytes.contains(ASCII.colon) else {
                throw EntryError(.notALink, "the authenticator key is a link of an unknown kind")
            }
            try TypedSecret.check(text)
            try self.init(base32: text, isTyped: true)
            return
        }
        try self.init(link: bytes)
        complete(names: names)
    }

    /// Takes the names that a link lacks from its entry. Entries of Bitwarden Authenticator have `null` for no name.
    package mutating func complete(names: (issuer: String, name: String)) {
        guard let link = self.names else { return }
        let hasName = !link.name.isEmpty && link.name != "null"
        self.names = (link.issuer.isEmpty ? names.issuer : link.issuer, hasName ? link.name : names.name)
    }
}
