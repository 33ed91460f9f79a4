public import TOTPDomain

/// What was read from one input.
public struct SourceResult: Sendable {
    /// The input's name.
    public var name: String
    public var folder: String?
    /// What the content was read as: a format's id, or the kind of a picture; nil where nothing could be told.
    public var format: String?
    public var status: Status
    /// QR codes on a picture, nil for other inputs.
    public var codes: Int?
    /// The format that each entry was read as, beside the entry.
    public var entries: [Entry]
    public var migrationParts: [MigrationPart]
    public var warnings: [String]
    public var failure: SourceError?

    public struct Entry: Sendable {
        public var format: FormatID
        public var outcome: ImportedEntry
    }

    public enum Status: String, Sendable, Hashable {
        /// Every entry became an account.
        case ok
        /// Something is missing: an entry was rejected, a code not read, or the file is damaged.
        case partial
        case failed
        /// A picture without a code that is about accounts.
        case noCode = "no-code"
        /// A file that was not named itself, and is neither a picture nor an export.
        case skipped
    }

    init(_ input: Input, format: String? = nil, status: Status = .ok, failure: SourceError? = nil) {
        name = input.name
        folder = input.folder
        self.format = format
        self.status = status
        entries = []
        migrationParts = []
        warnings = []
        self.failure = failure
    }

    mutating func take(_ document: ImportedDocument) {
        entries += document.entries.map { Entry(format: document.format, outcome: $0) }
        migrationParts += document.migrationParts
        warnings += document.warnings
    }

    var hasRejections: Bool {
        entries.contains { if case .rejected = $0.outcome { true } else { false } }
    }
}

extension SourceResult {
    /// The parts of Google Authenticator exports, with the input's name.
    var namedParts: [(source: String, part: MigrationPart)] { migrationParts.map { (name, $0) } }
}
