import Encodings

/// The names of an account that has only one text for both: `GitHub`, `alice@example.com`, `GitHub: alice`, `GitHub|alice`
/// or `GitHub alice@example.com`.
package struct OneName: Sendable {
    package let issuer: String
    package let name: String

    package init(_ text: String) {
        let text = text.trimmingWhitespace
        let host = SiteAddress.host(of: text)
        if !host.isEmpty {
            (issuer, name) = (host, "")
        } else if let colon = text.unicodeScalars.firstIndex(of: ":") {
            issuer = String(text[..<colon]).trimmingWhitespace
            name = String(text.unicodeScalars[colon...].dropFirst()).trimmingWhitespace
        } else if let parts = Self.parts(atBarIn: text) {
            (issuer, name) = parts
        } else if text.utf8.contains(UInt8(ascii: "@")), !text.unicodeScalars.contains(where: \.isSpace) {
            (issuer, name) = ("", text)
        } else if let space = text.unicodeScalars.lastIndex(where: \.isSpace),
            let address = Self.address(String(text.unicodeScalars[space...]))
        {
            let rest = String(text.unicodeScalars[..<space]).trimmingWhitespace
            let isSeparated = ["-", "–", "|", "/", ","].contains(rest.unicodeScalars.last)
            issuer = isSeparated ? String(rest.unicodeScalars.dropLast()).trimmingWhitespace : rest
            name = address
        } else {
            (issuer, name) = (text, "")
        }
    }

    /// What is around the only bar of a text, without spaces beside it: those are in titles of pages.
    private static func parts(atBarIn text: String) -> (String, String)? {
        let parts = text.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 2, let end = parts[0].last, let start = parts[1].first, !end.isSpace, !start.isSpace else {
            return nil
        }
        return (String(parts[0]), String(parts[1]))
    }

    /// The address of a word, which may be in brackets; nil if it is something else, such as `@home`.
    private static func address(_ word: String) -> String? {
        var word = word.trimmingWhitespace.unicodeScalars[...]
        for (open, close) in [("(", ")"), ("<", ">"), ("[", "]")] as [(Unicode.Scalar, Unicode.Scalar)]
        where word.first == open && word.last == close {
            word = word.dropFirst().dropLast()
        }
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? String(word) : nil
    }
}
