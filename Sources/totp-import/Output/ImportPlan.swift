import Encodings
import ImportPipeline
import TOTPDomain

extension Ledger {
    /// What an import would do, one line per account in input order: `add:`, `update:` or `leave:`.
    var plan: [String] {
        sources.flatMap { source in
            source.outcomes.compactMap { outcome -> String? in
                guard case .merged(let item, let merged) = outcome else { return nil }
                let word =
                    switch merged {
                    case .added: "add:   "
                    case .updated: "update:"
                    case .duplicate: "leave: "
                    }
                return "\(word) \(item.label.sanitized) (\(source.result.name.inputName.sanitized))"
            }
        }
    }
}
