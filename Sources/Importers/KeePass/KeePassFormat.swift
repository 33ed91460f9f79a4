import TOTPDomain

/// KeePass databases of KeePass 2, KeePassXC and others: KDBX 3.1 and 4 (`formats/keepass.md`).
package struct KeePassFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "keepass",
            group: .passwordManager,
            app: "KeePass, KeePassXC",
            file: "KDBX 3.1 and 4",
            encryption: .always,
            exportSteps: "The database file itself (.kdbx); with --key-file where it has a key file"
        )
    }

    package var usesKeyFile: Bool { true }

    package func recognises(_ content: SourceContent) -> Bool {
        content.bytes.starts(with: KDBXHeader.signature) || content.bytes.starts(with: KDBXHeader.oldSignature)
    }

    private static let wrongOrNoKeyFile = SourceError(
        .wrongPassphrase, "wrong passphrase, or the database needs a key file (--key-file FILE), or it is damaged")

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let content = try Self.content(of: request, try KDBXHeader(request.content.bytes))
        return try KeePassXML.document(of: content, request.limits, as: description.id)
    }

    static func content(of request: ImportRequest, _ header: KDBXHeader) throws(SourceError) -> KDBXContent {
        guard request.passphrase != nil || request.keyFile != nil else { throw .passphraseRequired }
        do throws(SourceError) { return try KDBXPayload.open(request, header) } catch {
            guard error.code == .wrongPassphrase else { throw error }
            // Only the key file was tried; a passphrase may be missing.
            if request.passphrase == nil { throw .passphraseRequired }
            throw request.keyFile == nil ? wrongOrNoKeyFile : error
        }
    }
}
