import Encodings
import TOTPDomain

/// A key of a PSKC file: the seed of a token, and what its codes look like.
struct PSKCKey: ExportedAccount {
    private enum Purpose { case totp, hotp, pin, other }

    let names: (issuer: String, name: String)
    private let purpose: Purpose
    /// The algorithm's name, for messages.
    private let algorithm: String
    private let suite: String
    private let encoding: String
    private let length: String
    private let hasCheckDigit: Bool
    var secret: PSKCValue
    var counter: PSKCValue
    var interval: PSKCValue

    /// The elements and attributes of a key that are read.
    static let elements: Set<String> = [
        "Issuer", "UserId", "FriendlyName", "Algorithm", "KeyAlgorithm", "Suite", "Length", "Encoding", "Format",
        "CheckDigits", "CheckDigit", "Secret", "Counter", "TimeInterval",
        // Whether the key is for one-time passwords, in drafts of the RFC.
        "OTP",
    ]

    /// Drafts of the RFC have other names for some elements.
    init(_ key: XMLElement, of package: XMLElement) {
        let device = package["DeviceInfo"]
        func first(_ texts: String...) -> String { texts.first { !$0.isEmpty } ?? "" }
        names = (
            first(key["Issuer"].text, device?["Manufacturer"].text ?? ""),
            first(
                key["UserId"].text, key["FriendlyName"].text, device?["SerialNo"].text ?? "",
                key.attribute("Id", "KeyId"))
        )
        algorithm = key.attribute("Algorithm", "KeyAlgorithm")
        purpose =
            switch algorithm.lowercased().split(whereSeparator: { $0 == ":" || $0 == "#" }).last {
            case "totp": .totp
            case "hotp": .hotp
            case "pin": .pin
            default: .other
            }
        suite = key["AlgorithmParameters", "Suite"].text
        let format = key["AlgorithmParameters", "ResponseFormat"] ?? key["Usage", "ResponseFormat"]
        encoding = format?.attribute("Encoding", "Format") ?? ""
        length = format?.attribute("Length") ?? ""
        hasCheckDigit = ["true", "1"].contains(format?.attribute("CheckDigits", "CheckDigit").lowercased() ?? "")
        let data = key["Data"]
        secret = PSKCValue(data?["Secret"])
        counter = PSKCValue(data?["Counter"])
        interval = PSKCValue(data?["TimeInterval"])
    }

    /// Whether it is an account with an encrypted value that its codes depend on.
    var isEncrypted: Bool { !encryptedValues.isEmpty }

    /// The places of encrypted values.
    var encryptedValues: [WritableKeyPath<PSKCKey, PSKCValue> & Sendable] {
        guard purpose == .totp || purpose == .hotp else { return [] }
        return [\.secret, purpose == .hotp ? \.counter : \.interval].filter {
            if case .encrypted = self[keyPath: $0] { true } else { false }
        }
    }

    /// The PIN of a token generates no codes.
    var skipReason: SkipReason? { purpose == .pin ? .noOneTimeCode : nil }

    func draft() throws(EntryError) -> AccountDraft {
        guard purpose == .totp || purpose == .hotp else {
            throw EntryError(
                .typeUnknown,
                algorithm.isEmpty
                    ? "the key has no algorithm" : "the algorithm \(algorithm.quoted) is neither hotp nor totp")
        }
        guard encoding.isEmpty || encoding.uppercased() == "DECIMAL" else {
            throw EntryError(.typeUnknown, "the codes are \(encoding.quoted), not decimal")
        }
        guard !hasCheckDigit else {
            throw EntryError(.fieldDamaged, "the token appends a check digit to its codes, which no app can")
        }
        let bytes = try secret.secret
        guard !bytes.isEmpty else { throw EntryError(.secretMissing, "the entry has no secret") }
        var draft = AccountDraft(kind: purpose == .hotp ? .hotp : .totp, secret: bytes)
        try draft.take(
            algorithm: .text(suite), digits: .text(length), period: purpose == .totp ? try interval.number : nil,
            counter: purpose == .hotp ? try counter.number : nil)
        return draft
    }
}
