/// What makes two accounts the same: secret, kind, parameters and PIN, and issuer and name ignoring case and whitespace.
///
/// The counter of a HOTP account is its state, not part of its identity.
public struct AccountIdentity: Sendable, Hashable {
    private let secret: OTPSecret
    private let parameters: OTPParameters
    private let pin: OTPPin?
    private let issuer: String
    private let name: String

    public init(_ item: TOTPItem) {
        secret = item.secret
        parameters = item.parameters.atCounter(0)
        pin = item.pin
        issuer = Self.folded(item.issuer)
        name = Self.folded(item.name)
    }

    /// Lower case, without whitespace.
    private static func folded(_ text: String) -> String {
        String(text.lowercased().unicodeScalars.filter { !isWhitespace($0) })
    }

    /// Looking up properties takes longer than the rest of the merge, and most names are ASCII.
    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || 9...13 ~= scalar.value : scalar.properties.isWhitespace
    }
}
