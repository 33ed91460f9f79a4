import CryptoPrimitives
import Encodings
import FormatEngine
import Platform
import TOTPDomain

/// A group of Keysmith's settings: an account, if its name is a UUID.
struct KeysmithAccount: ExportedAccount {
    private let name: String
    private let values: [String: String]
    /// Whether there is something to decrypt.
    let hasBox: Bool
    /// The decrypted secret; nil if it cannot be decrypted.
    let secret: [UInt8]?

    private static let fewestDigits: Int64 = 6

    /// All names that Keysmith writes.
    static let knownNames: Set<String> = [
        "account", "issuer", "type", "secret", "nonce", "pinLength", "timeStep", "epoch", "hash", "counter", "offset",
        "checksum",
    ]

    var namesWithValue: some Sequence<String> { values.lazy.filter { !$0.value.isEmpty }.map(\.key) }

    /// - Throws: ``SourceError`` if the cryptography fails for another reason than the key.
    init(_ group: QtSettings.Group, key: borrowing SecureBytes) throws(SourceError) {
        (name, values) = (group.name, group.values)
        guard Self.isID(group.name), let box = group.values["secret"].flatMap({ Base64.decode($0) }),
            let nonce = group.values["nonce"].flatMap({ Base64.decode($0) }), nonce.count == SecretBox.nonceCount
        else {
            (hasBox, secret) = (false, nil)
            return
        }
        hasBox = true
        secret = try SourceError.decryptingUnlessWrong(SecretBox.open(box, key: key, nonce: nonce).copied())
    }

    /// Whether the name of a group is a UUID in braces, as Qt writes it, or without.
    static func isID(_ name: String) -> Bool {
        let isBraced = name.hasPrefix("{") && name.hasSuffix("}")
        return UUID(uuidString: isBraced ? String(name.dropFirst().dropLast()) : name) != nil
    }

    var names: (issuer: String, name: String) { (values["issuer"] ?? "", values["account"] ?? "") }

    var skipReason: SkipReason? { Self.isID(name) ? nil : .notAnAccount }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try OTPKind.named(values["type"].map { .text($0) }, among: ["totp": .totp, "hotp": .hotp])
        guard let secret else {
            throw EntryError(
                .fieldDamaged, "the secret cannot be decrypted", "set the account up again with its service")
        }
        if kind == .totp { try checkEpoch() } else { try checkTruncation() }
        var draft = AccountDraft(kind: kind, secret: secret)
        try draft.take(
            algorithm: kind == .totp ? .text(try hash()) : nil, digits: .number(try digits()),
            period: kind == .totp ? .number(try number("timeStep", "the time step", .periodOutOfRange)) : nil,
            counter: kind == .hotp ? .number(try number("counter", "the counter", .counterOutOfRange)) : nil)
        return draft
    }

    // MARK: - Parameters

    /// A required number.
    private func number(
        _ key: String, _ field: StaticString, _ code: RejectionCode
    ) throws(EntryError) -> Int64 {
        guard let number = try values[key].map({ LenientNumber.text($0) }).checked(field, code) else {
            throw EntryError(code, "\(field) is missing", "look it up in the app")
        }
        return number
    }

    private func digits() throws(EntryError) -> Int64 {
        let digits = try number("pinLength", "the number of digits", .digitsOutOfRange)
        guard digits >= Self.fewestDigits else {
            throw EntryError(.digitsOutOfRange, "digits must be \(Self.fewestDigits) to 10, not \(digits)")
        }
        return digits
    }

    private func hash() throws(EntryError) -> String {
        let hash = values["hash"] ?? ""
        guard ["", "sha1", "sha256", "sha512"].contains(hash.lowercased()) else {
            throw EntryError(.algorithmUnknown, "the algorithm \(hash.quoted) is not one of Sha1, Sha256, Sha512")
        }
        return hash
    }

    /// Accounts cannot express another start of time.
    private func checkEpoch() throws(EntryError) {
        let epoch = values["epoch"] ?? ""
        guard epoch.isEmpty || Self.isUnixEpoch(epoch) else {
            throw EntryError(.fieldDamaged, "its codes count from another time than 1970-01-01", "keep it in Keysmith")
        }
    }

    private static func isUnixEpoch(_ text: String) -> Bool {
        var time = text[...]
        for suffix in ["Z", "+00:00"] where time.hasSuffix(suffix) { time = time.dropLast(suffix.count) }
        guard time.hasPrefix("1970-01-01") else { return false }
        time = time.dropFirst(10)
        let midnight = "T00:00:00"
        guard time.hasPrefix(midnight) else { return time.isEmpty }
        time = time.dropFirst(midnight.count)
        return time.isEmpty || time.hasPrefix(".") && time.dropFirst().allSatisfy { $0 == "0" }
    }

    /// RFC 4226 allows a checksum digit and a fixed offset, which accounts cannot express.
    private func checkTruncation() throws(EntryError) {
        guard values["offset"] == nil, ["", "false"].contains((values["checksum"] ?? "").lowercased()) else {
            throw EntryError(.fieldDamaged, "its codes have a checksum digit or a fixed offset", "keep it in Keysmith")
        }
    }
}
