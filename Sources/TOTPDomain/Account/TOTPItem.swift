public import Platform

/// One account: the data that codes are generated from, its names, and its place in a vault.
///
/// The fields and their meanings are those of the vault's plaintext (`Docs/vault-format`).
public struct TOTPItem: Sendable, Hashable, Identifiable {
    public var id: UUID
    /// The site or company that the account belongs to, trimmed; empty if the source has none.
    public var issuer: String
    /// The account name, most often an e-mail address, trimmed; empty if the source has none.
    public var name: String
    public var secret: OTPSecret
    public var parameters: OTPParameters
    /// The PIN of motp and yandex accounts, if the source has it.
    public var pin: OTPPin?
    public var note: String?
    public var tags: [String]
    public var isFavorite: Bool
    /// Where the account came from, and when.
    public var source: Source?
    public var createdAt: Date
    public var updatedAt: Date
    /// Whether the account was deleted; kept so that apps that sync learn about it.
    public var isDeleted: Bool
    public var syncedAt: Date?

    public struct Source: Sendable, Hashable {
        public var format: FormatID
        public var importedAt: Date

        public init(format: FormatID, importedAt: Date) {
            self.format = format
            self.importedAt = importedAt
        }
    }

    /// - Parameters:
    ///   - id: random if nil.
    ///   - createdAt: now, in whole seconds, if nil.
    ///   - updatedAt: `createdAt` if nil.
    public init(
        id: UUID? = nil,
        issuer: String,
        name: String,
        secret: OTPSecret,
        parameters: OTPParameters,
        pin: OTPPin? = nil,
        note: String? = nil,
        tags: [String] = [],
        isFavorite: Bool = false,
        source: Source? = nil,
        createdAt: Date? = nil,
        updatedAt: Date? = nil,
        isDeleted: Bool = false,
        syncedAt: Date? = nil
    ) {
        self.id = id ?? .random()
        self.issuer = issuer
        self.name = name
        self.secret = secret
        self.parameters = parameters
        self.pin = pin
        self.note = note
        self.tags = tags
        self.isFavorite = isFavorite
        self.source = source
        self.createdAt = createdAt ?? .wholeSecondNow
        self.updatedAt = updatedAt ?? self.createdAt
        self.isDeleted = isDeleted
        self.syncedAt = syncedAt
    }

    /// Issuer and name on one line, such as `Example: alice`: never empty, without control characters.
    public var label: String { AccountLabel.text(issuer: issuer, name: name) }
}

extension Date {
    /// Now, without the fraction: the vault's times have whole seconds.
    package static var wholeSecondNow: Date {
        Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }
}
