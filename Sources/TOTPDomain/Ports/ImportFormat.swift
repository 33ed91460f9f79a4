/// A source app's format: how to detect it, and how to read it.
///
/// A new app is one folder in `Importers` with a type of this protocol, and one line in the registry. Detection,
/// passphrases, the ledger, `formats` and its documentation come from there.
package protocol ImportFormat: Sendable {
    var description: FormatDescription { get }

    /// Whether the content has this format. Names are ignored. A damaged file is also recognized, so that
    /// ``read(_:)`` can say what is wrong.
    func recognises(_ content: SourceContent) -> Bool

    /// Whether recognized content has no signature, so that it may have another format or none: encrypted files that
    /// start with random bytes.
    func hasNoSignature(_ content: SourceContent) -> Bool

    /// Whether files may need ``ImportRequest/keyFile``.
    var usesKeyFile: Bool { get }

    /// The source, if others of the run can help to open it. Asked for only if no passphrase opens it; a source that is
    /// read is ``ImportedDocument/linked``.
    func linkedSource(_ request: ImportRequest) -> (any LinkedSource)?

    /// Reads every entry, in the source's order.
    ///
    /// - Returns: one ``ImportedEntry`` for each entry in the source, including rejected ones.
    /// - Throws: ``SourceError`` only if the whole source cannot be opened: `password-required` (without a
    ///   key derivation) when ``ImportRequest/passphrase`` is nil and one is needed, `wrong-password`, `corrupt`,
    ///   `unsupported-version`, `limit-exceeded`.
    func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument
}

extension ImportFormat {
    package func hasNoSignature(_ content: SourceContent) -> Bool { false }

    package var usesKeyFile: Bool { false }

    package func linkedSource(_ request: ImportRequest) -> (any LinkedSource)? { nil }
}

/// A source and what is needed to open it.
package struct ImportRequest: Sendable {
    package var content: SourceContent
    /// The one candidate to try; nil on the first call.
    package var passphrase: Passphrase?
    /// The content of `--key-file`.
    package var keyFile: [UInt8]?
    package var limits: ImportLimits
    /// The page with the QR code that the content is from, from 1; nil if the file has one image.
    package var page: Int?
    /// The QR code that the content is from, from 1: positions then name it instead of a line.
    package var code: Int?
    package var siblings: SiblingFiles
    /// What the columns of a table contain, as the user says.
    package var columns: TableColumns?
    /// How secrets are written where the content does not say so, as the user says.
    package var secretEncoding: SecretEncoding?

    package init(
        content: SourceContent,
        passphrase: Passphrase? = nil,
        keyFile: [UInt8]? = nil,
        limits: ImportLimits = ImportLimits(),
        page: Int? = nil,
        code: Int? = nil,
        siblings: SiblingFiles = .none,
        columns: TableColumns? = nil,
        secretEncoding: SecretEncoding? = nil
    ) {
        self.content = content
        self.passphrase = passphrase
        self.keyFile = keyFile
        self.limits = limits.forOneReading
        self.page = page
        self.code = code
        self.siblings = siblings
        self.columns = columns
        self.secretEncoding = secretEncoding
    }

    /// The same request, whose key derivations are counted from zero.
    package var again: ImportRequest {
        var request = self
        request.limits = limits.forOneReading
        return request
    }
}
