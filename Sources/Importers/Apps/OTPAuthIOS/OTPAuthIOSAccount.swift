import Containers
import FormatEngine
import TOTPDomain

/// An account of OTP Auth: an object in a backup, a dictionary in a file of one account.
struct OTPAuthIOSAccount: ExportedAccount {
    let value: KeyedArchive.Value
    /// The folder's name; "" outside of backups.
    let folder: String

    /// All names that the app writes.
    static let knownNames: Set<String> = [
        "issuer", "label", "secret", "type", "algorithm", "digits", "period", "counter", "referenceDate", "refDate",
        "ID", "lastModified", "icon", "hideInWidget", "widgetIndex",
    ]

    /// 1970-01-01, the start of all time steps that other apps can express.
    private static let epoch = -978_307_200.0

    var names: (issuer: String, name: String) { (member("issuer")?.text ?? "", member("label")?.text ?? "") }

    /// The length of all names, in bytes.
    var nameBytes: Int { names.issuer.utf8.count + names.name.utf8.count + folder.utf8.count }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        try checkReferenceDate()
        var draft = AccountDraft(kind: kind, secret: try secret())
        try draft.take(
            algorithm: .text(try algorithm().rawValue), digits: number("digits"), period: number("period"),
            counter: number("counter"))
        draft.tags = [folder]
        return draft
    }

    private func member(_ name: String) -> KeyedArchive.Value? { value[name] }

    private func kind() throws(EntryError) -> OTPKind {
        switch member("type")?.integer {
        case 1: return .hotp
        case 2: return .totp
        case let type?: throw EntryError(.typeUnknown, "the type \(type) is not 1 or 2")
        case nil: throw EntryError(.typeUnknown, "the type is missing or not a number")
        }
    }

    private func algorithm() throws(EntryError) -> OTPAlgorithm {
        guard let number = member("algorithm") else { return .sha1 }
        switch number.integer {
        case 0, 1: return .sha1
        case 2: return .sha256
        case 3: return .sha512
        case 4: return .md5
        default: throw EntryError(.algorithmUnknown, "the algorithm is not one of 0 to 4")
        }
    }

    /// A number; nil for 0, which is the default in this app.
    private func number(_ name: String) -> LenientNumber? {
        guard let value = member(name) else { return nil }
        if let number = value.integer { return number == 0 ? nil : .number(number) }
        return value.text.map { .text($0) } ?? .damaged
    }

    private func secret() throws(EntryError) -> [UInt8] {
        guard let secret = member("secret") else { throw EntryError(.secretMissing, "the entry has no secret") }
        guard let data = secret.data else { throw EntryError(.fieldDamaged, "the secret is not data") }
        // One byte more than allowed is enough to be rejected: many accounts could share a long secret.
        return Array(data.prefix(OTPSecret.maximumByteCount + 1))
    }

    private func checkReferenceDate() throws(EntryError) {
        guard let date = member("referenceDate") ?? member("refDate") else { return }
        guard let seconds = date.secondsSince2001 else {
            throw EntryError(.fieldDamaged, "the reference date is not a date")
        }
        guard abs(seconds - Self.epoch) < 1 else {
            throw EntryError(
                .fieldDamaged,
                "its time steps do not start at 1970-01-01, which no other app supports",
                "set up this account again")
        }
    }
}
