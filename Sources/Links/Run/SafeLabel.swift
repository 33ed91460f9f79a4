import Encodings
import TOTPDomain

extension LinkChecker.Workspace {
    /// Puts the label of the last link, which has no finding, into ``plainLabel``; nothing if ``SafeLabel`` has to read
    /// it.
    mutating func readPlainLabel() {
        var line: [UInt8] = []
        swap(&line, &plainLabel)
        line.removeAll(keepingCapacity: true)
        appendLabel(to: &line)
        if !Self.isSafe(line.span) { line.removeAll(keepingCapacity: true) }
        swap(&line, &plainLabel)
    }

    private func appendLabel(to line: inout [UInt8]) {
        guard hasPlainNames, label.count + issuer.count < 190 else { return }
        let text = label.bytes.span.extracting(0..<label.count)
        let value = issuer.bytes.span.extracting(0..<issuer.count)
        let parameter = KeyURINames.trimmed(value, value.indices)
        let names = KeyURINames(label: text, parameter: value.extracting(parameter))
        if let prefix = names.issuer {
            line.append(text, prefix)
        } else {
            line.append(value, parameter)
        }
        if !line.isEmpty, !names.name.isEmpty { line.append(text: ": ") }
        line.append(text, names.name)
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
