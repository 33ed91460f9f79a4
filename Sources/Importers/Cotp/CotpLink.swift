import Encodings
import Links
import TOTPDomain

/// A link of cotp's list: as in other apps, except for two types of its own.
struct CotpLink: Decodable, ExportedAccount {
    private let text: LenientText

    init(from decoder: any Decoder) throws { text = try LenientText(from: decoder) }

    /// How cotp's own types are written elsewhere: its Mobile-OTP secrets are hexadecimal too.
    private static let types = ["otpauth://yandex/": "otpauth://yaotp/", "otpauth://motp/": "motp://"]

    private var link: [UInt8] {
        let link = Array(Optional(text).orEmpty.trimmingWhitespace.utf8)
        for (own, usual) in Self.types
        where String(decoding: link.prefix(own.utf8.count), as: UTF8.self).lowercased() == own {
            return Array(usual.utf8) + link.dropFirst(own.utf8.count)
        }
        return link
    }

    var names: (issuer: String, name: String) { ("", KeyURI.label(of: link.span)) }

    func draft() throws(EntryError) -> AccountDraft { try AccountDraft(link: link) }
}
