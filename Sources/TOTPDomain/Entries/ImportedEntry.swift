import Encodings

/// The result of reading an entry: an account, or a rejection with its reason.
package enum ImportedEntry: Sendable, Hashable {
    case item(Account)
    case rejected(EntryRejection)
}

/// An entry that cannot become an account.
package struct EntryRejection: Sendable, Hashable {
    package var position: EntryPosition
    /// Issuer and name as far as they could be read, without links, as these have a secret; empty if nothing could be
    /// read.
    package let label: String
    package var code: RejectionCode
    /// The problem; never contains a secret.
    package var problem: String
    package var advice: Advice?

    package init(position: EntryPosition, label: String = "", problem: EntryError) {
        self.position = position
        self.label = label.withoutLinks
        code = problem.code
        self.problem = problem.problem
        advice = problem.advice
    }

    /// The problem and the advice.
    package var reason: String { advice?.after(problem) ?? problem }
}

/// All that a format read from one source, in the source's order.
package struct ImportedDocument: Sendable {
    /// The format that the source was read as.
    package var format: FormatID
    /// The raw records of the source: elements of a list, rows, lines.
    ///
    /// Counted separately, before accounts are created, and never from ``entries`` or ``skipped``: the
    /// pipeline compares `records` with `entries` and `skipped`, and stops if they differ.
    package var records: Int
    /// One entry per record that is, or should be, an account.
    package var entries: [ImportedEntry]
    /// Records that are not an account, and not a fault.
    package var skipped: SkippedRecords
    /// The parts of Google Authenticator exports in the source.
    package var migrationParts: [MigrationPart]
    /// Whether every link of the source is an entry or a part.
    package var isLinkList = false
    /// The secrets of links without an entry that a warning names by their place; nil for a link that cannot be read.
    package var namedLinks: [OTPSecret?] = []
    /// The version of the file, if it is newer than those that the format knows.
    package var newerVersion: Int64?
    /// The source, if others of the run can help to open more of it.
    package var linked: (any LinkedSource)?
    /// The reasons to keep the source, except reasons that apply to all files of the format.
    package var keepsakes: Set<Keepsake> = []
    /// What the reader passed over: no account has it.
    package var leftovers = Leftovers()
    /// Warnings that are not about the loss of an entry: “history and recycle bin were not read”.
    package var warnings: [Warning]
    /// Names that the format neither reads nor knows; each is a warning as well.
    package var unread = UnreadNames()
    /// The text that was read, decrypted and unpacked; nil if the format does not tell.
    package var text: [UInt8]?
    /// Links in notes and other fields that are not entries, one per line.
    package var furtherLinks: [UInt8] = []
    /// Files that logins have with them: QR codes and exports may be among them.
    package var attachments: [Attachment] = []

    package init(
        format: FormatID, records: Int, entries: [ImportedEntry] = [], skipped: SkippedRecords = SkippedRecords(),
        migrationParts: [MigrationPart] = [], warnings: [Warning] = []
    ) {
        (self.format, self.records, self.entries) = (format, records, entries)
        (self.skipped, self.migrationParts, self.warnings) = (skipped, migrationParts, warnings)
    }
}

/// A file that a login of a password manager has with it.
package struct Attachment: Sendable {
    /// The title of the login, and the name of the file: `Webshop/qr.png`.
    package var place: String
    /// Nil if the attachment cannot be read.
    package var bytes: [UInt8]?

    package init(title: String, name: String, bytes: [UInt8]?) {
        (place, self.bytes) = (title.isEmpty ? name : "\(title)/\(name)", bytes)
    }
}

extension ImportedDocument {
    /// The entries that are accounts.
    package var accounts: [Account] { entries.compactMap { if case .item(let account) = $0 { account } else { nil } } }

    /// Adds a warning about an account.
    package mutating func warn(_ warning: Warning, of account: Account, at position: EntryPosition) {
        warnings.append(warning.at("\(position) (\(account.label))"))
    }

    /// Adds an entry that is not an account.
    package mutating func reject(
        at position: EntryPosition, label: (issuer: String, name: String) = ("", ""), _ problem: EntryError
    ) {
        let label = AccountLabel.text(of: label)
        entries.append(.rejected(EntryRejection(position: position, label: label, problem: problem)))
    }
}

/// One part of a Google Authenticator export, from one QR code (`Docs/formats/google-migration.md`).
package struct MigrationPart: Sendable, Hashable {
    /// The export's random number; always 0 in exports of current app versions.
    package var batchID: Int32
    /// Parts of the whole export, at least 1.
    package var size: Int
    /// The number of this part, from 0.
    package var index: Int
    /// A digest of the payload: equal for the same part read twice, different for another part with the same numbers.
    package var fingerprint: UInt64

    package init(batchID: Int32, size: Int, index: Int, fingerprint: UInt64) {
        (self.batchID, self.size, self.index, self.fingerprint) = (batchID, size, index, fingerprint)
    }
}

/// A record that vanishes between a format's parser and its list of records. Tests plant it, to see that the count of
/// the records notices.
///
/// Each list of records is taken through it, close to the parser. Outside of tests, nothing vanishes.
package struct PlantedLoss: Sendable {
    /// Which record of every list vanishes, from 1; 0 for none.
    @TaskLocal package static var record: Int = 0

    /// The number of records up to the record that vanishes; 0 if no record vanishes.
    private var left = record

    package init() {}

    /// Whether the next record vanishes.
    package mutating func takesNext() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return left == 0
    }

    /// The list, without the record that vanishes.
    package static func applied<Element>(to list: [Element]) -> [Element] {
        var loss = PlantedLoss()
        return loss.left == 0 ? list : list.filter { _ in !loss.takesNext() }
    }
}
