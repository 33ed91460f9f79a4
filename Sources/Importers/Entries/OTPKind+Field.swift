import TOTPDomain

extension OTPKind {
    /// The kind that a cell or a field names, as programs and people write it; nil for any other text.
    init?(field text: String) {
        switch AccountPart.folded(text) {
        case "totp", "otptotp", "time", "timebased", "totptimebased", "timebasedtotp": self = .totp
        case "hotp", "otphotp", "counter", "counterbased", "hotpcounterbased", "counterbasedhotp", "eventbased":
            self = .hotp
        case "steam", "steamguard", "otpsteam": self = .steam
        default: return nil
        }
    }
}
