import Encodings
import TOTPDomain

/// The label of a link in reports.
enum SafeLabel {
    /// - Parameter isDamaged: whether the link cannot be read: its label may contain a misplaced secret.
    static func text(of link: Span<UInt8>, _ scheme: KeyURIScheme, isDamaged: Bool) -> String {
        let label = KeyURI.label(of: link, scheme: scheme)
        return isDamaged && hasSecretLikeWord(label) ? "" : label
    }

    /// At least 16 characters of base32 in a row, as many as a secret of ten bytes has.
    private static func hasSecretLikeWord(_ text: String) -> Bool {
        var length = 0
        for byte in text.utf8 {
            length = Base32.values[Int(byte)] < 32 ? length + 1 : 0
            if length >= 16 { return true }
        }
        return false
    }
}
