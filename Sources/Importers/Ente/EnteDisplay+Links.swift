import Encodings
import Links
import TOTPDomain

extension EnteDisplay {
    /// Adds what Ente stores in a link to its account.
    ///
    /// - Returns: what users should know of the account, if anything.
    static func annotate(_ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout TOTPItem) -> Warning? {
        guard let range = parts.codeDisplay else { return nil }
        let text = PercentCoding.decode(link, range, plusIsSpace: true).trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        guard let display = try? JSONFile.decode(EnteDisplay.self, from: Array(text.utf8)) else {
            return "its codeDisplay is damaged: note, tags and favorite flag were not imported"
        }
        display.annotate(&item)
        return display.isInTrash ? "in Ente's trash; imported anyway" : nil
    }

    /// Whether any link of a text has the parameter.
    static func occurs(in content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { link, scheme in
            scheme.readAs == .otpauth && KeyURIParts(link, scheme: scheme).codeDisplay != nil
        }
    }
}
