import Encodings
import TOTPDomain

/// The outer file of a 2FAS backup.
package struct TwoFASFile: Decodable {
    /// Each schema adds members; the last one is written.
    package static let schemas: ClosedRange<Int64> = 1...4

    package var schemaVersion: Int64
    /// Empty if the file is encrypted.
    package var services: Lenient<JSONList<TwoFASService>>?
    /// Not encrypted, even in encrypted files.
    private var groups: Lenient<JSONList<Group>>?
    /// Three parts in base64; see ``TwoFASEncryption``.
    private var servicesEncrypted: String?
    /// A known text under the same key. It is not needed here, but no plain file has it.
    private var reference: String?

    private struct Group: Decodable, Sendable {
        var id: String
        var name: String
    }

    /// The accounts of an encrypted file.
    package var encryptedServices: String? { servicesEncrypted.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the app itself would read the file as an encrypted one.
    package var claimsEncryption: Bool { !(reference ?? "").isBlank }

    /// Names of groups by their identifiers.
    package var groupNames: [String: String] {
        let named = (groups.value()?.compactMap(\.value) ?? []).map { ($0.id, $0.name) }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }
}

/// An account of a 2FAS backup.
package struct TwoFASService: Decodable, Sendable {
    package var name: LenientText?
    /// Base32.
    package var secret: LenientText?
    package var groupId: LenientText?
    package var otp: Lenient<Token>?

    /// Any of it may be missing. Its `label` and `link` are from the scanned code, and may be out of date.
    package struct Token: Decodable, Sendable {
        package var tokenType: LenientText?
        package var issuer: LenientText?
        package var account: LenientText?
        package var digits: LenientNumber?
        package var period: LenientNumber?
        package var algorithm: LenientText?
        package var counter: LenientNumber?
    }
}

extension TwoFASService: ExportedAccount {
    /// The service's name was chosen by the user; `issuer` is the site's own name.
    var names: (issuer: String, name: String) {
        let token = otp.value()
        let given = name.orEmpty
        return (given.isBlank ? (token?.issuer).orEmpty : given, (token?.account).orEmpty)
    }

    /// Whether the file contains the parameters of the codes; schemas 1 and 2 do not.
    var hasKind: Bool { !(otp.value()?.tokenType).orEmpty.isEmpty }

    func draft() throws(EntryError) -> AccountDraft {
        if let otp, otp.value == nil { throw EntryError(.fieldDamaged, "the field otp is not an object") }
        let token = otp.value()
        var draft = try AccountDraft(kind: try kind(token), base32: try secret.checked("the secret"))
        try draft.take(
            algorithm: token?.algorithm, digits: token?.digits, period: token?.period, counter: token?.counter)
        return draft
    }

    private func kind(_ token: Token?) throws(EntryError) -> OTPKind {
        guard let name = try (token?.tokenType).checked("the type") else { return .totp }
        switch name.uppercased() {
        case "TOTP": return .totp
        case "HOTP": return .hotp
        case "STEAM": return .steam
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP, STEAM")
        }
    }
}
