import TOTPDomain

/// An account of a Stratum backup.
package struct StratumAuthenticator: Decodable, Sendable {
    /// A kind's number is its index; 0 is none.
    package static let kinds: [OTPKind?] = [nil, .hotp, .totp, .motp, .steam, .yandex]
    /// An algorithm's number is its index.
    package static let algorithms: [OTPAlgorithm] = [.sha1, .sha256, .sha512]
    /// The longest issuer and user name that the app accepts, in UTF-16 units.
    package static let maximumIssuerCount = 32, maximumUsernameCount = 40
    /// The shortest secret of a Mobile-OTP account that the app accepts, in bytes.
    package static let minimumMobileOTPCount = 8

    /// See ``kinds``.
    package var type: LenientNumber?
    package var issuer: LenientText?
    package var username: LenientText?
    /// Base32; of Mobile-OTP accounts hexadecimal.
    package var secret: LenientText?
    package var pin: LenientText?
    /// See ``algorithms``.
    package var algorithm: LenientNumber?
    package var digits: LenientNumber?
    package var period: LenientNumber?
    package var counter: LenientNumber?

    enum CodingKeys: String, CodingKey {
        case type = "Type"
        case issuer = "Issuer"
        case username = "Username"
        case secret = "Secret"
        case pin = "Pin"
        case algorithm = "Algorithm"
        case digits = "Digits"
        case period = "Period"
        case counter = "Counter"
    }

    package init(
        type: LenientNumber?, issuer: LenientText?, username: LenientText?, secret: LenientText?, pin: LenientText?,
        algorithm: LenientNumber?, digits: LenientNumber?, period: LenientNumber?, counter: LenientNumber?
    ) {
        self.type = type
        self.issuer = issuer
        self.username = username
        self.secret = secret
        self.pin = pin
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
        self.counter = counter
    }
}

extension StratumAuthenticator: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty, username.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        let secret = try secret.checked("the secret")
        var draft =
            kind == .motp ? try AccountDraft(kind: kind, hex: secret) : try AccountDraft(kind: kind, base32: secret)
        let algorithm: LenientText? = kind.fixedParameters == nil ? .text(try algorithmName()) : nil
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        if kind == .motp || kind == .yandex { draft.pin = try pin.checked("the PIN") }
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        guard let number = try type.checked("the type", .typeUnknown) else {
            throw EntryError(.typeUnknown, "the entry has no type")
        }
        guard Self.kinds.indices.contains(Int(clamping: number)), let kind = Self.kinds[Int(number)] else {
            throw EntryError(.typeUnknown, "the type \(number) is not one of 1 to 5")
        }
        return kind
    }

    private func algorithmName() throws(EntryError) -> String {
        let number = try algorithm.checked("the algorithm", .algorithmUnknown) ?? 0
        guard Self.algorithms.indices.contains(Int(clamping: number)) else {
            throw EntryError(.algorithmUnknown, "the algorithm \(number) is not one of 0, 1, 2")
        }
        return Self.algorithms[Int(number)].rawValue
    }
}
