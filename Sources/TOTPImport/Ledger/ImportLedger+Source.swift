internal import ImportPipeline
public import TOTPDomain

extension ImportLedger {
    /// One input and its entries.
    public struct Source: Sendable {
        private let source: Ledger.Source
        /// Whether the input may be deleted once its accounts are where they should be: only if everything in it was
        /// imported, and it is a copy that was made for moving. All parts of an archive share the worst value.
        public let deletable: Deletable

        init(_ source: Ledger.Source, _ deletable: Deletable) {
            self.source = source
            self.deletable = deletable
        }

        public enum Status: String, Sendable, Hashable, CaseIterable {
            /// Every entry became an account.
            case complete
            /// Something is missing: an entry was rejected, a QR code was not read, or the file is damaged.
            case partial
            case failed
            /// An image without an account.
            case noCode = "no-code"
            /// In a folder or an archive, and neither an image nor a known export.
            case skipped
        }

        /// As it was given; `ARCHIVE:PATH` for a member of an archive.
        public var name: String { source.result.name }
        public var status: Status {
            switch source.result.status {
            case .ok: .complete
            case .partial: .partial
            case .failed: .failed
            case .noCode: .noCode
            case .skipped: .skipped
            }
        }
        /// The format's id, or the kind of image; nil if unknown.
        public var format: String? { source.result.format }
        /// Whether it was decrypted with a passphrase.
        public var isEncrypted: Bool { source.result.isEncrypted }
        /// Why it could not be read.
        public var failure: SourceError? { source.result.failure }
        public var warnings: [String] { source.result.warnings.map(\.message) }
        /// The names of members, columns and elements that its format neither reads nor knows, at most 16; each has a
        /// warning as well. The codes could be wrong because of them.
        public var unread: [UnreadName] { source.result.unread.names }
        /// The number of rows, elements, lines or QR codes: `records = entries.count + skipped.total`.
        public var records: Int { source.result.records }
        /// Records that are not an account and not a fault, by reason.
        public var skipped: SkippedRecords { source.result.skipped }
        /// The outcome of each entry, in order.
        public var entries: [Entry] { source.outcomes.map(Entry.init) }
    }

    /// One entry of an input, and its outcome.
    public struct Entry: Sendable, Hashable {
        /// Issuer and name on one line; never a secret. Empty if nothing could be read.
        public let label: String
        public let outcome: Outcome
        /// A note for the user: “has the same secret as "Acme: alice"”.
        public let note: String?

        init(_ outcome: Ledger.Outcome) {
            switch outcome {
            case .merged(let account, let merge):
                label = account.label
                switch merge {
                case .added(let twin): (self.outcome, note) = (.added, twin?.note)
                case .updated(let remark): (self.outcome, note) = (.updated, remark?.text)
                case .duplicate(let remark): (self.outcome, note) = (.duplicate, remark?.text)
                }
            case .rejected(let rejection):
                label = rejection.label
                self.outcome = .rejected(
                    Rejection(
                        place: rejection.position.description, line: rejection.position.line, code: rejection.code,
                        reason: rejection.reason))
                note = nil
            }
        }
    }

    public enum Outcome: Sendable, Hashable {
        case added
        /// An existing account took over its details.
        case updated
        /// The account already exists.
        case duplicate
        case rejected(Rejection)
    }

    /// Why an entry is not an account.
    public struct Rejection: Sendable, Hashable {
        /// Where it is: `line 12`, or `page 2, code 1`.
        public let place: String
        /// From 1; nil if it is not a line of a text.
        public let line: Int?
        public let code: RejectionCode
        /// The problem and the advice, for users; never contains a secret.
        public let reason: String
    }
}
