import Encodings
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport

extension Route {
    static let state = [
        Route("GET", "/api/state", worksLocked: true, isAction: false) { .json(try await $0.session.state()) },
        Route("POST", "/api/awake", worksLocked: true) { _ in .done },
        Route("POST", "/api/undo") { call in
            let session = call.session
            return .json(
                .object([
                    "undone": .string(try await session.undo()),
                    "undo": await session.undoTitle.map { .string($0) },
                ]))
        },
    ]
}

extension Session {
    var undoTitle: String? { undoSteps.last?.title }

    func state() throws -> OrderedJSON {
        let accounts = try accounts()
        let unsaved = try unsavedCount()
        let counts = Dictionary(grouping: inputs, by: \.kind).map { kind, inputs in
            OrderedJSON.Member(key: kind.rawValue, value: .integer(inputs.count))
        }
        return .object([
            "revision": .integer(revision), "version": .string(ProgramVersion.current),
            "vault": vault.map { vault in
                .object([
                    "file": .string(vault.path), "exists": .bool(vault.exists), "locked": .bool(vault.isLocked),
                    "needsPassphrase": .bool(!vault.exists && newPassphrase == nil),
                    "hasRecoveryCode": vault.hasRecoveryCode ? true : nil,
                    "isDropped": vault.isDropped ? true : nil,
                ])
            },
            "inputs": .integer(inputs.count), "reading": .integer(reading),
            "waiting": .integer(inputs.count(where: \.waits)),
            "accounts": .integer(accounts.items.count), "unsaved": .integer(unsaved),
            "unsavedAre": .string(try hasOnlyNewAccounts() ? "accounts" : "changes"),
            "missing": missing.isEmpty ? nil : .array(missing.map { .string($0.label) }),
            "kept": kept.isEmpty ? nil : .integer(keptCount), "clipboard": settings.clipboard == nil ? nil : true,
            "sources": .object(counts.sorted { $0.key < $1.key }),
            "undo": undoTitle.map { .string($0) }, "workers": .integer(workers.count),
            "largest": .integer(Limit.input),
            "idle": .object([
                "seconds": .integer(idleSeconds), "warns": .bool(warns),
                "ends": vault?.file != nil || (knowsPassphrase && unsaved > 0) ? "lock" : "quit",
            ]),
            "now": .integer(Date().secondsSince1970),
            "last": event.map { .string($0) }, "demo": settings.isDemonstration ? true : nil,
        ])
    }
}
