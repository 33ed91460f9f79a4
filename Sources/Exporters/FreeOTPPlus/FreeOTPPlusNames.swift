/// Issuers and labels as FreeOTP+ needs them: of tokens with the same issuer and label it imports only the last, because
/// it finds tokens by both (`MigrationUtil.convertLegacySavedTokensToOtpTokens`).
struct FreeOTPPlusNames {
    struct Name {
        let issuer, label: String

        var id: String { issuer.isEmpty ? label : "\(issuer):\(label)" }
    }

    /// How often each id was asked for.
    private var counts: [[UInt8]: Int] = [:]

    /// - Returns: the name, with a number if it was used before.
    mutating func add(issuer: String, label: String) -> Name {
        let asked = Name(issuer: issuer, label: label)
        let key = Array(asked.id.utf8)
        var name = asked
        var number = counts[key] ?? 0
        while number > 0 {
            number += 1
            name = Name(issuer: issuer, label: label.isEmpty ? "(\(number))" : "\(label) (\(number))")
            if counts[Array(name.id.utf8)] == nil { break }
        }
        counts[key] = max(number, 1)
        if number > 0 { counts[Array(name.id.utf8)] = 1 }
        return name
    }
}
