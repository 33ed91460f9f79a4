import Encodings
import Links
import SafeFile
import TOTPDomain

/// The content of one input.
package struct SourceResult: Sendable {
    /// The input's name.
    package var name: String
    /// The folder or archive argument that contains it.
    package var folder: String?
    /// Whether it is a member of an archive.
    package var isMember: Bool
    /// Whether it is a part of a document.
    var isInDocument: Bool
    /// Whether macOS has added it to an archive by itself.
    let isAddedBySystem: Bool
    /// The file on the disk that it was read from; nil for standard input and links.
    package var file: String?
    /// That file before it was read.
    var fileState: FileState?
    /// The format of the content: a format's id, or the kind of an image; nil if unknown.
    package var format: String?
    /// Whether a passphrase was needed.
    package var isEncrypted = false
    /// Whether its secrets are read in the encoding that the user names, if any is named.
    package internal(set) var usesSecretEncoding = false
    package var status: Status
    /// QR codes in an image, nil for other inputs.
    package var codes: Int?
    /// Why QR codes of an image may be missing.
    package var doubts: Set<ImageDoubt> = []
    /// The raw records, as the formats counted them. In an image, a QR code that is not an
    /// account is a record as well.
    package var records = 0
    /// The format that each entry was read as, with the entry.
    package var entries: [Entry] = []
    /// Records that are not an account, and not a fault.
    package var skipped = SkippedRecords()
    package var migrationParts: [MigrationPart] = []
    /// The version of the file, if its format does not know it yet.
    package var newerVersion: Int64?
    /// The source, until all inputs are read, if others can help to open more of it.
    var linked: (any LinkedSource)?
    package var warnings: [Warning] = []
    /// The names that are not read, each with a warning.
    package private(set) var unread = UnreadNames()
    /// Links in its notes that are not entries, one per line; empty without such links.
    package internal(set) var furtherLinks: [UInt8] = []
    /// The reasons to keep the input after its accounts were taken.
    package var keepsakes: Set<Keepsake> = []
    /// The content that no account has.
    package var leftovers = Leftovers()
    package var failure: SourceError?
    /// Why a table of a document is not read, if it seems to have secrets.
    var refusal: SourceError?
    /// The name of the first image with the same bytes, if this image is a copy. Its codes are in both results.
    package internal(set) var copyOf: String?
    /// Equal for images with the same bytes.
    var fingerprint: UInt128?
    /// Why nothing was read, for the status ``Status/skipped``.
    package var skippedInput: SkippedInput?
    /// The images of the file, drawn small, if they were asked for.
    package var pictures: [SourcePicture] = []

    package struct Entry: Sendable {
        package var format: FormatID
        package var outcome: ImportedEntry

        package var isAccount: Bool { if case .item = outcome { true } else { false } }

        /// Nil for a rejected entry.
        package var account: Account? { if case .item(let account) = outcome { account } else { nil } }
    }

    package enum Status: String, Sendable, Hashable {
        /// Every entry became an account.
        case ok
        /// Something is missing: an entry was rejected, a QR code was not read, or the file is damaged.
        case partial
        case failed
        /// An image without an account.
        case noCode = "no-code"
        /// In a folder or an archive, and not to be read, or not an image or a known export.
        case skipped
    }

    init(_ input: Input, format: String? = nil, status: Status = .ok) {
        name = input.name
        folder = input.folder
        isMember = input.isMember
        isInDocument = input.isInDocument
        isAddedBySystem = input.place?.isAddedBySystem ?? false
        file = input.file
        (self.format, self.status) = (format, status)
    }

    init(_ input: Input, format: String? = nil, failure: SourceError) {
        self.init(input, format: format, status: .failed)
        self.failure = failure
    }

    init(_ input: Input, skipped: SkippedInput) {
        self.init(input, status: .skipped)
        skippedInput = skipped
    }

    /// The result for an input that cannot be read. Folders of programs have many empty files.
    static func unread(_ input: Input, _ failure: SourceError) -> SourceResult {
        failure.code == .emptyFile && input.folder != nil && !input.isNamedLikeExport
            ? SourceResult(input, skipped: .empty) : SourceResult(input, failure: failure)
    }

    /// The result for content that is neither an image nor anything else that is read.
    ///
    /// - Parameters:
    ///   - failure: for an input that is an argument; in a folder, other files are normal. A text of a message
    ///     that belongs to no part is not, if it may hold something of an account.
    ///   - hasLink: whether there is a link in a document.
    ///   - isOfFormat: whether the failure comes from a format, which knows more than the kind of the file shows.
    static func unread(
        _ input: Input, _ content: SourceContent, as failure: SourceError, hasLink: Bool = false,
        isOfFormat: Bool = false
    ) -> SourceResult {
        func failed(_ failure: SourceError) -> SourceResult { SourceResult(input, failure: failure) }
        if input.isNamedLikeImage { return failed(.notAnImage) }
        if content.kind != .text, TextDecoding.isUTF16(content.bytes) { return failed(.damagedText) }
        if let kind = FileKind(of: content, named: input.name), kind.isNamedInFolders || !isOfFormat {
            let hasLink = hasLink || FileKind.hasLink(in: content.bytes)
            return input.folder == nil || kind.isLikelyToHaveAccounts(hasLink: hasLink)
                ? failed(kind.failure(hasLink: hasLink))
                : SourceResult(input, skipped: kind.isNamedInFolders ? .other(kind) : .content)
        }
        if LinkRecords.hasBrokenLink(content.text.span) { return failed(.brokenLink) }
        if input.place?.isOutsideParts == true, let kind = Leftover.Kind(in: content.text.span),
            let said = Leftovers(kind).warnings.first
        {
            return failed(SourceError(.unrecognised, said.problem, said.advice))
        }
        // Other files of a folder may have such words without being of an account.
        if input.place?.isOfMessage == true, !content.isMarkup, Leftover.Kind(in: content.text.span) == .recoveryCodes {
            return SourceResult(input, skipped: .other(.recoveryCodes))
        }
        return input.folder == nil ? failed(failure) : SourceResult(input, skipped: .content)
    }

    /// Accounts that were typed by hand.
    ///
    /// - Parameter name: the name of the accounts in messages.
    package init(typed items: [Account], named name: String) {
        self.init(Input(name: name, location: .memory([])), format: Self.typed.rawValue)
        records = items.count
        entries = items.map { Entry(format: Self.typed, outcome: .item($0)) }
    }

    /// The format of accounts that were typed.
    private static let typed: FormatID = "typed"

    /// - Parameter doubt: the warning about the character set of the document.
    mutating func take(_ document: ImportedDocument, _ doubt: Warning? = nil) {
        records += document.records
        if entries.isEmpty { entries.reserveCapacity(document.entries.count) }
        for entry in document.entries { entries.append(Entry(format: document.format, outcome: entry)) }
        skipped.add(document.skipped)
        migrationParts += document.migrationParts
        newerVersion = newerVersion ?? document.newerVersion
        linked = document.linked
        warnings += document.warnings
        if let doubt {
            warnings.append(doubt)
        } else if !warnings.contains(.controlCharacters), document.accounts.contains(where: \.hasControlCharacters) {
            warnings.append(.controlCharacters)
        }
        unread.add(document.unread)
        furtherLinks += document.furtherLinks
        keepsakes.formUnion(document.keepsakes)
        leftovers.add(document.leftovers)
        warnings += document.leftovers.warnings
    }

    /// Replaces the content, or the failure.
    mutating func replace(with document: ImportedDocument) {
        (records, entries, skipped, migrationParts, warnings) = (0, [], SkippedRecords(), [], [])
        (failure, isEncrypted) = (nil, true)
        (keepsakes, leftovers, unread, furtherLinks) = ([], Leftovers(), UnreadNames(), [])
        format = document.format.rawValue
        take(document)
        status = hasRejections ? .partial : .ok
    }

    /// Whether images have the file extension; the content does not matter.
    package var isNamedLikeImage: Bool { Input(name: name, location: .standardInput).isNamedLikeImage }

    /// The accounts of the entries that are not rejected.
    package var accounts: [Account] { entries.compactMap(\.account) }

    var hasRejections: Bool { !entries.allSatisfy(\.isAccount) }
}

extension SourceResult {
    /// The number of links in notes that are not entries.
    package var furtherLinkCount: Int { furtherLinks.count { $0 == ASCII.newline } }

    /// Removes the links in notes and their warning: the user has decided about them.
    ///
    /// - Returns: the links, one per line.
    package mutating func takeFurtherLinks() -> [UInt8] {
        defer { furtherLinks = [] }
        warnings.removeAll { $0.topic == .furtherLinks }
        return furtherLinks
    }

    /// The parts of Google Authenticator exports, with the input's name.
    package var namedParts: [(source: String, part: MigrationPart)] { migrationParts.map { (name, $0) } }

    /// Whether it is an image of a folder or an archive without any sign of a QR code, such as a photo: this is not a
    /// problem.
    package var isPlainImage: Bool {
        status == .noCode && codes == 0 && doubts.isEmpty && folder != nil
            && (warnings == [.noCodeFound] || warnings == [.noCodeInVideo])
    }

    /// The content that no account has, and the names that are not read.
    var allLeftovers: Leftovers {
        var all = leftovers
        for name in unread.names { all.add(.value, .name(name.name)) }
        return all
    }

    /// Whether a QR code can be seen in it that was not read: what is missing is more than an account.
    package var hasUnreadCode: Bool { !doubts.isDisjoint(with: [.unreadCode, .smallCode, .incompleteCode]) }

    /// Whether an entry is an account.
    package var hasAccounts: Bool { entries.contains(where: \.isAccount) || linked != nil }

    /// Whether an account with this secret was read.
    func has(_ secret: OTPSecret) -> Bool { entries.contains { $0.account?.secret == secret } }

    /// Whether it is an export that contains nothing at all.
    package var isEmptyExport: Bool {
        status == .ok && codes == nil && format != nil && records == 0 && entries.isEmpty && migrationParts.isEmpty
            && linked == nil
    }

    /// Whether it is an image whose file is damaged, but all of its rows and QR codes were read.
    var isWholeThoughDamaged: Bool { status == .partial && codes != nil && !hasRejections && doubts.isEmpty }
}

extension Account {
    /// Whether a name has control characters of Unicode's second set, which no keyboard has.
    fileprivate var hasControlCharacters: Bool {
        [issuer, name].contains { $0.unicodeScalars.contains { 0x80...0x9F ~= $0.value } }
    }
}

extension SourceError {
    /// The error for a file that starts as UTF-16.
    static let damagedText = SourceError(
        .corrupt, "the text is damaged: it starts like UTF-16, but is not", "save it as UTF-8")

    /// The error for a text that no format knows.
    static let brokenLink = SourceError(
        .unrecognised, "it seems to contain a link that cannot be read",
        "write each link as otpauth://… on a line of its own")

    /// The error for a file that has the extension of an image, but is not an image.
    package static let notAnImage = SourceError(
        .notAnImage, "not an image, despite its name", "export or save it again")
}

extension TextDoubt {
    /// - Throws: ``SourceError`` if the text is not in the character set that the user named.
    func check() throws(SourceError) {
        guard case .undecodable(let encoding, let line) = self else { return }
        throw SourceError(
            .corrupt, "line \(line) has bytes that \(encoding.name) does not have", "give another --encoding")
    }
}

extension Warning {
    /// About a text that may be in another character set; nil if it is an error.
    init?(_ doubt: TextDoubt) {
        switch doubt {
        case .guessed:
            self.init(
                "not UTF-8; read as Windows-1252: names may be wrong",
                .text("save it as UTF-8 or give --encoding", onPage: "save it as UTF-8"))
        case .damaged(let lines):
            let others = lines.count > 1 ? " and \(counted(lines.count - 1, "other line"))" : ""
            self.init(
                "damaged in line \(lines[0])\(others): it has bytes that are not UTF-8",
                "check the names there, or export it again")
        case .undecodable: return nil
        }
    }

    /// About names that another program has read in a wrong character set.
    static let controlCharacters = Warning(
        "names have control characters (U+0080 to U+009F), a sign of a wrong character set",
        .text("correct them, or give --encoding for the file that they come from", onPage: "correct them"))

    /// About an export in which there is nothing.
    static let noAccounts = Warning("there is no account in it", "check the accounts in the app, and export again")
}
