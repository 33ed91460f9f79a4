import TOTPDomain

/// An account of 2FAGuard.
struct TwoFAGuardToken: Decodable, ExportedAccount {
    var issuer: LenientText?
    var username: LenientText?
    /// Base32.
    var secret: LenientText?
    /// An index.
    var algorithm: LenientNumber?
    var digits: LenientNumber?
    var period: LenientNumber?
    var notes: LenientText?

    private static let algorithms: [OTPAlgorithm] = [.sha1, .sha256, .sha512]

    enum CodingKeys: String, CodingKey {
        case issuer = "Issuer", username = "Username", secret = "Secret", algorithm = "Algorithm"
        case digits = "Digits", period = "Period", notes = "Notes"
    }

    var names: (issuer: String, name: String) { (issuer.orEmpty, username.orEmpty) }

    /// The app has no type: Steam accounts are those of the issuer Steam.
    func draft() throws(EntryError) -> AccountDraft {
        let isSteam = issuer.orEmpty.trimmingWhitespace.lowercased() == "steam"
        var draft = try AccountDraft(kind: isSteam ? .steam : .totp, base32: try secret.checked("the secret"))
        try draft.take(algorithm: try algorithmName(), digits: digits, period: period)
        draft.note = notes.orEmpty
        return draft
    }

    private func algorithmName() throws(EntryError) -> LenientText? {
        guard let index = try algorithm.checked("the algorithm", .algorithmUnknown) else { return nil }
        guard
            let algorithm = Int(exactly: index).flatMap({
                Self.algorithms.indices.contains($0) ? Self.algorithms[$0] : nil
            })
        else { throw EntryError(.algorithmUnknown, "the algorithm must be 0, 1 or 2, not \(index)") }
        return .text(algorithm.rawValue)
    }
}
