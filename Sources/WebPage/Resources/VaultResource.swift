import Encodings
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

extension Route {
    static let vault = [
        Route("POST", "/api/save", limit: Limit.typedPassphrase) { call in
            let passphrase = call.passphrase
            if let passphrase, !call.flag("weak") { try Problem.checkStrength(of: passphrase) }
            return await call.session.saved(try await call.session.saveJSON(passphrase))
        },
        Route("POST", "/api/reload") { try await $0.session.reload() },
        Route("POST", "/api/lock", worksLocked: true) { call in
            try await call.session.lock(discarding: call.flag("discard"))
            // With their buffers, which had secrets in them.
            return Response(204, then: .closeAll)
        },
        Route("POST", "/api/unlock", limit: Limit.typedPassphrase, worksLocked: true) { call in
            .back(try await call.session.unlock(call.neededPassphrase))
        },
        Route("POST", "/api/kept", limit: Limit.typedPassphrase) { call in
            if call.flag("discard") {
                await call.session.forgetKept()
                return .done
            }
            return .back(try await call.session.takeBack(with: call.neededPassphrase))
        },
        Route("POST", "/api/missing") { await $0.session.settleMissing(discarding: $0.flag("discard")) },
        Route("POST", "/api/vault/recovery", limit: Limit.typedPassphrase) { call in
            let code = try await call.session.addRecoveryCode(call.neededPassphrase)
            let path = await call.session.vault?.path ?? ""
            return .json(
                .object([
                    "code": .string(try code.text), "advice": .string(RecoveryCode.advice),
                    "command": .string(RecoveryCode.command(for: path)),
                ]))
        },
        Route("POST", "/api/quit", worksLocked: true) { call in
            try await call.session.checkSaved(discarding: call.flag("discard"), isEnd: true)
            return Response(202, then: .quit)
        },
    ]
}

extension Session {
    /// Returns the answer to a request that wrote the vault. The new version of a dropped vault is a download.
    func saved(_ result: OrderedJSON, isWritten: Bool = true) -> Response {
        guard isWritten, let vault, let memory = vault.memory else { return .json(result) }
        return .download(memory.bytes, named: vault.path.fileName, result: result)
    }
}

extension Problem {
    static let noPassphrase = Problem(422, "wrong-password", "no passphrase was typed", .text("type it"))

    /// - Throws: ``Problem`` for a new passphrase that is weak.
    static func checkStrength(of passphrase: Passphrase) throws(Problem) {
        guard let weakness = PassphraseStrength.weakness(of: passphrase) else { return }
        throw Problem(422, "weak", "this passphrase is weak: \(weakness)", "take a longer one, or use it anyway")
    }

    static func noVault(_ advice: String) -> Problem {
        Problem(409, "no-vault", "there is no vault yet", .text(advice))
    }
}

extension Call {
    var neededPassphrase: Passphrase {
        get throws {
            guard let passphrase else { throw Problem.noPassphrase }
            return passphrase
        }
    }
}

extension Response {
    /// How many changes came back that could not be saved before.
    fileprivate static func back(_ count: Int) -> Response {
        count == 0 ? .done : .json(.object(["restored": .integer(count)]))
    }
}

extension Session {
    fileprivate func forgetKept() {
        kept = []
        touch()
    }

    fileprivate func lock(discarding: Bool) throws {
        guard vault?.exists == true else { throw Problem.noVault("quit instead") }
        try checkSaved(discarding: discarding, isEnd: false)
        lock()
    }

    fileprivate func saveJSON(_ passphrase: Passphrase?) async throws -> OrderedJSON {
        let path = vault?.path ?? ""
        var before = ""
        if let vault, vault.exists, case .keep(1...) = vault.backups {
            before = "; the version before is kept beside it"
        }
        let saved = try await save(passphrase), totals = saved.ledger.totals
        let count = saved.content.items.count { !$0.isDeleted }
        return .object([
            "text": .string("\(path.fileName) contains \(counted(count, "account"))\(before)"),
            "added": .integer(totals.added), "updated": .integer(totals.updated),
            "duplicates": .integer(totals.duplicates), "changed": .integer(saved.changed),
            "deleted": .integer(saved.deleted),
            "warnings": saved.warnings.isEmpty ? nil : .array(saved.warnings.map { .string($0) }),
        ])
    }
}
