import Encodings
import TOTPDomain

extension KeyURI {
    /// The label that apps expect in a link.
    package enum LabelStyle: Sendable {
        /// The issuer, a colon and the name; only the name without an issuer.
        case usual
        /// Like `usual`, but with a colon even without an issuer, for apps that would take the whole label as the
        /// issuer.
        case alwaysColon
        /// Only the name: the app takes the issuer from its parameter.
        case nameOnly
    }

    /// Writes an account as a link that ``read(_:)-(Span<UInt8>)`` reads back to the same account.
    ///
    /// A link cannot contain notes, tags or times.
    ///
    /// - Parameters:
    ///   - isShort: whether to leave out the parameters of a totp account with SHA1, 6 digits and 30 seconds, which are
    ///     every app's defaults. Other defaults differ: all other links have all parameters.
    ///   - keepsDomain: whether the parameter is the domain beside the issuer, which many apps would show as the issuer.
    package static func write(
        _ account: Account, label style: LabelStyle = .usual, isShort: Bool = false, keepsDomain: Bool = false
    ) -> String {
        // Interpolation would allocate a string for every part, which counts for an export of thousands of links.
        var link: [UInt8] = []
        let names = account.name.utf8.count + 2 * account.issuer.utf8.count
        link.reserveCapacity(3 * names + 2 * account.secret.bytes.count + 96)
        let parameters = account.parameters
        switch parameters.kind {
        case .motp: link += "motp://".utf8
        case .yandex: link += "otpauth://yaotp/".utf8
        case .totp: link += "otpauth://totp/".utf8
        case .hotp: link += "otpauth://hotp/".utf8
        case .steam: link += "otpauth://steam/".utf8
        }
        appendLabel(of: account, style, to: &link)
        link += "?secret=".utf8
        if parameters.kind == .motp {
            link += Hex.encode(account.secret.bytes).utf8
        } else {
            Base32.append(account.secret.bytes, to: &link)
        }
        if !account.issuer.isEmpty {
            link += "&issuer=".utf8
            PercentCoding.append(keepsDomain ? account.matchDomain ?? account.issuer : account.issuer, to: &link)
        }
        let isUsual = parameters == (try? OTPParameters(kind: .totp))
        if parameters.kind != .motp, !isShort || !isUsual {
            link += "&algorithm=".utf8
            link += parameters.algorithm.rawValue.utf8
            link += "&digits=".utf8
            link += String(parameters.digits).utf8
            switch parameters.factor {
            case .time(let period):
                link += "&period=".utf8
                link += String(period).utf8
            case .counter(let counter):
                link += "&counter=".utf8
                link += String(counter).utf8
            }
        }
        if let pin = account.pin {
            link += "&pin=".utf8
            Base32.append(Array(pin.text.utf8), to: &link)
        }
        return String(decoding: link, as: UTF8.self)
    }

    private static func appendLabel(of account: Account, _ style: LabelStyle, to link: inout [UInt8]) {
        // An issuer called null is only read from the label: as a parameter it means none.
        if !account.issuer.isEmpty, style != .nameOnly || account.issuer == "null" {
            let prefix = Array("\(account.issuer):".utf8)
            // Readers remove the issuer from the start of the name.
            for _ in 0..<(account.name.utf8.starts(with: prefix) ? 2 : 1) {
                PercentCoding.append(account.issuer, to: &link)
                link.append(ASCII.colon)
            }
        } else if style == .alwaysColon || account.name.utf8.contains(ASCII.colon) {
            // Without an issuer, a leading colon shows that a colon in the name does not end the issuer.
            link.append(ASCII.colon)
        }
        PercentCoding.append(account.name, to: &link)
    }
}
