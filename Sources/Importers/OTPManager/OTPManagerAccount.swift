import Encodings
import TOTPDomain

/// An account of OTP Manager.
struct OTPManagerAccount: Decodable, ExportedAccount {
    var name: LenientText?
    var issuer: LenientText?
    /// Base32; in encrypted files base64 of its ciphertext.
    var secret: LenientText?
    var type: LenientText?
    var digits: LenientNumber?
    var period: LenientNumber?
    /// A name; up to 2024 an index.
    var algorithm: LenientText?
    /// That of the last code: -1, or null in old versions, before the first.
    var counter: LenientNumber?
    /// The base32 text of an encrypted secret, or why it cannot be decrypted.
    var opened: Result<String?, EntryError>?

    private static let algorithms: [OTPAlgorithm] = [.sha1, .sha256, .sha512]

    enum CodingKeys: String, CodingKey { case name, issuer, secret, type, digits, period, algorithm, counter }

    var names: (issuer: String, name: String) { (issuer.orEmpty, name.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        let base32 = if let opened { try opened.get() } else { try secret.checked("the secret") }
        var draft = try AccountDraft(kind: kind, base32: base32)
        try draft.take(
            algorithm: try algorithmName(), digits: digits, period: period,
            counter: kind == .hotp ? try nextCounter() : nil)
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        let name = try type.checked("the type") ?? ""
        switch name.lowercased() {
        case "totp": return .totp
        case "hotp": return .hotp
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of totp, hotp")
        }
    }

    private func algorithmName() throws(EntryError) -> LenientText? {
        guard case .text(let text) = algorithm, let index = Int(text.trimmingWhitespace) else { return algorithm }
        guard Self.algorithms.indices.contains(index) else {
            throw EntryError(.algorithmUnknown, "the algorithm must be 0, 1 or 2, not \(index)")
        }
        return .text(Self.algorithms[index].rawValue)
    }

    private func nextCounter() throws(EntryError) -> LenientNumber {
        let (next, overflow) = (try counter.checked("the counter", .counterOutOfRange) ?? -1)
            .addingReportingOverflow(1)
        guard !overflow else { throw EntryError(.counterOutOfRange, "the counter has no next value") }
        return .number(next)
    }
}
