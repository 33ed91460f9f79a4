import Encodings
import FormatEngine
import TOTPDomain

/// A key of a PSKC file: the seed of a token, and the form of its codes.
struct PSKCKey: ExportedAccount {
    private enum Purpose { case totp, hotp, pin, other }

    let names: (issuer: String, name: String)
    /// The token's serial number, manufacturer, model and user.
    private let device: (serial: String, manufacturer: String, model: String, user: String)
    private let purpose: Purpose
    /// The algorithm's name, for messages.
    private let algorithm: String
    private let suite: String
    private let encoding: String
    private let length: String
    private let hasCheckDigit: Bool
    /// An element that the key has twice, with different content.
    private let repeated: String?
    var secret: PSKCValue
    var counter: PSKCValue
    var interval: PSKCValue

    /// All of RFC 6030, and of its drafts: the device and its cryptographic module, and how a key may be used.
    static let known = KnownNames(
        """
        KeyPackage Device DeviceInfo IssueNo DeviceBinding StartDate ExpiryDate \
        DeviceId CryptoModuleInfo Id Key Logo KeyProfileId KeyReference AlgorithmParameters Suite \
        ResponseFormat Usage Data Secret Counter Time TimeInterval TimeDrift PlainValue Expiry User ChallengeFormat \
        Policy KeyUsage PINPolicy NumberOfTransactions
        """,
        attributes: """
            Id KeyId Algorithm KeyAlgorithm Length Min Max Encoding Format CheckDigits CheckDigit Version lang OTP CR \
            Integrity Encrypt Sign Unlock Decrypt KeyWrap Unwrap Derive Verify PINKeyId PINUsageMode MinLength MaxLength \
            PINEncoding MaxFailedAttempts WrongPINtry
            """,
        opaque: "EncryptedValue ValueMAC AccessRules",
        single: "Manufacturer SerialNo Model UserId Issuer FriendlyName")

    /// Drafts of the RFC have other names for some elements.
    init(_ key: XMLElement, of package: XMLElement) {
        let device = package["DeviceInfo"]
        func first(_ texts: String...) -> String { texts.first { !$0.isEmpty } ?? "" }
        func text(_ name: String) -> String { device?[name].text ?? "" }
        let user = key["UserId"].text
        self.device = (text("SerialNo"), text("Manufacturer"), text("Model"), first(text("UserId"), user))
        names = (
            first(key["Issuer"].text, self.device.manufacturer),
            first(user, key["FriendlyName"].text, self.device.serial, key.attribute("Id", "KeyId"))
        )
        algorithm = key.attribute("Algorithm", "KeyAlgorithm")
        purpose =
            switch algorithm.lowercased().split(whereSeparator: { $0 == ":" || $0 == "#" }).last {
            case "totp": .totp
            case "hotp": .hotp
            case "pin": .pin
            default: .other
            }
        func parameter(_ name: String) -> XMLElement? { key["AlgorithmParameters", name] ?? key["Usage", name] }
        suite = parameter("Suite").text
        let format = parameter("ResponseFormat")
        encoding = format?.attribute("Encoding", "Format") ?? ""
        length = format?.attribute("Length") ?? ""
        hasCheckDigit = !["", "false", "0"].contains(format?.attribute("CheckDigits", "CheckDigit").lowercased() ?? "")
        repeated = Self.repeated(in: key)
        let data = key["Data"]
        secret = PSKCValue(data?["Secret"])
        counter = PSKCValue(data?["Counter"])
        interval = PSKCValue(data?["TimeInterval"])
    }

    /// The elements that a key has at most once.
    private static let single: Set<String> = [
        "Data", "Secret", "Counter", "TimeInterval", "PlainValue", "EncryptedValue", "AlgorithmParameters", "Suite",
        "ResponseFormat", "Usage",
    ]

    /// The recursion ends, because the depth of XML is limited.
    private static func repeated(in element: XMLElement) -> String? {
        var seen: [String: XMLElement] = [:]
        for child in element.children where single.contains(child.name) {
            if let other = seen.updateValue(child, forKey: child.name), other != child { return child.name }
            if let name = repeated(in: child) { return name }
        }
        return nil
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
        if let repeated {
            throw EntryError(
                .fieldDamaged, "\(repeated) appears twice, with different content", "ask the vendor which is right")
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
        try draft.take(
            serial: device.serial, manufacturer: device.manufacturer, model: device.model, user: device.user)
        return draft
    }
}
