import Encodings
package import Platform

/// A target app's format: accounts to files.
package protocol ExportFormat: Sendable {
    var description: ExportDescription { get }

    /// Writes accounts in their order.
    ///
    /// Every account is in the files, or in ``Export/leftOut`` with a reason; every detail of a written account is in
    /// the files, or in ``Export/losses``.
    ///
    /// - Throws: ``ExportError`` if nothing can be written at all.
    func write(_ request: ExportRequest) throws(ExportError) -> Export

    /// Returns the parts of a written file that the program's own readers read to check it: the whole file, for most
    /// formats.
    ///
    /// - Parameter bytes: a whole file, as it was read back.
    func readableParts(of bytes: [UInt8]) -> [[UInt8]]

    /// Whether each file has one account; otherwise each text has all accounts.
    var writesFilePerAccount: Bool { get }

    /// About how many seconds it takes to encrypt a file and to check it; nil if users do not wait for it.
    var secondsToEncrypt: Int? { get }
}

extension ExportFormat {
    package func readableParts(of bytes: [UInt8]) -> [[UInt8]] { [bytes] }

    package var writesFilePerAccount: Bool { false }

    package var secondsToEncrypt: Int? { nil }
}

/// The content of an export, and how to write it.
package struct ExportRequest: Sendable {
    package var items: [Account]
    package var protection: Protection
    package var options: ExportOptions
    /// The time of the export, for formats that record it.
    package var now: Date
    /// The source of salts, nonces and ids, which are new for every export.
    package var random: any RandomSource

    package enum Protection: Sendable, Hashable {
        case none
        case passphrase(Passphrase)
    }

    package init(
        items: [Account], protection: Protection = .none, options: ExportOptions = ExportOptions(), now: Date,
        random: any RandomSource
    ) {
        (self.items, self.protection, self.options) = (items, protection, options)
        (self.now, self.random) = (now, random)
    }
}

/// Where random bytes come from.
package protocol RandomSource: Sendable {
    /// - Throws: ``ExportError`` with `no-randomness`.
    func bytes(_ count: Int) throws(ExportError) -> [UInt8]
}

extension RandomSource {
    /// A random UUID, RFC 9562 version 4.
    package func uuid() throws(ExportError) -> UUID {
        let bytes = try bytes(16)
        guard bytes.count == 16 else { throw ExportError(.noRandomness, "16 random bytes were asked for") }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x40, bytes[7],
                bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    /// A random UUID in lower case, as most apps write them.
    package func identifier() throws(ExportError) -> String {
        // Ten times as fast as UUID's own text, and some exports have one per account.
        var text: [UInt8] = []
        text.reserveCapacity(36)
        withUnsafeBytes(of: try uuid().uuid) { bytes in
            for index in bytes.indices {
                if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
                Hex.append(bytes[index], to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A format as `totp-import formats` and the documentation describe it to people who want to write it.
///
/// A reader and a writer for one app have the same id; the reader has a ``FormatDescription``.
public struct ExportDescription: Sendable, Hashable {
    public var id: FormatID
    public var group: FormatGroup
    /// The app that imports the file, as people know it.
    public var app: String
    /// The file that is written: `JSON`, `text, one link per line`.
    public var file: String
    public var protection: Protection
    public var layout: Layout
    package var capabilities: ExportCapabilities
    /// `json`; for a folder, the extension of most of its files.
    package var fileExtension: String
    package var steps: Steps
    package var use: Use
    /// What users can choose about the file.
    package var options: Set<ExportOptions.Name>

    /// Whether the file is for paper, not for an app.
    package var isPrinted: Bool { use == .printed }

    /// The use of the file, which decides whether it is deleted at the end.
    package enum Use: Sendable, Hashable {
        /// An app reads it once.
        case imported
        /// It is printed.
        case printed
        /// It is scanned or printed.
        case scanned
        /// An app or a server works with it from then on.
        case kept
    }

    /// How to import the file in the app: one sentence or a path through its menus.
    public var importSteps: String { steps.text() }

    /// Whether the files can be encrypted. Raw values are the same as in ``FormatDescription/Encryption``.
    public enum Protection: String, Sendable, Hashable {
        case none = "never"
        case optional
        case required = "always"
    }

    public enum Layout: Sendable, Hashable {
        case file
        /// Several files in a folder of their own, which is written as a whole or not at all.
        case folder
    }

    package init(
        id: FormatID, group: FormatGroup = .authenticatorApp, app: String, file: String,
        fileExtension: String = "json", protection: Protection, layout: Layout = .file,
        capabilities: ExportCapabilities, importSteps: Steps, use: Use = .imported,
        options: Set<ExportOptions.Name> = []
    ) {
        (self.id, self.group, self.app) = (id, group, app)
        (self.file, self.fileExtension, self.protection) = (file, fileExtension, protection)
        (self.layout, self.capabilities) = (layout, capabilities)
        steps = importSteps
        (self.use, self.options) = (use, options)
    }

    /// Initializes a format of an app whose files are also read.
    ///
    /// - Parameters:
    ///   - app: a name other than the reader's; nil for the same name.
    ///   - file: nil if the reader reads nothing else.
    package init(
        of format: some ImportFormat, app: String? = nil, file: String? = nil, fileExtension: String = "json",
        protection: Protection, layout: Layout = .file, capabilities: ExportCapabilities, importSteps: Steps,
        use: Use = .imported, options: Set<ExportOptions.Name> = []
    ) {
        let format = format.description
        self.init(
            id: format.id, group: format.group, app: app ?? format.app, file: file ?? format.file,
            fileExtension: fileExtension, protection: protection, layout: layout, capabilities: capabilities,
            importSteps: importSteps, use: use, options: options)
    }
}
