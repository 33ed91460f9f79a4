/// A source app's format: how to detect it, and how to read it.
///
/// A new app is a file or folder in `Importers` with a type of this protocol, and a line in the registry. Detection,
/// passphrases, the ledger, `formats` and its documentation come from there.
package protocol ImportFormat: Sendable {
    var description: FormatDescription { get }

    /// Whether the content has this format. Names are ignored. A damaged file is also recognized, so that ``read(_:)``
    /// can describe the damage.
    func recognizes(_ content: SourceContent) -> Bool

    /// Whether recognized content has no signature, so that it may have another format, or no format: encrypted files
    /// that start with random bytes.
    func hasNoSignature(_ content: SourceContent) -> Bool

    /// Whether files may need ``ImportRequest/keyFile``.
    var usesKeyFile: Bool { get }

    /// The source, if others of the run can help to open it. Asked for only if no passphrase opens it; a source that is
    /// read is ``ImportedDocument/linked``.
    func linkedSource(_ request: ImportRequest) -> (any LinkedSource)?

    /// Reads every entry, in the source's order.
    ///
    /// - Returns: one ``ImportedEntry`` for each entry in the source, including rejected entries.
    /// - Throws: ``SourceError`` only if the whole source cannot be opened: `password-required` (without a key
    ///   derivation) when the source needs a passphrase and ``ImportRequest/passphrase`` is nil, `wrong-password`,
    ///   `corrupt`, `unsupported-version`, `limit-exceeded`.
    func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument
}

extension ImportFormat {
    package func hasNoSignature(_ content: SourceContent) -> Bool { false }

    package var usesKeyFile: Bool { false }

    package func linkedSource(_ request: ImportRequest) -> (any LinkedSource)? { nil }
}

/// An app, a token or a backup whose secrets cannot be exported. Reading throws the help for its users.
package protocol FormatWithoutExport: ImportFormat {
    /// What ``ImportFormat/read(_:)`` throws.
    var failure: SourceError { get }

    /// Whether an input belongs to the app.
    ///
    /// - Parameter path: the path of the file; nil for an input without a path.
    func recognizes(_ content: SourceContent, path: String?) -> Bool
}

/// The format that reads files whose columns the user names.
package protocol ColumnsFormat: ImportFormat {}

/// A source and everything needed to open it.
package struct ImportRequest: Sendable {
    package var content: SourceContent
    /// The single candidate to try; nil on the first call.
    package var passphrase: Passphrase?
    /// All passphrases that were given so far, for parts with a passphrase of their own; empty on the first call.
    package var knownPassphrases: [Passphrase] = []
    /// The content of `--key-file`.
    package var keyFile: [UInt8]?
    package var limits: ImportLimits
    /// The page with the QR code that the content is from, from 1; nil if the file has one image.
    package var page: Int?
    /// The QR code that the content is from, from 1: positions then name it instead of a line.
    package var code: Int?
    /// Whether a person pasted the content, or gave it as an argument.
    package var isPasted = false
    package var siblings: SiblingFiles
    /// The contents of a table's columns, given by the user.
    package var columns: TableColumns?
    /// How secrets are written where the content does not say so, as the user says.
    package var secretEncoding: SecretEncoding?
    /// The payloads of the QR codes in an image that is a part of the content; empty for an image that cannot be read.
    package var qrCodes: @Sendable ([UInt8]) -> [[UInt8]] = { _ in [] }

    package init(
        content: SourceContent, passphrase: Passphrase? = nil, keyFile: [UInt8]? = nil,
        limits: ImportLimits = ImportLimits(), page: Int? = nil, code: Int? = nil, siblings: SiblingFiles = .none,
        columns: TableColumns? = nil, secretEncoding: SecretEncoding? = nil
    ) {
        (self.content, self.passphrase, self.keyFile) = (content, passphrase, keyFile)
        self.limits = limits.restarted
        (self.page, self.code, self.siblings) = (page, code, siblings)
        (self.columns, self.secretEncoding) = (columns, secretEncoding)
    }

    /// The same request, with key derivations counted from zero.
    package var restarted: ImportRequest {
        var request = self
        request.limits = limits.restarted
        return request
    }
}

/// The known source formats, in the order in which they are tried.
package struct FormatRegistry: Sendable {
    package let formats: [any ImportFormat]
    /// Apps whose files users may try to read although their secrets cannot be exported.
    package let appsWithoutExport: [any FormatWithoutExport]

    package init(formats: [any ImportFormat], appsWithoutExport: [any FormatWithoutExport] = []) {
        (self.formats, self.appsWithoutExport) = (formats, appsWithoutExport)
    }

    package var columnsFormat: (any ImportFormat)? { formats.first { $0 is any ColumnsFormat } }

    /// The first format that recognizes the content, or nil.
    package func format(of content: SourceContent) -> (any ImportFormat)? {
        formats.first { $0.recognizes(content) }
    }

    /// Returns all formats that the content may have, the likeliest first.
    ///
    /// There are several only if the content has no signature: encrypted files that start with random bytes.
    package func candidates(for content: SourceContent) -> [any ImportFormat] {
        guard let first = formats.firstIndex(where: { $0.recognizes(content) }) else { return [] }
        guard formats[first].hasNoSignature(content) else { return [formats[first]] }
        return [formats[first]] + formats[(first + 1)...].filter { $0.recognizes(content) }
    }

    /// Returns the format with this id, or the advice for an app without an export.
    package func format(_ id: FormatID) -> (any ImportFormat)? {
        formats.first { $0.description.id == id } ?? appsWithoutExport.first { $0.description.id == id }
    }

    /// The app that content belongs to although its secrets cannot be exported; nil if the content has a format.
    ///
    /// - Parameters:
    ///   - candidates: the formats that the content may have.
    ///   - path: the path of the file; nil for content without a path.
    package func appWithoutExport(
        of content: SourceContent, candidates: [any ImportFormat] = [], path: String? = nil
    ) -> (any FormatWithoutExport)? {
        guard candidates.allSatisfy({ $0.hasNoSignature(content) }) else { return nil }
        return appsWithoutExport.first { $0.recognizes(content, path: path) }
    }
}
