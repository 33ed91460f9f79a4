import Encodings
import TOTPDomain

/// What Bitwarden calls an authenticator key: a link, or a bare base32 secret (`formats/bitwarden.md`).
enum AuthenticatorKey {
    /// - parameters:
    ///   - issuer: of the item that the key belongs to, for a link that names none.
    ///   - name: likewise.
    static func read(_ text: String, issuer: String, name: String) throws(EntryError) -> KeyURI.Reading {
        let bytes = Array(text.trimmingWhitespace.utf8)
        var reading: KeyURI.Reading
        if KeyURIScheme.find(in: bytes.span) != nil {
            reading = try KeyURI.read(bytes.span)
        } else if bytes.contains(ASCII.colon) {
            throw EntryError(.notALink, "the authenticator key is a link of an unknown kind")
        } else {
            reading = KeyURI.Reading(item: try AccountDraft(base32: text).item())
        }
        if reading.item.issuer.isEmpty { reading.item.issuer = issuer }
        if reading.item.name.isEmpty { reading.item.name = name }
        return reading
    }
}
