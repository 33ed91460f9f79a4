/// The fields of an entry that contain one-time codes.
package enum KeePassField {
    /// A link, of KeePassXC and others.
    package static let link = "otp"

    // KeePass 2.47 and later. The names of secrets are followed by their encoding; without one, they are texts.
    package static let timeSecret = "TimeOtp-Secret", digits = "TimeOtp-Length", period = "TimeOtp-Period"
    package static let algorithm = "TimeOtp-Algorithm"
    package static let counterSecret = "HmacOtp-Secret", counter = "HmacOtp-Counter"
    package static let base32 = "-Base32"

    /// Whether a field is one of those of one-time codes, in any program.
    package static func isOfCode(_ name: String) -> Bool {
        [link, "TOTP Seed", "TOTP Settings"].contains(name) || name.hasPrefix("TimeOtp-") || name.hasPrefix("HmacOtp-")
    }
}
