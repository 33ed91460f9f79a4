internal import Encodings
package import Vault

/// What a merge decided, in words.
extension CopyReport {
    /// One line per account that stays or does not come back, and per part that both copies changed.
    ///
    /// - Parameter chosen: those of which somebody chose the value that is not the later.
    package func decisions(_ chosen: Set<CopyChoice> = []) -> [String] {
        kept.map { "keep:   \($0): it was removed in one copy, and changed in the other" }
            + removed.map { "gone:   \($0): it is in the copy, and was removed here" }
            + choices.map { $0.decision(isOther: chosen.contains($0)) }
    }

    /// One text for each account with two secrets.
    package var conflictProblems: [String] {
        conflicts.map {
            "\($0): the copies generate different codes; both stay, one as \"(conflict)\": try a code of each at the service, "
                + "then remove the other"
        }
    }
}

extension CopyChoice {
    fileprivate func decision(isOther: Bool) -> String {
        guard isShown else { return "later:  \(label): both copies changed \(part.what)" }
        let (kept, other) = isOther ? (other, kept) : (kept, other)
        return "\(isOther ? "chosen:" : "later: ") \(label): the \(part.rawValue) \(Self.shown(kept)), "
            + "not \(Self.shown(other))"
    }

    /// Whether its values are shown, and asked about.
    package var isShown: Bool { [.issuer, .name, .note].contains(part) }

    /// A value for people.
    package static func shown(_ value: String) -> String {
        value.isEmpty ? "(empty)" : "\"\(value.printable(limit: Limit.shownName))\""
    }
}

extension CopyChoice.Part {
    fileprivate var what: String {
        switch self {
        case .issuer, .name, .note: "the \(rawValue)"
        case .favorite: "whether it is a favorite"
        case .deleted: "whether it is deleted"
        case .source: "where it came from"
        }
    }
}
