import Foundation
import TOTPImport

/// progress VAULT INPUT…: imports into a vault, shows how far it is, and asks for the passphrases of encrypted files.
///
/// The user's answers are read from standard input, one answer per line; an empty line skips the file. The first answer
/// is the passphrase of the vault.
@main struct Progress {
    static func main() async throws {
        let paths = CommandLine.arguments.dropFirst()
        guard let path = paths.first, paths.count > 1 else { return print("progress VAULT INPUT…") }
        let person = Person()
        guard let passphrase = await person.answer("Passphrase of \(path)") else { return }
        let vault = try await open(path, passphrase)

        var reader = AccountReader()
        reader.askForPassphrase = { request in
            let again = request.attempt > 1 ? "Wrong passphrase. " : ""
            return await person.answer("\(again)Passphrase of \(request.input) (\(request.app))")
        }
        for try await step in reader.steps(reading: paths.dropFirst().map { .path($0) }) {
            switch step {
            case .reading(let progress):
                await person.show("\(Int(progress.fraction * 100)) % \(progress.input)")
            case .finished(let result):
                let ledger = try await vault.add(result)
                await person.show(summary(of: ledger))
            }
        }
        for account in try await vault.accounts() {
            await person.show("\(account.label): \(try account.code().secondsLeft.map { "\($0) s left" } ?? "")")
        }
    }

    /// Opens the vault, or creates it.
    static func open(_ path: String, _ passphrase: Passphrase) async throws -> AccountVault {
        do { return try await AccountVault.open(at: path, passphrase: passphrase) } catch {
            guard error.code == .notFound else { throw error }
            return try await AccountVault.create(at: path, passphrase: passphrase)
        }
    }

    /// Returns the outcome of every entry, in a sentence.
    static func summary(of ledger: ImportLedger) -> String {
        let totals = ledger.totals
        var lines = [
            "\(totals.found) found = \(totals.added) added + \(totals.updated) updated + "
                + "\(totals.duplicates) duplicates + \(totals.rejected) rejected"
        ]
        for source in ledger.sources {
            if let failure = source.failure { lines.append("\(source.name): \(failure.message)") }
            for case .rejected(let rejection) in source.entries.map(\.outcome) {
                lines.append("\(source.name), \(rejection.place): \(rejection.reason)")
            }
        }
        return (lines + ledger.warnings).joined(separator: "\n")
    }
}

/// The user at the terminal: one question at a time.
actor Person {
    func answer(_ question: String) -> Passphrase? {
        show(question)
        guard let line = readLine(), !line.isEmpty else { return nil }
        return Passphrase(line)
    }

    func show(_ text: String) { print(text) }
}
