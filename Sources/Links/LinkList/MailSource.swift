import Encodings
import TOTPDomain

/// Links in the source of an e-mail that was saved as text, but not as a message: quoted-printable has `=3D` for `=`, and
/// `3D` would become the start of the secret.
enum MailSource {
    private static let names = ["quoted-printable", "Quoted-Printable", "QUOTED-PRINTABLE"].map { Array($0.utf8) }

    /// Whether a text names the encoding.
    static func isNamed(in text: Span<UInt8>) -> Bool { names.contains { text.firstIndex(of: $0) != nil } }

    /// Whether a link is encoded: its secret starts with `3D`, and the text names the encoding, or another parameter
    /// starts with `3D` as well. By chance, one secret of a thousand starts so, but no link has two such parameters.
    ///
    /// - Parameter isNamed: see ``isNamed(in:)``.
    static func isEncoded(_ link: Span<UInt8>, _ scheme: KeyURIScheme, _ isNamed: Bool) -> Bool {
        guard scheme.readAs == .otpauth else { return false }
        let parts = KeyURIParts(link, scheme: scheme)
        guard startsEncoded(link, parts.secret) else { return false }
        return isNamed
            || [parts.issuer, parts.digits, parts.period, parts.algorithm, parts.counter]
                .contains { startsEncoded(link, $0) }
    }

    private static func startsEncoded(_ link: Span<UInt8>, _ value: Range<Int>?) -> Bool {
        guard let value, value.count >= 2 else { return false }
        return link[value.lowerBound] == UInt8(ascii: "3")
            && ASCII.lowercased(link[value.lowerBound + 1]) == UInt8(ascii: "d")
    }
}
