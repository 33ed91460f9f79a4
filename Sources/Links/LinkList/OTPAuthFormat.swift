import TOTPDomain

/// A text that contains `otpauth://`, `motp:/` and `steam://` links (`Docs/formats/otpauth.md`).
package struct OTPAuthFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "otpauth",
            group: .file,
            app: "any app",
            file: "text with otpauth links; QR codes",
            encryption: .never,
            exportSteps:
                "Take a screenshot of the QR code that the site or the app shows, or save the links in a text file."
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { _, scheme in scheme.readAs != .migration }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try LinkListReader.read(request, as: description.id)
    }
}
