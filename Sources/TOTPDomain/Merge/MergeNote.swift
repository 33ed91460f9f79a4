import Encodings

/// The details of a duplicate that the existing account does not have. Never contains the note or the PIN itself.
public struct MergeNote: Sendable, Hashable, CustomStringConvertible {
    /// For people, after the account: “its note differs from the existing one”.
    public let text: String
    /// The `--on-duplicate` value that would take them.
    package let hint: String

    public var description: String { text }

    enum Detail: String { case note, pin = "PIN", tags, favorite = "favorite flag", token }

    /// Nil if there is nothing to say.
    ///
    /// - Parameter isFilling: whether empty fields were filled, so that the leftovers differ.
    init?(counter: String?, leftovers: [Detail], isFilling: Bool) {
        guard counter != nil || !leftovers.isEmpty else { return nil }
        let all = leftovers.map(\.rawValue)
        let names = [all.dropLast().joined(separator: ", "), all.last ?? ""].filter { !$0.isEmpty }
            .joined(separator: " and ")
        let verb = leftovers == [.tags] || leftovers.count > 1 ? "are" : "is"
        let details = isFilling ? "its \(names) differs from the existing one" : "its \(names) \(verb) not taken"
        text = [counter, leftovers.isEmpty ? nil : details].compactMap { $0 }.joined(separator: "; ")
        hint =
            leftovers.isEmpty
            ? "--on-duplicate update uses the higher one"
            : isFilling ? "--on-duplicate update replaces it" : "--on-duplicate fill takes what is missing"
    }
}

extension MergeNote {
    /// The note for an account that is already in a file of logins, to which only codes are added; nil if the account
    /// has no details to lose.
    ///
    /// - Parameter counter: how its counter differs.
    package static func inLogins(_ item: Account, counter: String?) -> MergeNote? {
        var bare = item
        (bare.note, bare.tags, bare.isFavorite, bare.token) = (nil, [], false, nil)
        return MergeNote(counter: counter, leftovers: item.lacking(in: bare))
    }

    private init?(counter: String?, leftovers: [Detail]) {
        guard let note = MergeNote(counter: counter, leftovers: leftovers, isFilling: false) else { return nil }
        (text, hint) = (note.text, "--into adds only codes")
    }
}

extension Account {
    /// The details of this account that the other one does not have. A note of spaces is not a detail.
    func lacking(in other: Account) -> [MergeNote.Detail] {
        var details: [MergeNote.Detail] = []
        let text = note?.trimmingWhitespace ?? ""
        if !text.isEmpty, !(other.note ?? "").hasPart(text) { details.append(.note) }
        if let pin, pin != other.pin { details.append(.pin) }
        if tags.contains(where: { !other.tags.contains($0) }) { details.append(.tags) }
        if isFavorite, !other.isFavorite { details.append(.favorite) }
        if let token, token.joined(with: other.token) != other.token { details.append(.token) }
        return details
    }
}

extension String {
    /// Whether a text is all of it, its start or its end: a note to which people added something.
    fileprivate func hasPart(_ text: String) -> Bool {
        let all = trimmingWhitespace
        return all.hasPrefix(text) || all.hasSuffix(text)
    }
}
