import Encodings
import TOTPDomain

/// An account of OTP Manager.
struct OTPManagerAccount: ExportedAccount {
    private let name, issuer, type: LenientText?
    /// Base32; in encrypted files base64 of its ciphertext.
    let secret: LenientText?
    private let digits, period: LenientNumber?
    /// A name; up to 2024 an index.
    private let algorithm: LenientText?
    /// The counter of the last code: -1, or null in old versions, before the first.
    private let counter: LenientNumber?
    /// The base32 text of an encrypted secret, or why it cannot be decrypted.
    var opened: Result<String?, EntryError>?

    init(_ entry: JSONObject) throws(EntryError) {
        name = try entry.text("name")
        issuer = try entry.text("issuer")
        type = try entry.text("type")
        secret = try entry.text("secret")
        digits = try entry.text("digits")
        period = try entry.text("period")
        algorithm = try entry.text("algorithm")
        counter = try entry.text("counter")
    }

    var names: (issuer: String, name: String) { (issuer.orEmpty, name.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try OTPKind.named(type, among: ["totp": .totp, "hotp": .hotp])
        let base32 = if let opened { try opened.get() } else { try secret.checked("the secret") }
        var draft = try AccountDraft(kind: kind, base32: base32)
        try draft.take(
            algorithm: try algorithmName(), digits: digits, period: period,
            counter: kind == .hotp ? try nextCounter() : nil)
        return draft
    }

    private func algorithmName() throws(EntryError) -> LenientText? {
        guard Int(algorithm.orEmpty.trimmingWhitespace) != nil else { return algorithm }
        return try OTPAlgorithm.numbered(algorithm)
    }

    private func nextCounter() throws(EntryError) -> LenientNumber {
        let (next, overflow) = (try counter.checked("the counter", .counterOutOfRange) ?? -1)
            .addingReportingOverflow(1)
        guard !overflow else { throw EntryError(.counterOutOfRange, "the counter has no next value") }
        return .number(next)
    }
}
