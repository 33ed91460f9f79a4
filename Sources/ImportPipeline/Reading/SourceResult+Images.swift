import Encodings
import Images
import Links
import TOTPDomain

extension SourceResult {
    /// Takes what no account has of an image file.
    mutating func add(_ besides: BesideImages) {
        leftovers.add(besides.leftovers)
        let pages = besides.text.split(separator: UInt8(ascii: "\u{C}"), omittingEmptySubsequences: false)
        for (index, page) in pages.enumerated() where !page.allSatisfy(ASCII.isWhitespace) {
            leftovers.add(.text, pages.count > 1 ? .position(EntryPosition(page: index + 1)) : nil)
        }
    }

    /// Looks for links, secrets and recovery codes in parts that no program shows, other than those of the codes.
    mutating func look(for codes: [[UInt8]], in hidden: [ArraySlice<UInt8>]) {
        let known = Set(entries.compactMap { $0.account?.secret })
        var found: Set<Leftover.Kind> = []
        // Some texts have two bytes for each character.
        for part in hidden + hidden.map({ part in part.filter { $0 != 0 }[...] }) {
            // Shorter codes are not links.
            let text = codes.filter { $0.count >= SecretForm.shortest }.reduce(Array(part), Self.removing)
            if KeyURIScheme.seemsBroken(in: text.span) { found.insert(.link) }
            if let kind = Leftover.Kind(in: text.span, besides: known) { found.insert(kind) }
        }
        for (kind, what) in [
            (Leftover.Kind.link, "has a link"), (.secret, "may have a secret"), (.recoveryCodes, "has recovery codes"),
        ]
        where found.contains(kind) {
            leftovers.add(kind, .hidden)
            warnings.append(
                Warning(
                    "text in it that no program shows \(what), which is not read",
                    .text(
                        "look at it with exiftool or strings, and write accounts in it into a text file",
                        onPage: "write accounts in it into a text file, and drop that")))
        }
    }

    /// - Parameter code: not empty.
    private static func removing(_ text: [UInt8], _ code: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = [], from = 0
        while let start = text.span.extracting(from..<text.count).firstIndex(of: code) {
            kept += text[from..<(from + start)] + [ASCII.newline]
            from += start + code.count
        }
        return kept + text[from...]
    }
}
