import Encodings
import TOTPDomain

extension LinkChecker.Workspace {
    /// The label of the last link, which has no finding; nil if ``SafeLabel`` has to read it.
    var plainLabel: [UInt8]? {
        guard hasPlainNames, label.count + issuer.count < 190 else { return nil }
        let text = label.bytes.span.extracting(0..<label.count)
        let value = issuer.bytes.span.extracting(0..<issuer.count)
        let parameter = KeyURINames.trimmed(value, value.indices)
        let names = KeyURINames(label: text, parameter: value.extracting(parameter))
        var line: [UInt8] = []
        line.reserveCapacity(label.count + issuer.count + 2)
        if let prefix = names.issuer {
            line += label.bytes[prefix]
        } else {
            line += issuer.bytes[parameter]
        }
        if !line.isEmpty, !names.name.isEmpty {
            line.append(ASCII.colon)
            line.append(ASCII.space)
        }
        line += label.bytes[names.name]
        // Printable, and without “secret=”, which a mistyped separator leaves in a label.
        let isSafe = line.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != ASCII.equals }
        return line.isEmpty || !isSafe ? nil : line
    }
}

/// The label of a link in reports.
enum SafeLabel {
    /// - Parameter isDamaged: whether the link cannot be read.
    static func text(of link: Span<UInt8>, _ scheme: KeyURIScheme, isDamaged: Bool) -> String {
        isDamaged ? KeyURI.labelOfUnreadable(link, scheme: scheme) : KeyURI.label(of: link, scheme: scheme)
    }
}
