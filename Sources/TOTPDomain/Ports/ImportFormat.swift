/// A source app's format: how to detect it, and how to read it.
///
/// A new app is one folder in `Importers` with a type of this protocol, and one line in the registry. Detection,
/// passphrases, the ledger, `formats` and its documentation come from there.
public protocol ImportFormat: Sendable {
    var description: FormatDescription { get }

    /// Whether the content has this format. Names are ignored. A damaged file is also recognized, so that
    /// ``read(_:)`` can say what is wrong.
    func recognises(_ content: SourceContent) -> Bool

    /// Whether recognized content has no signature, so that it may have another format or none: encrypted files that
    /// start with random bytes.
    func hasNoSignature(_ content: SourceContent) -> Bool

    /// Whether files may need ``ImportRequest/keyFile``.
    var usesKeyFile: Bool { get }

    /// Reads every entry, in the source's order.
    ///
    /// - Returns: one ``ImportedEntry`` for each entry in the source, including rejected ones.
    /// - Throws: ``SourceError`` only if the whole source cannot be opened: `password-required` (without a
    ///   key derivation) when ``ImportRequest/passphrase`` is nil and one is needed, `wrong-password`, `corrupt`,
    ///   `unsupported-version`, `limit-exceeded`.
    func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument
}

extension ImportFormat {
    public func hasNoSignature(_ content: SourceContent) -> Bool { false }

    public var usesKeyFile: Bool { false }
}

/// A source and what is needed to open it.
public struct ImportRequest: Sendable {
    public var content: SourceContent
    /// The one candidate to try; nil on the first call.
    public var passphrase: Passphrase?
    /// The content of `--key-file`.
    public var keyFile: [UInt8]?
    public var limits: ImportLimits
    /// The page with the QR code that the content is from, from 1; nil if the file has one image.
    public var page: Int?
    /// The QR code that the content is from, from 1: positions then name it instead of a line.
    public var code: Int?
    public var siblings: SiblingFiles

    public init(
        content: SourceContent,
        passphrase: Passphrase? = nil,
        keyFile: [UInt8]? = nil,
        limits: ImportLimits = ImportLimits(),
        page: Int? = nil,
        code: Int? = nil,
        siblings: SiblingFiles = .none
    ) {
        self.content = content
        self.passphrase = passphrase
        self.keyFile = keyFile
        self.limits = limits.forOneReading
        self.page = page
        self.code = code
        self.siblings = siblings
    }

    /// The same request, whose key derivations are counted from zero.
    public var again: ImportRequest {
        var request = self
        request.limits = limits.forOneReading
        return request
    }
}

/// What `totp-import formats` and the documentation say about a format.
public struct FormatDescription: Sendable, Hashable {
    public var id: FormatID
    public var group: FormatGroup
    /// The app's name, as users know it.
    public var app: String
    /// The file that it reads: `JSON`, `text, one link per line`.
    public var file: String
    public var encryption: Encryption
    /// How to export in the app: a path through its menus.
    public var exportSteps: String

    public enum Encryption: String, Sendable, Hashable { case never, optional, always }

    public init(
        id: FormatID, group: FormatGroup = .authenticatorApp, app: String, file: String, encryption: Encryption,
        exportSteps: String
    ) {
        self.id = id
        self.group = group
        self.app = app
        self.file = file
        self.encryption = encryption
        self.exportSteps = exportSteps
    }
}
