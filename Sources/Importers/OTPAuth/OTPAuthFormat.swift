public import TOTPDomain

/// A text of `otpauth://`, `motp:` and `steam://` links, one a line (`formats/otpauth.md`).
public struct OTPAuthFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "otpauth",
            app: "any app",
            file: "text, one otpauth link a line; QR codes",
            encryption: .never,
            exportSteps:
                "Take a screenshot of the QR code that the site or the app shows, or save the links in a text file."
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        LinkListReader.schemes(in: content).contains { $0 != .migration }
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try LinkListReader.read(request, as: description.id)
    }
}
