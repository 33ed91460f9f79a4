import Encodings
import TOTPDomain

extension LinkChecker.Workspace {
    /// Puts the label of the last link, which has no finding, into ``plainLabel``; nothing if ``SafeLabel`` has to read
    /// it.
    mutating func readPlainLabel() {
        plainLabel.removeAll(keepingCapacity: true)
        guard hasPlainNames, label.count + issuer.count < 190 else { return }
        let text = label.bytes.span.extracting(0..<label.count)
        let value = issuer.bytes.span.extracting(0..<issuer.count)
        let parameter = KeyURINames.trimmed(value, value.indices)
        let names = KeyURINames(label: text, parameter: value.extracting(parameter))
        if let prefix = names.issuer {
            plainLabel.append(text, prefix)
        } else {
            plainLabel.append(value, parameter)
        }
        if !plainLabel.isEmpty, !names.name.isEmpty { plainLabel.append(text: ": ") }
        plainLabel.append(text, names.name)
        if !Self.isSafe(plainLabel.span) { plainLabel.removeAll(keepingCapacity: true) }
    }

    /// Whether a text is printable, and without “secret=”, which a mistyped separator leaves in a label.
    private static func isSafe(_ text: Span<UInt8>) -> Bool {
        var isSafe = true
        for index in text.indices {
            let byte = text[index]
            isSafe = isSafe && byte &- 0x20 < 0x7F - 0x20 && byte != ASCII.equals
        }
        return isSafe
    }
}

/// The label of a link in reports.
enum SafeLabel {
    /// - Parameter isDamaged: whether the link cannot be read.
    static func text(of link: Span<UInt8>, _ scheme: KeyURIScheme, isDamaged: Bool) -> String {
        isDamaged ? KeyURI.labelOfUnreadable(link, scheme: scheme) : KeyURI.label(of: link, scheme: scheme)
    }
}
