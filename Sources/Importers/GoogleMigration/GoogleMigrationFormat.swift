public import TOTPDomain

/// Google Authenticator's export codes, and texts that hold nothing but their links (`formats/google-migration.md`).
public struct GoogleMigrationFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "google-migration",
            app: "Google Authenticator",
            file: "QR codes, or text with one otpauth-migration link a line",
            encryption: .never,
            exportSteps: "Menu › Transfer accounts › Export accounts; take a screenshot of every QR code."
        )
    }

    public func recognises(_ content: SourceContent) -> Bool { LinkListReader.schemes(in: content) == [.migration] }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try LinkListReader.read(request, as: description.id)
    }
}
