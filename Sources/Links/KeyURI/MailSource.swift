import Encodings
import TOTPDomain

/// Links in the source of an e-mail that was saved as text, but not as a message: quoted-printable has `=3D` for `=`, and
/// `3D` would become the start of the secret.
struct MailSource {
    /// Whether the text names the encoding; nil until it is sought.
    private var isNamed: Bool?

    /// Why a link is not read: its secret starts with `3D`, and the text names the encoding, or another parameter starts
    /// with `3D` as well, or the secret is the only parameter and has a usual length without `3D`, but not with it. By
    /// chance, one secret in a thousand starts like that, but no link has two such parameters.
    mutating func problem(of link: Span<UInt8>, _ scheme: KeyURIScheme, in text: Span<UInt8>) -> EntryError? {
        guard scheme.readAs == .otpauth, link.firstIndex(ofWord: "=3") != nil else { return nil }
        let parts = KeyURIParts(link, scheme: scheme)
        guard let secret = parts.secret, Self.startsEncoded(link, secret) else { return nil }
        let isNamed = isNamed ?? (text.firstIndex(ofWord: "quoted-printable") != nil)
        self.isNamed = isNamed
        let others = [parts.issuer, parts.digits, parts.period, parts.algorithm, parts.counter]
        if isNamed || others.contains(where: { Self.startsEncoded(link, $0) }) {
            return EntryError(
                .notALink, "the link is from the source of an e-mail, which changes its secret",
                "save the whole message as .eml and import that")
        }
        let isAlone = link.indices.count { link[$0] == ASCII.equals } == 1
        guard isAlone, !Self.usualLengths.contains(secret.count), Self.usualLengths.contains(secret.count - 2) else {
            return nil
        }
        return EntryError(
            .notALink, "the secret starts with 3D, which is an equals sign in the source of an e-mail",
            "if it is one, take 3D away; if not, write &digits=6 after the secret")
    }

    /// As services make secrets, in digits of base32: 22 digits are a `3D` before a secret of 20.
    private static let usualLengths: Set<Int> = [16, 20, 24, 26, 32, 40, 52, 56, 64]

    /// A link with `=3D` for each `=`, decoded; any other as it is.
    static func decoded(_ link: [UInt8]) -> [UInt8] {
        let parts = link.split(separator: ASCII.equals, omittingEmptySubsequences: false), values = parts.dropFirst()
        guard values.allSatisfy({ startsEncoded(link.span, $0.indices) }) else { return link }
        return Array(([parts[0]] + values.map { $0.dropFirst(2) }).joined(separator: [ASCII.equals]))
    }

    private static func startsEncoded(_ link: Span<UInt8>, _ value: Range<Int>?) -> Bool {
        guard let value, value.count >= 2 else { return false }
        return link[value.lowerBound] == UInt8(ascii: "3")
            && ASCII.lowercased(link[value.lowerBound + 1]) == UInt8(ascii: "d")
    }
}
