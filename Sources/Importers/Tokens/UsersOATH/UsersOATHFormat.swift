import Encodings
import Links
import TOTPDomain

/// The users file of OATH Toolkit and of mod_authn_otp (`Docs/formats/users-oath.md`).
package struct UsersOATHFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "users-oath",
        group: .file,
        app: "Linux login (OATH Toolkit)",
        file: "text, users.oath",
        exportSteps: "Copy the file that usersfile= names in the PAM configuration, such as /etc/users.oath",
        keepsake: .ownData("the file by which the server checks logins")
    )

    /// Every line must fit, so that a text about tokens is not taken for a list of them.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.jsonOutline == nil else { return false }
        var lines = TextLines()
        var hasKey = false
        while let line = lines.next(in: content.text.span) {
            let bytes = content.text[line.range]
            guard UsersOATHLine.skipReason(bytes) == nil else { continue }
            guard let entry = UsersOATHLine(whole: bytes) else {
                // A link among them is rejected by its line.
                if KeyURIScheme.findAnywhere(in: Array(bytes).span) != nil { continue }
                return false
            }
            hasKey = hasKey || entry.hasHOTPKey
        }
        return hasKey
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        var document = ImportedDocument(format: description.id, records: LinkRecordCount.lines(in: text.span))
        try request.limits.check(records: document.records)
        var lines = TextLines(), loss = PlantedLoss()
        while let line = lines.next(in: text.span) {
            if loss.takesNext() { continue }
            let bytes = text[line.range]
            if let reason = UsersOATHLine.skipReason(bytes) {
                document.skip(reason, Array(bytes).span, line: line.number + 1)
            } else {
                if let start = bytes.firstIndex(of: ASCII.hash),
                    let kind = Leftover.Kind(in: Array(bytes[start...]).span)
                {
                    document.leftovers.add(kind, line: line.number + 1)
                }
                document.add(UsersOATHLine(bytes), at: EntryPosition(line: line.number + 1))
            }
        }
        return document
    }
}
