import Encodings
import TOTPDomain

extension ImportedDocument {
    /// Warns of links that are no entries: in the notes of a login, for example, where no app generates codes from them.
    mutating func warnAboutFurtherLinks(in content: SourceContent) {
        guard content.kind == .text else { return }
        let text = content.text.span
        var links = 0
        LinkText.forEachRecord(in: text, isJSON: LinkText.isJSON(text)) { record, _ in
            if case .link(let scheme) = record.kind, scheme != .steam { links += 1 }
            return true
        }
        guard links > entries.count + migrationParts.count else { return }
        warnings.append(
            "contains \(counted(links, "otpauth link")), but only \(counted(entries.count, "entry", plural: "entries")) with "
                + "a one-time code: links in notes and other fields are not imported; totp-import validate lists them")
    }
}
