internal import Encodings
package import Vault

/// What a merge decided, in words.
extension CopyReport {
    /// One line per account that stays or does not come back, and per part that both copies changed.
    ///
    /// - Parameter chosen: those of which somebody chose the value that is not the later.
    package func decisions(_ chosen: Set<CopyChoice> = []) -> [String] {
        kept.map { "keep:   \($0): it was removed in one copy, and changed in the other" }
            + removed.map { "gone:   \($0): it is in the copy, and was removed here" } + choices.map { choice in
                guard choice.isShown else {
                    return "later:  \(choice.label): both copies changed \(choice.part.what)"
                }
                let isOther = chosen.contains(choice)
                let (kept, other) = isOther ? (choice.other, choice.kept) : (choice.kept, choice.other)
                return "\(isOther ? "chosen:" : "later: ") \(choice.label): the \(choice.part.rawValue) "
                    + "\(CopyChoice.shown(kept)), not \(CopyChoice.shown(other))"
            }
    }

    /// One text for each account with two secrets.
    package var conflictProblems: [String] {
        conflicts.map {
            "\($0): the copies have different secrets; both stay, one as \"(conflict)\": try a code of each at the service, "
                + "then remove the other"
        }
    }
}

extension CopyChoice {
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
