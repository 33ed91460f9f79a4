import Encodings
import ImportPipeline
import TOTPDomain
import TOTPImport

extension SessionInput {
    func json(_ accounts: MergedAccounts) -> OrderedJSON {
        let sources = accounts.sources[id] ?? []
        let status = worst(sources)
        let totals = Ledger.Totals(of: sources)
        let images = results.contains { $0.codes != nil }
        return .object([
            "id": .string(id), "name": .string(name), "kind": .string(kind.rawValue), "status": .string(status.id),
            "word": .string(status.word), "tone": .string(status.kind.rawValue),
            "format": sources.first?.result.format.map { .string($0) }, "isImage": .bool(images),
            "isEncrypted": .bool(results.contains(where: \.isEncrypted)), "waits": .bool(waits),
            "isSkipped": waiting?.isSkipped == true ? true : nil,
            "question": waiting?.question.map { .string($0) }, "isGuess": waiting?.isGuess == true ? true : nil,
            "columns": columnQuestion.map { $0.question.json(of: $0.source, isOnly: results.count == 1) },
            "mayNeedKeyFile": waiting?.mayNeedKeyFile == true ? true : nil,
            "isVault": vaultToOpen == nil ? nil : true,
            "copy": copy.map { .object(["needsPassphrase": .bool($0.needsPassphrase)]) },
            "hasKeyFile": waiting?.keyFile == nil ? nil : true, "saved": .bool(saved != nil), "totals": totals.json,
            "links": furtherLinkCount > 0 ? .integer(furtherLinkCount) : nil,
            "noted": furtherLinkCount > 0 ? .array(noted.map { .string($0) }) : nil,
            "sources": .array(sources.prefix(Session.shownSources).map { $0.card(accounts, of: kind) }),
            "moreSources": .integer(max(0, sources.count - Session.shownSources)),
        ])
    }

    private func worst(_ sources: [Ledger.Source]) -> (id: String, word: String, kind: ReportKind) {
        if waits { return ("encrypted", "encrypted", .amber) }
        let order: [SourceResult.Status] = [.failed, .partial, .noCode, .skipped, .ok]
        // For an archive or a folder, skipped files are not relevant.
        let results = sources.map(\.result)
        let relevant = results.contains { $0.status != .skipped } ? results.filter { $0.status != .skipped } : results
        let worst = order.lazy.compactMap { status in relevant.first { $0.status == status } }.first
        guard let worst else { return ("ok", "read", .green) }
        // A camera often sees no account; that is not a problem, as it is with a file.
        if worst.status == .noCode, kind.isLive {
            let isAccount = results.contains { $0.status == .ok }
            return isAccount ? ("ok", "read", .green) : ("skipped", "no account", .gray)
        }
        let words = worst.reportStatus
        // "No code" would be wrong for an image that shows a code.
        let status = worst.status == .noCode && worst.hasUnreadCode ? .partial : worst.status
        return (status.rawValue, words.word, words.kind)
    }
}

extension ColumnQuestion {
    /// - Parameter isOnly: whether the source is all of the input, which has its name already.
    fileprivate func json(of source: String, isOnly: Bool) -> OrderedJSON {
        .object([
            "source": isOnly ? nil : .string(source.inputName), "noun": .string(noun),
            "names": .array(
                names.map { name in
                    .object([
                        "name": .string(name.text), "sample": .string(name.sample),
                        "role": name.suggestion.map { .string($0.rawValue) },
                    ])
                }),
            "roles": .array(roles.map { .string($0.rawValue) }),
        ])
    }
}

extension SessionInput.Kind {
    fileprivate var isLive: Bool { self == .camera || self == .screen }
}

extension Ledger.Source {
    fileprivate func card(_ accounts: MergedAccounts, of input: SessionInput.Kind) -> OrderedJSON {
        let entries = outcomes.map { ReportEntry($0, losses: []) }
        let shown = entries.shown(most: Session.shownEntries)
        let (kind, word) = result.reportStatus
        return .object([
            "name": .string(result.name.inputName), "format": result.format.map { .string($0) },
            "status": .string(result.status.rawValue), "word": .string(word), "tone": .string(kind.rawValue),
            "records": .integer(result.records),
            "skipped": result.skipped.isWorthSaying ? .string(result.skipped.summary) : nil,
            "entries": .array(shown.map { json($0, entries[$0], accounts) }),
            "moreEntries": .integer(entries.count - shown.count), "problems": .array(problems(of: input)),
            "images": result.pictures.isEmpty ? nil : .array(result.pictures.map { $0.json(entries) }),
        ])
    }

    /// The problems of the source as a whole.
    private func problems(of input: SessionInput.Kind) -> [OrderedJSON] {
        let skipped = result.skippedInput.map { OrderedJSON.problem(.gray, $0.reason, nil) }
        let whole = [result.failureProblem].compactMap { $0 } + result.warningProblems
        // A damaged image whose QR codes were read is not a loss: an unread code is reported as its own problem.
        let isRead = result.codes != nil && !outcomes.isEmpty && result.pictures.allSatisfy(\.unreadPlaces.isEmpty)
        let rest = whole.map { problem in
            let isLoss = problem.isLoss && !(problem.isWarning && isRead)
            let isStray = input.isLive && result.status == .noCode
            return OrderedJSON.problem(isStray ? .gray : isLoss ? .red : .amber, problem.problem, problem.remedy)
        }
        return Array(([skipped].compactMap { $0 } + rest).prefix(Self.shownProblems))
    }

    private static let shownProblems = 50

    private func json(_ index: Int, _ entry: ReportEntry, _ accounts: MergedAccounts) -> OrderedJSON {
        let outcome = outcomes[index], problem = rejection(of: index)
        let account = outcome.account.flatMap { accounts.account(of: $0) }
        return .object([
            "index": .integer(index), "outcome": .string(outcome.word), "kind": .string(entry.kind.rawValue),
            "word": .string(entry.word), "label": .string(entry.label),
            "account": account.map { .string($0.id.uuidString) },
            "duplicateOf": outcome.word == "duplicate" ? account.map { .string($0.label) } : nil,
            "place": entry.position.map { .string($0) },
            "note": problem == nil ? entry.note.map { .string($0) } : nil,
            "problem": problem.map { .string($0.problem) }, "advice": problem?.remedy.map(\.json),
            "code": outcome.rejection.map { .string($0.code.rawValue) },
        ])
    }
}

extension SourcePicture {
    fileprivate func json(_ entries: [ReportEntry]) -> OrderedJSON {
        .object([
            "page": page.map { .integer($0) }, "width": .integer(width), "height": .integer(height),
            "codes": .array(codes.map { $0.json(entries) }), "unread": .array(unreadPlaces.map(\.json)),
        ])
    }
}

extension SourcePicture.Code {
    fileprivate func json(_ all: [ReportEntry]) -> OrderedJSON {
        let own = entries.filter { all.indices.contains($0) }.map { all[$0] }
        let text = own.count == 1 ? own[0].label : own.isEmpty ? "not an account" : counted(own.count, "account")
        return .object([
            "corners": corners.json, "kind": .string(ReportKind.worst(of: own).rawValue), "text": .string(text),
            "entries": .array(entries.map { .integer($0) }),
        ])
    }
}

extension OrderedJSON {
    fileprivate static func problem(_ kind: ReportKind, _ text: String, _ advice: Advice?) -> OrderedJSON {
        // The option of the command line does not help here: the card asks for the key file.
        let text = text.replacing(" (--key-file FILE)", with: "")
        return .object(["kind": .string(kind.rawValue), "text": .string(text), "advice": advice.map(\.json)])
    }
}
