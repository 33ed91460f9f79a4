/// Whether an input may be deleted once its accounts are elsewhere: only if it is proved that everything in it was
/// taken, and that it is a copy that was made for moving accounts.
public struct Deletable: Sendable, Hashable {
    /// Why not, for people: “it also has passwords”; nil if it may be deleted.
    public let reason: String?

    /// Nothing else makes an input deletable.
    package init(_ proof: DeletionProof) { reason = proof.objection?.reason }

    private init(reason: String) { self.reason = reason }

    package static func no(reason: String) -> Deletable { Deletable(reason: reason) }
}

/// What is known about an input, in the order in which users are told. Each part is a reason to keep the input, or
/// shows that this reason does not apply.
package struct DeletionProof: Sendable {
    /// Every entry became an account, with all of its details.
    package var entries: Objection?
    /// It is a copy that was made for moving accounts.
    package var kind: Objection?
    /// No byte is left over, up to the end of its format.
    package var leftovers: Leftovers
    /// No warning is about it.
    package var doubt: Objection?
    /// The accounts were written.
    package var writing: Objection?
    /// It is still the file that was read.
    package var file: FileRead
    /// Every other part of its file may be deleted as well.
    package var otherParts: Objection?

    package init(
        entries: Objection?, kind: Objection?, leftovers: Leftovers, doubt: Objection?, writing: Objection?,
        file: FileRead = .inMemory
    ) {
        (self.entries, self.kind, self.leftovers, self.doubt) = (entries, kind, leftovers, doubt)
        (self.writing, self.file) = (writing, file)
    }

    /// The first reason to keep the input.
    package var objection: Objection? {
        entries ?? kind ?? leftovers.all.first.map { Objection(.unclear, $0.reason) } ?? doubt ?? writing
            ?? file.objection ?? otherParts
    }
}

/// A reason to keep an input.
package struct Objection: Sendable, Hashable {
    /// The worst of a file's parts counts.
    package enum Weight: Int, Comparable, Sendable {
        /// `silent`: deleting it is unnecessary, and it is not mentioned.
        case silent, unclear, more, kept

        package static func < (a: Weight, b: Weight) -> Bool { a.rawValue < b.rawValue }
    }

    /// Nil if it says nothing about the file that contains the input.
    package var weight: Weight?
    package var reason: String

    package init(_ weight: Weight?, _ reason: String) { (self.weight, self.reason) = (weight, reason) }
}

/// A file when it was read, and when it is to be deleted.
package enum FileRead: Sendable, Hashable {
    /// Content that is not from a file.
    case inMemory
    case unchanged, changed
    /// A pipe or a device: it cannot be read again, and is not a copy of anything.
    case notAFile
    /// To a file elsewhere: without the link, that would still have the accounts.
    case link

    /// - Parameters:
    ///   - read: what the file was for each of its parts: device, inode, size and time of modification.
    ///   - now: nil if it is unknown.
    package init<State: Hashable>(_ read: Set<State>, now: State?) {
        self = now.map { read == [$0] } == true ? .unchanged : .changed
    }

    package var objection: Objection? {
        switch self {
        case .inMemory, .unchanged: nil
        case .changed: Objection(.unclear, "it changed after it was read")
        case .notAFile: Objection(.silent, "it is not a file")
        case .link: Objection(.silent, "it is a link to another file")
        }
    }
}
