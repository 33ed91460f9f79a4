import TOTPDomain

/// Google Authenticator's export codes, and texts whose links are all of this kind (`Docs/formats/google-migration.md`).
package struct GoogleMigrationFormat: LinkListFormat {
    package init() {}

    package let description = FormatDescription(
        id: MigrationLink.format,
        app: "Google Authenticator",
        file: "QR codes, or text with otpauth-migration links",
        encryption: .never,
        exportSteps:
            .menu(
                "Menu › Transfer accounts › Export accounts; take a screenshot of every QR code, or a photo or a video if the phone forbids it."
            )
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        // Most lists of links are read up to the first link only.
        !LinkListReader.hasLink(in: content) { _, scheme in scheme.readAs != .migration }
            && LinkListReader.hasLink(in: content) { _, scheme in scheme.readAs == .migration }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try LinkListReader.read(request, as: description.id)
    }
}
