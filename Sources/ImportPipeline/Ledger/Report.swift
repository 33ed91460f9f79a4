public import Encodings
import TOTPDomain

extension Ledger {
    /// The report of `--report` and `--json`. Names and reasons only: no secret has a place in it.
    ///
    /// - parameter command: `import` or `convert`.
    package func report(command: String) -> OrderedJSON {
        let totals = totals
        return .object([
            "version": 1,
            "command": .string(command),
            "inputs": .integer(sources.count),
            "totals": .object([
                "found": .integer(totals.found), "added": .integer(totals.added), "updated": .integer(totals.updated),
                "duplicates": .integer(totals.duplicates), "rejected": .integer(totals.rejected),
            ]),
            "sources": .array(sources.map(\.json)),
            "batches": .array(batches.map(\.json)),
            "notes": notes.isEmpty ? nil : .array(notes.map { .string($0) }),
        ])
    }
}

extension Ledger.Source {
    fileprivate var json: OrderedJSON {
        .object([
            "name": .string(result.name),
            "format": result.format.map { .string($0) },
            "status": .string(result.status.rawValue),
            "codes": result.codes.map { .integer($0) },
            "entries": .array(outcomes.enumerated().map { $1.json(index: $0) }),
            "warnings": result.warnings.isEmpty ? nil : .array(result.warnings.map { .string($0) }),
            "reason": result.failure.map { .string($0.message) },
            "code": result.failure.map { .string($0.code.rawValue) },
        ])
    }
}

extension Ledger.Outcome {
    fileprivate func json(index: Int) -> OrderedJSON {
        switch self {
        case .merged(let item, let outcome):
            let (word, note): (String, String?) =
                switch outcome {
                case .added(let twin): ("added", twin.map { "has the same secret as “\($0)”" })
                case .updated: ("updated", nil)
                case .duplicate(let note): ("duplicate", note)
                }
            return .object([
                "index": .integer(index), "outcome": .string(word), "issuer": .string(item.issuer),
                "name": .string(item.name), "note": note.map { .string($0) },
            ])
        case .rejected(let rejection):
            return .object([
                "index": .integer(index), "outcome": "rejected", "position": .string(rejection.position.description),
                "label": rejection.label.isEmpty ? nil : .string(rejection.label),
                "reason": .string(rejection.reason), "code": .string(rejection.code.rawValue),
            ])
        }
    }
}

extension MigrationBatch {
    fileprivate var json: OrderedJSON {
        func list(_ numbers: [Int]) -> OrderedJSON { .array(numbers.map { .integer($0) }) }
        return .object([
            "id": .string("\(id)"), "parts": .integer(size), "present": list(present), "missing": list(missing),
            "repeated": repeated.isEmpty ? nil : list(repeated), "mixed": isMixed ? true : nil,
            "sources": .array(sources.map { .string($0) }),
        ])
    }
}
