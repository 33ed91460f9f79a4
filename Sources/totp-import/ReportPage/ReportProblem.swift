import Encodings
import Exporters
import ImportPipeline
import TOTPDomain

/// One problem: what is wrong, and what to do.
struct ReportProblem {
    var kind: ReportKind
    /// The source in the list of all, from 0; nil if it concerns several.
    var source: Int?
    /// The source's name, and the place in it.
    var place: String
    var message: String
    /// What to do, if the message does not say it.
    var advice: String?

    var html: String {
        let (problem, ownAdvice) = message.dividedBeforeAdvice
        let todo = ownAdvice ?? advice
        let name = HTMLText.visible(place)
        let link = source.map { "<a href=\"#s\($0 + 1)\">\(name)</a>" } ?? name
        return """
            <li class="\(kind.rawValue)"><p>\(link)\(place.isEmpty ? "" : ": ")\(HTMLText.visible(problem))</p>\
            \(todo.map { "<p class=\"todo\">\(HTMLText.visible($0.capitalizedFirst))</p>" } ?? "")</li>

            """
    }

    /// All problems of a run, in input order.
    static func all(of ledger: Ledger) -> [ReportProblem] {
        let rejected = "Correct the link, or set the account up again with its service."
        let unwritten = "Keep it in the old app, or write it in another format as well."
        var problems: [ReportProblem] = []
        for (index, source) in ledger.sources.enumerated() {
            let name = source.result.name.inputName
            func add(_ kind: ReportKind, _ message: String, _ place: String = "", advice: String? = nil) {
                problems.append(
                    ReportProblem(kind: kind, source: index, place: name + place, message: message, advice: advice))
            }
            if let failure = source.result.failure { add(.red, failure.advised) }
            for (entry, outcome) in source.outcomes.enumerated() {
                guard case .rejected(let rejection) = outcome else { continue }
                let label = rejection.label.isEmpty ? "" : " (\(rejection.label))"
                // An entry that was an account is rejected because of what was written.
                var wasAccount = false
                if source.result.entries.indices.contains(entry), case .item = source.result.entries[entry].outcome {
                    wasAccount = true
                }
                add(
                    .red, rejection.reason, ", \(rejection.position)\(label)",
                    advice: wasAccount ? unwritten : rejected)
            }
            let isComplete = source.result.status == .ok || source.result.status == .skipped
            for warning in source.result.warnings { add(isComplete ? .amber : .red, warning) }
        }
        problems += ledger.batches.flatMap(\.complaints).map {
            ReportProblem(kind: .red, place: "", message: $0)
        }
        problems += ledger.losses.map { loss in
            ReportProblem(
                kind: .amber, place: loss.label, message: loss.loss.what, advice: "Write it down, or keep the old app.")
        }
        return problems
    }
}

extension String {
    /// A message is the problem, a semicolon, and what to do. Some end with what was done.
    fileprivate var dividedBeforeAdvice: (problem: String, advice: String?) {
        let parts = split(separator: "; ")
        let statements: Set<Substring> = ["all", "both", "imported", "its", "skipped", "the", "this"]
        guard parts.count > 1, let last = parts.last, let word = last.split(separator: " ").first,
            !statements.contains(word)
        else { return (self, nil) }
        return (parts.dropLast().joined(separator: "; "), String(last))
    }

    fileprivate var capitalizedFirst: String { (first.map { $0.uppercased() } ?? "") + dropFirst() }
}
