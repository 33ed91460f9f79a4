/// Something in an input that no account has: its file must stay.
package struct Leftover: Sendable, Hashable {
    package var kind: Kind
    /// Nil for the input as a whole.
    package var place: Place?

    package enum Kind: Sendable, Hashable, CaseIterable {
        /// Outside of records: headings, prose, settings.
        case text
        case comment
        /// In a record or beside it: a member, a column or an element that the reader does not use.
        case value
        /// Another table or list, or records that are not accounts.
        case records
        /// A link, or what may be a secret, where no reader takes it.
        case link, secret, recoveryCodes
        /// Behind the end of the file's format; or it is uncertain where that is.
        case data, unclearEnd
        /// A comment on a whole archive.
        case archiveComment
        /// In a PDF; or it has parts that cannot be looked at.
        case attachment, annotation, closedParts
    }

    package enum Place: Sendable, Hashable {
        case lines(ClosedRange<Int>)
        case position(EntryPosition)
        /// The name of a member, a column, an element or a table: printable, and not a secret.
        case name(String)
        /// Text of an image that no program shows.
        case hidden
    }

    package init(_ kind: Kind, _ place: Place? = nil) { (self.kind, self.place) = (kind, place) }

    /// Why the file must stay: `it has other text: lines 1 to 4`.
    package var reason: String { place.map { "\(kind.sentence): \($0)" } ?? kind.sentence }
}

extension Leftover.Kind {
    fileprivate var sentence: String {
        switch self {
        case .text: "it has other text"
        case .comment: "it has comments"
        case .value: "it has a value that is not read"
        case .records: "it has other records"
        case .link: "it has a link that was not taken"
        case .secret: "it may have another secret"
        case .recoveryCodes: "it has recovery codes"
        case .data: "it has data after its end"
        case .unclearEnd: "it is not certain where it ends"
        case .archiveComment: "it has a comment of the whole archive"
        case .attachment: "it has an attached file"
        case .annotation: "it has notes or forms on its pages"
        case .closedParts: "it has parts that cannot be looked at"
        }
    }
}

extension Leftover.Place: CustomStringConvertible {
    package var description: String {
        switch self {
        case .lines(let lines):
            lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)"
        case .position(let position): position.description
        case .name(let name): "\"\(name)\""
        case .hidden: "in text that no program shows"
        }
    }
}

/// What is left over of an input, in its order. If there are many, only the first are kept, and the first of each kind.
package struct Leftovers: Sendable, Hashable {
    package private(set) var all: [Leftover] = []

    private static let most = 16

    package init() {}

    package init(_ kind: Leftover.Kind) { add(kind) }

    package var isEmpty: Bool { all.isEmpty }

    /// Lines that follow one another are one leftover.
    package mutating func add(_ kind: Leftover.Kind, _ place: Leftover.Place? = nil) {
        if case .lines(let lines) = place, case .lines(let last) = all.last?.place, all.last?.kind == kind,
            last.lowerBound <= lines.lowerBound, lines.lowerBound <= last.upperBound + 1
        {
            all[all.count - 1].place = .lines(last.lowerBound...max(last.upperBound, lines.upperBound))
        } else if all.count < Self.most || !all.contains(where: { $0.kind == kind }) {
            all.append(Leftover(kind, place))
        }
    }

    package mutating func add(_ kind: Leftover.Kind, line: Int) { add(kind, .lines(line...line)) }

    /// Those that may be of an account: one warning for each kind, with its first place.
    package var warnings: [Warning] {
        [Leftover.Kind.link, .secret, .recoveryCodes].compactMap { kind in
            let found = all.filter { $0.kind == kind }
            guard let first = found.first else { return nil }
            let more = found.count > 1 ? " (and \(found.count - 1) more)" : ""
            return Warning(
                first.reason + more,
                kind == .recoveryCodes
                    ? "keep them elsewhere" : "if it is of an account, write it as a link on a line of its own")
        }
    }

    package mutating func add(_ other: Leftovers) {
        for leftover in other.all { add(leftover.kind, leftover.place) }
    }
}
