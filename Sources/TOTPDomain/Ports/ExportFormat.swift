/// A target app's format: accounts to bytes.
public protocol ExportFormat: Sendable {
    var description: FormatDescription { get }

    /// Writes accounts in their order.
    ///
    /// - returns: the bytes, and an ``ExportLoss`` for everything of the accounts that the format cannot hold.
    func write(_ items: [TOTPItem]) -> ExportedDocument
}

public struct ExportedDocument: Sendable, Hashable {
    public var bytes: [UInt8]
    public var losses: [ExportLoss]

    public init(bytes: [UInt8], losses: [ExportLoss] = []) {
        self.bytes = bytes
        self.losses = losses
    }
}

/// What a format could not hold of an account, or that it could not hold the account at all.
public struct ExportLoss: Sendable, Hashable {
    /// The account, as ``TOTPItem/label``.
    public var label: String
    /// “the note”, “the whole account: hotp is not known there”.
    public var what: String

    public init(label: String, what: String) {
        self.label = label
        self.what = what
    }
}
