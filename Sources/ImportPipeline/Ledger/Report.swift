import Encodings
import TOTPDomain

extension Ledger {
    /// The report of `--report` and `--json`: names and reasons, never a secret.
    ///
    /// - Parameter command: `import` or `convert`.
    package func report(command: String) -> OrderedJSON {
        return .object([
            "version": 1,
            "command": .string(command),
            "inputs": .integer(sources.count),
            "totals": totals.json,
            "sources": .array(zip(sources, InputFates(self).deletables).map { $0.json($1) }),
            "batches": .array(batches.map(\.json)),
            "losses": losses.isEmpty ? nil : .array(losses.map(\.loss.json)),
            "into": into.map { .array($0) },
            "verified": verified.map { .integer($0) },
        ])
    }
}

extension Ledger.Totals {
    package var json: OrderedJSON {
        .object([
            "records": .integer(records), "skipped": skipped.json, "found": .integer(found),
            "added": .integer(added), "updated": .integer(updated), "duplicates": .integer(duplicates),
            "rejected": .integer(rejected),
        ])
    }
}

extension Ledger.Source {
    fileprivate func json(_ deletable: Deletable) -> OrderedJSON {
        .object([
            "name": .string(result.name),
            "format": result.format.map { .string($0) },
            "status": .string(result.status.rawValue),
            "codes": result.codes.map { .integer($0) },
            "copyOf": result.copyOf.map { .string($0) },
            "records": .integer(result.records),
            "skipped": result.skipped.json,
            "entries": .array(outcomes.enumerated().map { $1.json(index: $0) }),
            "newerVersion": result.newerVersion.map { .integer($0) },
            "warnings": result.warnings.isEmpty ? nil : .array(result.warnings.map { .string($0.message) }),
            "unread": result.unread.isEmpty ? nil : .array(result.unread.names.map(\.json)),
            "reason": (result.failure?.message ?? result.skippedInput?.reason).map { .string($0) },
            "code": result.failure.map { .string($0.code.rawValue) },
            "deletable": deletable.json,
        ])
    }
}

extension UnreadName {
    fileprivate var json: OrderedJSON { .object(["name": .string(name), "entries": .integer(entries)]) }
}

extension SkippedRecords {
    /// By reason; nil if nothing was skipped.
    fileprivate var json: OrderedJSON? {
        let members = SkipReason.allCases.compactMap { reason in
            counts[reason].map { OrderedJSON.Member(key: reason.rawValue, value: .integer($0)) }
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension Deletable {
    /// `true`, or the reason why not.
    package var json: OrderedJSON { reason.map { OrderedJSON.string($0) } ?? true }
}

extension ExportLoss {
    fileprivate var json: OrderedJSON {
        .object(["index": .integer(index), "code": .string(code.rawValue), "what": .string(what)])
    }
}

extension Ledger.Outcome {
    fileprivate func json(index: Int) -> OrderedJSON {
        switch self {
        case .merged(let account, let outcome):
            let note = if case .added(let twin) = outcome { twin?.note } else { outcome.note?.text }
            return .object([
                "index": .integer(index), "outcome": .string(word), "issuer": .string(account.issuer),
                "name": .string(account.name), "note": note.map { .string($0) },
            ])
        case .rejected(let rejection):
            return .object([
                "index": .integer(index), "outcome": .string(word), "position": .string(rejection.position.description),
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
            "id": .string("\(id)"), "parts": .integer(size), "present": list(present),
            "earlier": earlier.isEmpty ? nil : list(earlier), "missing": list(missing),
            "repeated": repeated.isEmpty ? nil : list(repeated), "mixed": isMixed ? true : nil,
            "sources": .array(sources.map { .string($0) }),
        ])
    }
}
