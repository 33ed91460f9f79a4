import Encodings
import TOTPDomain

/// Prints the first problems of one kind in one input, folder or archive, and counts the others: an archive of 100,000
/// empty files, or a text that is not a list of links, must not hide the other messages.
struct AlikeLines {
    private enum Kind: Hashable {
        case error(SourceError.Code)
        case rejected(RejectionCode)
        case warning(String)
    }

    private struct Group: Hashable {
        /// The input, folder or archive; "" for inputs that were named one by one.
        let place: String
        let kind: Kind
    }

    private let reporter: Reporter
    /// What shows them all.
    private let remedy: String
    private var counts: [Group: Int] = [:]
    private var groups: [Group] = []
    /// Whether the exit code depends on one of them.
    private var deciding: Set<Group> = []

    /// The most lines of one kind; with `--verbose`, there is no limit.
    static let shown = 20

    init(_ reporter: Reporter, remedy: String = "--verbose shows all") {
        self.reporter = reporter
        self.remedy = remedy
    }

    mutating func error(_ text: String, of code: SourceError.Code, in place: String?) {
        if isShown(Group(place: place ?? "", kind: .error(code))) { reporter.error(text) }
    }

    mutating func rejected(_ text: String, of code: RejectionCode, in place: String) {
        if isShown(Group(place: place, kind: .rejected(code))) { reporter.rejected(text) }
    }

    /// - parameter kind: what warnings of one kind have in common.
    mutating func warning(_ text: String, like kind: String, in place: String, decides: Bool) {
        let group = Group(place: place, kind: .warning(kind))
        if isShown(group) { return reporter.warning(text, decides: decides) }
        if decides { deciding.insert(group) }
    }

    private mutating func isShown(_ group: Group) -> Bool {
        if reporter.isVerbose { return true }
        if counts[group] == nil { groups.append(group) }
        counts[group, default: 0] += 1
        return counts[group, default: 0] <= Self.shown
    }

    /// One line for each kind of which not all were printed.
    func printRest() {
        for group in groups {
            let rest = counts[group, default: 0] - Self.shown
            guard rest > 0 else { continue }
            let place = group.place.isEmpty ? "" : "\(group.place.inputName): "
            switch group.kind {
            case .error(let code):
                let more = counted(rest, "more input")
                reporter.error("\(place)\(more) with the same problem, \(code.rawValue) (\(remedy))")
            case .rejected(let code):
                let more = counted(rest, "more entry", plural: "more entries")
                reporter.rejected("\(place)\(more) with the same problem, \(code.rawValue) (\(remedy))")
            case .warning:
                reporter.warning(
                    "\(place)\(counted(rest, "more warning")) of the same kind (\(remedy))",
                    decides: deciding.contains(group))
            }
        }
    }
}

extension String {
    /// A warning without the entry that it is about: `entry 3 (Acorn: alice): …`.
    var withoutEntry: String {
        var start: Index?
        var before: UInt8 = 0
        for index in utf8.indices {
            if before == UInt8(ascii: ")"), utf8[index] == UInt8(ascii: ":") { start = index }
            before = utf8[index]
        }
        return start.map { String(self[$0...]) } ?? self
    }
}
