package import ImportPipeline
public import TOTPDomain

/// The ledger of a run: the content of every input, and the outcome of every entry. Nothing is lost silently.
///
/// For all inputs together, and for each of them, the counts add up:
/// `records = found + skipped`, and `found = added + updated + duplicates + rejected`.
public struct ImportLedger: Sendable {
    package let ledger: Ledger

    package init(_ ledger: Ledger) {
        self.ledger = ledger
        sources = zip(ledger.sources, InputFates(ledger).deletables).map { Source($0, $1) }
    }

    /// The number of records, by outcome.
    public struct Totals: Sendable, Hashable {
        /// Rows, elements, lines and QR codes, counted before any of them is read as an account.
        public let records: Int
        /// Records that are not an account and not a fault, by reason.
        public let skipped: SkippedRecords
        /// Records that are, or should be, an account.
        public let found: Int
        public let added: Int
        public let updated: Int
        public let duplicates: Int
        public let rejected: Int
    }

    public var totals: Totals { Totals(ledger.totals) }

    /// A source for each input and each member of an archive, in order.
    public let sources: [Source]

    /// Problems of the run as a whole, such as missing parts of a Google Authenticator export.
    public var warnings: [String] { ledger.batches.flatMap(\.complaints).map(\.message) }

    /// Whether nothing was rejected, every input was read, and no part of an export is missing.
    public var isComplete: Bool {
        ledger.totals.rejected == 0 && ledger.batches.allSatisfy { $0.missing.isEmpty && !$0.isMixed }
            && ledger.sources.allSatisfy { [.ok, .skipped].contains($0.result.status) }
    }

    /// The report of `totp-import import --report`, as JSON in UTF-8: names and reasons, never a secret.
    public var report: [UInt8] { ledger.report(command: "import").utf8 }
}

extension ImportLedger.Totals {
    init(_ totals: Ledger.Totals) {
        records = totals.records
        skipped = totals.skipped
        found = totals.found
        added = totals.added
        updated = totals.updated
        duplicates = totals.duplicates
        rejected = totals.rejected
    }
}
