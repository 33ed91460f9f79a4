internal import Links
public import TOTPDomain

/// Reads accounts from texts that contain links, including the links of Google Authenticator's export.
///
/// ```swift
/// let text = try LinkReader().read(clipboard)
/// for account in text.accounts { print(account.label) }
/// for rejection in text.rejections { print(rejection.place, rejection.reason) }
/// ```
public struct LinkReader: Sendable {
    public init() {}

    /// The content of a text.
    public struct Reading: Sendable, Hashable {
        /// The accounts, in the order of the text.
        public var accounts: [Account]
        /// Links that are not an account, with the reason.
        public var rejections: [Rejection]
        /// Lines without a link, comments and empty lines.
        public var skipped: SkippedRecords
        /// Remarks about accounts and exports: `line 3 (Acme: alice): …`.
        public var warnings: [String]
        /// Which parts of Google Authenticator's exports are missing, one sentence per export.
        public var missingParts: [String]
    }

    /// A link that is not an account.
    public struct Rejection: Sendable, Hashable {
        /// The position of the link: `line 12`.
        public var place: String
        /// The number of the line, from 1.
        public var line: Int?
        /// Issuer and name, if they could be read; never a secret.
        public var label: String
        public var code: RejectionCode
        /// The problem, for users; never contains a secret.
        public var reason: String
    }

    /// Reads every link of a text.
    ///
    /// - Throws: ``SourceError`` with `unrecognised` if the text contains no link, and with `limit-exceeded` for more
    ///   than a million links.
    public func read(_ text: String) throws(SourceError) -> Reading {
        let content = SourceContent(text: Array(text.utf8))
        let document = try LinkListReader.read(ImportRequest(content: content), as: OTPAuthFormat.id)
        var reading = Reading(
            accounts: [], rejections: [], skipped: document.skipped, warnings: document.warnings.map(\.message),
            missingParts: [])
        for entry in document.entries {
            switch entry {
            case .item(let account): reading.accounts.append(account)
            case .rejected(let rejection):
                reading.rejections.append(
                    Rejection(
                        place: rejection.position.description, line: rejection.position.line, label: rejection.label,
                        code: rejection.code,
                        reason: rejection.reason))
            }
        }
        let batches = MigrationBatch.assemble(document.migrationParts.map { ("the text", $0) })
        reading.missingParts = batches.flatMap(\.complaints).map(\.message)
        return reading
    }
}
