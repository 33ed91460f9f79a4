import Encodings
import TOTPDomain

/// The values that people type into an app if they cannot scan the QR code of an account.
package struct TypedValues: Sendable {
    /// In groups of four characters, so that people keep their place.
    package let secret: String
    /// Whether the secret is hexadecimal, as apps for Mobile-OTP take it; all others take base32.
    package let isHexadecimal: Bool
    /// The parameters that apps do not assume by themselves, without the PIN.
    package let parameters: [String]

    package init(_ account: Account) {
        isHexadecimal = account.parameters.kind == .motp
        secret = Self.groups(isHexadecimal ? Hex.encode(account.secret.bytes) : account.secret.base32)
        parameters = Self.parameters(account.parameters)
    }

    private static func groups(_ secret: String) -> String {
        var text = ""
        for (index, character) in secret.enumerated() {
            if index > 0, index.isMultiple(of: 4) { text += " " }
            text.append(character)
        }
        return text
    }

    private static func parameters(_ own: OTPParameters) -> [String] {
        var texts: [String] = own.kind == .totp ? [] : [own.kind.appName]
        if own.kind.fixedParameters == nil {
            if own.algorithm != .sha1 { texts.append(own.algorithm.rawValue) }
            if own.digits != 6 { texts.append("\(own.digits) digits") }
            if let counter = own.counter { texts.append("counter \(counter)") }
        }
        if own.kind.choosesPeriod, let period = own.period, period != 30 { texts.append("\(period) seconds") }
        return texts
    }
}
