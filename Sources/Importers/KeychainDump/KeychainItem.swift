import Encodings
import Links
import TOTPDomain

/// An item of a keychain: an account if it is of a known app.
struct KeychainItem: ExportedAccount {
    /// The account without its secret: a link, or the base64 of one.
    private let attribute: LenientText?
    /// The secret, base64.
    private let value: LenientText?
    private let isOfKnownApp: Bool

    private static let services: Set<String> = [
        "me.mattrubin.onetimepassword.token", "com.google.otp.authentication",
    ]

    init(_ item: JSONValue) {
        isOfKnownApp = Self.services.contains(item["svce"].name)
        attribute = item["gena"]?.text
        value = item["v_Data"]?.text
    }

    var skipReason: SkipReason? { isOfKnownApp ? nil : .noOneTimeCode }

    var names: (issuer: String, name: String) { ("", link.map { KeyURI.label(of: $0.span) } ?? "") }

    func draft() throws(EntryError) -> AccountDraft {
        guard let link else { throw EntryError(.notALink, "gena is not an otpauth link") }
        let text = try value.checked("v_Data") ?? ""
        guard let secret = Base64.decode(text.trimmingWhitespace) else {
            throw EntryError(.fieldDamaged, "v_Data is not base64")
        }
        // Without one, the link says whether it has a secret of its own.
        return try AccountDraft(
            link: secret.isEmpty ? link : link.addingParameter("secret", Base32.encode(secret)))
    }

    private var link: [UInt8]? {
        let text = attribute.orEmpty.trimmingWhitespace
        return [Array(text.utf8), Base64.decode(text) ?? []].lazy
            .map { Array($0.trimmingWhitespace) }
            .first { KeyURIScheme.find(in: $0.span).map { $0.scheme.readAs == .otpauth && $0.start == 0 } ?? false }
    }
}
