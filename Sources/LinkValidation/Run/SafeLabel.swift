import TOTPDomain

/// The name that a link goes by in reports.
enum SafeLabel {
    /// - parameter isDamaged: whether the link cannot be read, so that what stands in the label may be a secret that
    ///   came to the wrong place.
    static func text(of line: Span<UInt8>, isDamaged: Bool) -> String {
        let label = KeyURI.label(of: line)
        return isDamaged && hasSecretLikeWord(label) ? "" : label
    }

    /// 16 characters of base32 and more in a row, which is what a secret of ten bytes takes.
    private static func hasSecretLikeWord(_ text: String) -> Bool {
        var length = 0
        for byte in text.utf8 {
            length = Base32.values[Int(byte)] < 32 ? length + 1 : 0
            if length >= 16 { return true }
        }
        return false
    }
}
