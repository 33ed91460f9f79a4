import ArgumentParser
import Encodings
import Links
import TOTPDomain
import TOTPImport

extension FormatEntry {
    /// The error for an id that is not one of these, with the ids that may be meant.
    static func unknown(_ id: FormatID, among ids: [String], is what: String = "a known format") -> ValidationError {
        let nearest = Similarity.nearest(to: id.rawValue, in: ids)
        let shown = id.rawValue.looksLikeSecret ? "…" : id.rawValue.withoutLinks.printable(limit: 60)
        return ValidationError(
            "\"\(shown)\" is not \(what)"
                + (nearest.isEmpty ? "; totp-import formats lists them" : ".\(Similarity.question(nearest))"))
    }
}
