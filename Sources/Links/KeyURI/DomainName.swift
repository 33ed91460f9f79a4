/// Names of sites, which a draft of a standard wants for the parameter `issuer`.
enum DomainName {
    /// Whether a text is two labels or more of letters, digits and hyphens, of which the last is not a number.
    static func matches(_ text: String) -> Bool {
        let labels = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, !last.allSatisfy({ "0"..."9" ~= $0 }) else { return false }
        return labels.allSatisfy { label in !label.isEmpty && label.allSatisfy(isAllowed) }
    }

    /// Letters of every script: U-labels are not encoded.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: scalar == "-"
        }
    }
}
