import Encodings

/// The details of a duplicate that the existing account does not have. Never contains the note or the PIN itself.
public struct MergeNote: Sendable, Hashable, CustomStringConvertible {
    /// For people, after the account: “its note differs from the existing one”.
    public let text: String
    /// The `--on-duplicate` value that would take them.
    package private(set) var hint: String
    /// Whether all was taken, in place of details of the same account that was read before.
    package let isReplacement: Bool

    public var description: String { text }

    enum Detail: String { case note, pin = "PIN", tags, favorite = "favorite flag", token }

    /// Nil if there is nothing to say.
    ///
    /// - Parameters:
    ///   - isFilling: whether empty fields were filled, so that the leftovers differ.
    ///   - isFillable: whether filling empty fields would take all leftovers.
    init?(counter: String?, leftovers: [Detail], isFilling: Bool, isFillable: Bool = false) {
        guard counter != nil || !leftovers.isEmpty else { return nil }
        let names = Self.names(leftovers)
        let verb = leftovers == [.tags] || leftovers.count > 1 ? "are" : "is"
        let details = isFilling ? "its \(names) differs from the existing one" : "its \(names) \(verb) not taken"
        text = [counter, leftovers.isEmpty ? nil : details].compactMap { $0 }.joined(separator: "; ")
        hint =
            leftovers.isEmpty
            ? "--on-duplicate update uses the higher one"
            : isFillable ? "--on-duplicate fill takes what is missing" : "--on-duplicate update replaces it"
        isReplacement = false
    }

    /// - Parameter details: those that are lost.
    init?(replaced details: [Detail]) {
        guard !details.isEmpty else { return nil }
        text = "its \(Self.names(details)) \(details.count > 1 ? "replace" : "replaces") what was read before it"
        hint = "--on-duplicate keep keeps both"
        isReplacement = true
    }

    private static func names(_ details: [Detail]) -> String {
        let all = details.map(\.rawValue)
        return [all.dropLast().joined(separator: ", "), all.last ?? ""].filter { !$0.isEmpty }
            .joined(separator: " and ")
    }
}

extension MergeNote {
    /// The note for an account that is already in a file of logins, to which only codes are added; nil if the account
    /// has no details to lose.
    ///
    /// - Parameter counter: how its counter differs.
    package static func inLogins(_ account: Account, counter: String?) -> MergeNote? {
        var bare = account
        (bare.note, bare.tags, bare.isFavorite, bare.token) = (nil, [], false, nil)
        var note = MergeNote(counter: counter, leftovers: account.lacking(in: bare), isFilling: false)
        note?.hint = "--into adds only codes"
        return note
    }
}

extension Account {
    /// The details of this account that the other account does not have. A note of spaces is not a detail.
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
    /// Whether a text is all of it, its start or its end: a note to which people added something. A part of a word, or
    /// of a number, is another text.
    fileprivate func hasPart(_ text: String) -> Bool {
        let all = trimmingWhitespace
        if all == text { return true }
        return all.hasPrefix(text) && all.dropFirst(text.count).first?.isWhitespace == true
            || all.hasSuffix(text) && all.dropLast(text.count).last?.isWhitespace == true
    }
}
