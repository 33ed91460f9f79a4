import Encodings
import TOTPDomain

/// Authme's export: JSON around a text with the accounts (`Docs/formats/authme.md`).
package struct AuthmeFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "authme",
            app: "Authme",
            file: "JSON, .authme",
            encryption: .never,
            exportSteps: .menu("Export › Save as Authme file; the QR codes of the HTML file are read as images")
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.members["role"] == .string && outline.members["codes"] == .string && outline.has("encrypted")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        return try FormatVersion("Authme version", to: 3, at: ["version"], in: text).reading(accountsAt: []) {
            () throws(SourceError) in
            let file = try JSONValue(text: text)
            guard !file["encrypted"].isSet else {
                throw SourceError(
                    .accountRestricted, "Authme encrypted it with its own key", "export it again without encryption")
            }
            guard let codes = file["codes"]?.string.flatMap({ Base64.decode($0) }) else { throw .incomplete("codes") }
            return try document(of: codes, request.limits)
        }
    }

    /// - Parameter codes: the decoded text, UTF-8 or Latin-1.
    func document(of codes: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        let text = TextDecoding.lenientString(codes)
        let entries = PlantedLoss.applied(to: AuthmeEntry.entries(of: text))
        guard !entries.isEmpty || text.isBlank else {
            throw SourceError.damaged("codes contains no account")
        }
        return try ImportedDocument(
            format: description.id, records: AuthmeEntry.count(in: text), accounts: entries.map(Optional.init),
            limits)
    }
}
