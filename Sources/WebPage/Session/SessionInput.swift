import Encodings
import ImportPipeline
import Synchronization
import TOTPDomain
import TOTPImport

/// An input that the user gave to the page: a file, a paste, the camera, a typed account. An archive is one input with
/// several sources.
struct SessionInput: Sendable {
    enum Kind: String, Sendable {
        case file, folder, paste, screen, camera, typed, argument

        /// The kinds that a request may name.
        static let uploads: Set<Kind> = [.file, .folder, .paste, .screen]
    }

    let id: String
    let name: String
    let kind: Kind
    /// The results, in order.
    var results: [SourceResult]
    /// The content to read again with a passphrase, or with the roles of names; nil once nothing waits.
    var waiting: Waiting?
    /// Whether a passphrase is asked for on its card.
    var waits: Bool { waiting.map { $0.question != nil && !$0.isSkipped } ?? false }
    /// The first source that is refused until the user says what its names mean, with the question.
    var columnQuestion: (source: String, question: ColumnQuestion)? {
        guard waiting != nil else { return nil }
        return results.lazy.compactMap { result in result.failure?.question.map { (result.name, $0) } }.first
    }
    /// The outcomes of its entries when they were saved into the vault; nil until then.
    var saved: [Ledger.Source]?
    /// The bytes of a vault that can become the vault of the page.
    var vaultToOpen: [UInt8]? { waiting?.role == .toOpen ? waiting?.bytes : nil }
    /// Another copy of the vault of the page.
    var copy: (bytes: [UInt8], needsPassphrase: Bool)? {
        guard let waiting, case .copy(let needsPassphrase) = waiting.role else { return nil }
        return (waiting.bytes, needsPassphrase)
    }

    /// What a vault can be for the page.
    enum VaultRole: Sendable, Hashable {
        /// It opens as the vault of the page, which has no vault yet: its passphrase is asked for separately.
        case toOpen
        /// It is merged into the vault of the page, of which it is a copy: as an input, it would add renamed accounts
        /// twice, and removed accounts again. A passphrase is needed if it has another key.
        case copy(needsPassphrase: Bool)
    }

    /// The first accounts in notes about which nobody has decided, for people.
    var noted: [String] = []
    /// The number of links in notes about which nobody has decided.
    var furtherLinkCount: Int { results.reduce(0) { $0 + $1.furtherLinkCount } }

    struct Waiting: Sendable {
        var inputs: [Input]
        /// The text of the card; nil if no passphrase is asked for.
        var question: String?
        /// What the user said about the names in its sources.
        var columns: [ColumnQuestion: TableColumns] = [:]
        /// Whether a key file could be needed as well.
        var mayNeedKeyFile = false
        /// Whether it may not be an encrypted file at all.
        var isGuess = false
        var keyFile: [UInt8]?
        /// Whether the user has no passphrase for it now.
        var isSkipped = false
        /// Nil for an input whose accounts are added to the others.
        var role: VaultRole?
        /// The number of bytes that are kept for it.
        var count: Int
        /// Whether its place is given to others that need it.
        var givesWay: Bool { isSkipped || (question == nil && role == nil) }
        /// The bytes of its first file.
        fileprivate var bytes: [UInt8] { if case .memory(let bytes)? = inputs.first?.location { bytes } else { [] } }
    }
}

/// A file as the page sends it.
struct SentFile: Sendable {
    /// For people.
    let name: String
    let bytes: [UInt8]

    init(name: String, bytes: [UInt8]) {
        self.name = name.limitingMarks.printable(limit: Limit.memberName)
        self.bytes = bytes
    }

    /// The folder of files that were dropped together: files that are not exports are skipped, not failed.
    private static let dropped = "dropped files"

    func input(_ kind: SessionInput.Kind) -> Input {
        var input = Input(name: name, location: .memory(bytes), folder: kind == .folder ? Self.dropped : nil)
        input.isPasted = kind == .paste
        return input
    }
}

/// Inputs read with the known passphrases, and a question if further passphrases are needed.
struct InputReading: Sendable {
    var results: [SourceResult]
    var question: String?
    var mayNeedKeyFile = false
    var isGuess = false
    /// The first accounts in notes.
    var noted: [String] = []
    var role: SessionInput.VaultRole?

    private static let shownNoted = 6
}

extension InputReading {
    /// Reads an input and its members.
    ///
    /// - Parameter columns: what the user said about the names in them, by the question without its samples.
    init(
        of inputs: [Input], _ passphrases: [Passphrase], keyFile: [UInt8]? = nil,
        columns: [ColumnQuestion: TableColumns] = [:]
    ) async throws {
        // Nobody is asked while an input is read: the first question goes to its card.
        let first = Mutex<PassphraseQuestion?>(nil)
        var settings = ReadingSettings()
        settings.passphrases = PassphraseSource(known: passphrases) { question in
            first.withLock { $0 = $0 ?? question }
            return .nobody
        }
        settings.keyFile = keyFile
        settings.askColumns = { question, _ in columns[question.withoutSamples] }
        let reader = Parts.standard.reader(settings, drawsPictures: true)
        let results = try await ImportRun(reader: reader, jobs: 1).read(inputs)
        // A folder cannot be judged by a single file.
        let folders = Set(inputs.compactMap(\.folder))
        self.results = results.filter { !folders.contains($0.name) }
        for result in self.results where !result.furtherLinks.isEmpty && noted.count < Self.shownNoted {
            let links = await reader.read(Input(name: result.name, location: .memory(result.furtherLinks)))
            let labels = links.entries.map { entry in
                switch entry.outcome {
                case .item(let account): account.label
                case .rejected(let rejection): rejection.label
                }
            }
            noted += labels.filter { !$0.isEmpty }.prefix(Self.shownNoted - noted.count)
        }
        let asked = first.withLock { $0 }
        question = asked?.sentence
        mayNeedKeyFile = asked?.mayNeedKeyFile ?? false
        isGuess = asked?.isGuess ?? false
        // Without a prompt, even a file that is known to need a passphrase has no question.
        if question == nil, results.contains(where: { $0.failure?.code == .passphraseRequired }) {
            question = results.first { $0.failure?.code == .passphraseRequired }.map { "\($0.name) is encrypted." }
        }
    }
}
