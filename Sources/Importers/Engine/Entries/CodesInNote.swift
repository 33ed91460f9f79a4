import Encodings
import TOTPDomain

/// One-time passwords in the note of an entry.
package struct CodesInNote: Sendable {
    package let warning: Warning
    /// The secrets of those that are links; nil for a link that cannot be read.
    package let links: [OTPSecret?]
}

extension ImportedDocument {
    /// Names the entry of one-time passwords in a note.
    package mutating func add(_ codes: CodesInNote?, at position: EntryPosition, label: (issuer: String, name: String))
    {
        guard let codes else { return }
        let text = AccountLabel.text(of: label)
        warnings.append(codes.warning.at(text.isEmpty ? "\(position)" : "\(position) (\(text))"))
        namedLinks += codes.links
    }
}
