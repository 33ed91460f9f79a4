import TOTPDomain

/// The fields of an entry that contain one-time codes.
package enum KeePassField {
    /// A link, of KeePassXC and others.
    package static let link = "otp"
    /// In KeeTrayTOTP and older versions of KeePassXC.
    package static let seed = "TOTP Seed", settings = "TOTP Settings"

    // KeePass 2.47 and later. The names of secrets are followed by their encoding; without it, they are texts.
    package static let timeSecret = "TimeOtp-Secret", digits = "TimeOtp-Length", period = "TimeOtp-Period"
    package static let algorithm = "TimeOtp-Algorithm"
    /// When the first period starts, in seconds of Unix time; KeeShare's.
    package static let start = "TimeOtp-T0"
    /// KeePass 2 shows only the last eight digits of longer codes, or nothing.
    package static let mostDigits = 8

    /// The name of an algorithm, in the only spelling that KeePass 2 knows.
    package static func name(of algorithm: OTPAlgorithm) -> String {
        "HMAC-SHA-\(algorithm.rawValue.dropFirst("SHA".count))"
    }

    package static let counterSecret = "HmacOtp-Secret", counter = "HmacOtp-Counter"
    package static let base32 = "-Base32"
    package static let encodings: [(suffix: String, encoding: SecretEncoding)] = [
        ("-Hex", .hex), (base32, .base32), ("-Base64", .base64),
    ]

    /// The names of fields with a secret.
    package static let keys =
        [link, seed] + [timeSecret, counterSecret].flatMap { name in [name] + encodings.map { name + $0.suffix } }

    /// By their names in lower case: KeeWeb also reads `OTP`.
    private static let names = Dictionary(
        uniqueKeysWithValues: (keys + [settings, digits, period, algorithm, start, counter]).map {
            ($0.lowercased(), $0)
        })

    /// The name of a field of one-time codes, in any program; nil for any other.
    package static func known(_ name: String) -> String? {
        name.utf8.count > 24 ? nil : names[name.lowercased()] ?? field(ofOther: name)
    }

    /// The field for which other programs have a name of their own, such as KeeShare's `TimeOtp-Step` and `TimeOtp-Size`.
    package static func field(ofOther name: String) -> String? {
        guard name.prefix(8).lowercased() == "timeotp-", names[name.lowercased()] == nil else { return nil }
        let end = String(name.dropFirst(8))
        switch AccountPart(named: end) {
        case .digits: return digits
        case .period: return period
        case .algorithm: return algorithm
        default: return end.lowercased() == "size" ? digits : nil
        }
    }

    /// Whether a field belongs to one-time codes, in any program.
    package static func isOfCode(_ name: String) -> Bool { known(name) != nil }

    /// Whether a field has a name of KeePass's kind: a later version may have more of them.
    package static func isNamedLikeCode(_ name: String) -> Bool {
        ["timeotp-", "hmacotp-"].contains(name.prefix(8).lowercased())
    }
}
