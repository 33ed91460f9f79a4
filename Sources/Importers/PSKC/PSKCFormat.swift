import Containers
import TOTPDomain

/// Seed files of hardware tokens: the Portable Symmetric Key Container, RFC 6030 (`Docs/formats/pskc.md`).
package struct PSKCFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "pskc",
            group: .file,
            app: "hardware tokens (PSKC)",
            file: "XML",
            encryption: .optional,
            exportSteps:
                .text(
                    "Ask the vendor of the tokens for the PSKC file and its passphrase or key, or export it from the token "
                        + "server.")
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        content.isMarkup && PSKCContainer.isRoot(of: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let container = try PSKCContainer(request.content.text, request.limits)
        var keys = PlantedLoss.applied(to: container.keys)
        if keys.contains(where: \.isEncrypted) {
            try container.encryption.checkSupport(of: keys)
            guard let passphrase = request.passphrase else { throw container.encryption.passphraseRequired }
            try container.encryption.decrypt(&keys, passphrase, request.limits)
        }
        var document = try ImportedDocument(
            format: description.id, records: PSKCContainer.recordCount(request.content.text.span), accounts: keys,
            request.limits)
        document.warnings += container.unread.warnings
        return document
    }
}
