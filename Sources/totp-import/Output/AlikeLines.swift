import Encodings
import ImportPipeline

/// Prints the first problems of one kind in one input, folder or archive, and counts the others: an archive of 100,000
/// empty files, or a text that is not a list of links, must not hide the other messages.
struct AlikeLines {
    private struct Group: Hashable {
        /// The input, folder or archive; "" for inputs that were named one by one.
        let place: String
        let kind: RunProblem.Kind
    }

    private let reporter: Reporter
    /// The option that shows them all.
    private let remedy: String
    private var counts: [Group: Int] = [:]
    private var groups: [Group] = []
    /// Whether the exit code depends on one of them.
    private var deciding: Set<Group> = []

    /// The most lines of one kind; unlimited with `--verbose`.
    static let shown = 20

    init(_ reporter: Reporter, remedy: String = "--verbose shows all") {
        self.reporter = reporter
        self.remedy = remedy
    }

    /// - Parameters:
    ///   - advice: other advice.
    ///   - decides: whether the exit code depends on it.
    mutating func add(_ problem: RunProblem, advice: Advice? = nil, decides: Bool = false) {
        let group = Group(place: problem.group, kind: problem.kind)
        guard isShown(group) else {
            if decides { deciding.insert(group) }
            return
        }
        let line = advice?.after(problem.line) ?? problem.line
        switch problem.kind {
        case .failed: reporter.error(line)
        case .rejected: reporter.rejected(line)
        case .warning, .incompleteExport, .lost: reporter.warning(line, decides: decides)
        }
    }

    private mutating func isShown(_ group: Group) -> Bool {
        if reporter.isVerbose { return true }
        if counts[group] == nil { groups.append(group) }
        counts[group, default: 0] += 1
        return counts[group, default: 0] <= Self.shown
    }

    /// A line for each kind whose lines were not all printed.
    func printRest() {
        for group in groups {
            let rest = counts[group, default: 0] - Self.shown
            guard rest > 0 else { continue }
            let place = group.place.isEmpty ? "" : "\(group.place.inputName): "
            switch group.kind {
            case .failed(let code):
                let more = counted(rest, "more input")
                reporter.error("\(place)\(more) with the same problem, \(code.rawValue) (\(remedy))")
            case .rejected(let code):
                let more = counted(rest, "more entry", plural: "more entries")
                reporter.rejected("\(place)\(more) with the same problem, \(code.rawValue) (\(remedy))")
            case .lost(let code):
                let more = counted(rest, "more account")
                reporter.warning(
                    "\(more) with the same loss, \(code.rawValue) (\(remedy))", decides: deciding.contains(group))
            case .warning, .incompleteExport:
                reporter.warning(
                    "\(place)\(counted(rest, "more warning")) of the same kind (\(remedy))",
                    decides: deciding.contains(group))
            }
        }
    }
}
