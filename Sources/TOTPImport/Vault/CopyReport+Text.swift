internal import Encodings
package import Vault

/// The decisions of a merge, in words.
extension CopyReport {
    /// One line per account that stays or does not come back, and per value that lost.
    package func decisions() -> [String] { fates + losses() }

    /// One line per account that stays or does not come back.
    package var fates: [String] {
        kept.map { "keep:   \($0): it was removed in one copy, and changed in the other" }
            + removed.map { "gone:   \($0): it is in the copy, and was removed here" }
    }

    /// One line per part that both copies changed, with all of the value that lost.
    ///
    /// - Parameter chosen: the choices for which the user did not choose the later value.
    package func losses(_ chosen: Set<CopyChoice> = []) -> [String] {
        choices.map { $0.decision(isOther: chosen.contains($0)) }
    }

    /// Why the other copy has something that the merged vault does not have; nil if it is of no use any more.
    ///
    /// - Parameter asked: the parts whose value the user chose.
    package func lost(asking asked: Set<CopyChoice> = []) -> String? {
        if let choice = choices.first(where: { !$0.keepsOther && !asked.contains($0) }) {
            return "it has another value of \(choice.label)"
        }
        return lostBefore.first.map { "it has a value of \($0) that lost in an earlier merge" }
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
        let (kept, other) = isOther ? (other, kept) : (kept, other)
        return "\(isOther ? "chosen:" : "later: ") \(label): \(part.name) \(shown(kept)), not \(shown(other))"
    }

    /// Whether the user is asked about it.
    package var isAsked: Bool { [.issuer, .name, .note].contains(part) }

    /// A value for people, in full.
    package func shown(_ value: String) -> String {
        guard isAsked else { return value.printable(limit: .max) }
        return value.isEmpty ? "(empty)" : "\"\(value.printable(limit: .max))\""
    }
}

extension CopyChoice.Part {
    /// In a sentence.
    package var name: String {
        switch self {
        case .issuer: "the issuer"
        case .name: "the name"
        case .note: "the note"
        case .favorite: "the favorite flag is"
        case .deleted: "the mark as deleted is"
        case .member(let name): "\"\(name.printable(limit: Limit.shownName))\" is"
        }
    }

    /// In JSON.
    package var field: String {
        switch self {
        case .issuer: "issuer"
        case .name: "name"
        case .note: "note"
        case .favorite: "favorite"
        case .deleted: "isDeleted"
        case .member(let name): name
        }
    }
}
