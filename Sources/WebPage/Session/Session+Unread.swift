import Encodings
import ImportPipeline

extension Session {
    /// Returns the content of inputs that may be missing from the list, with advice; also the content that was missing
    /// when the page was locked, until it is added again.
    func unread() throws -> [Decision] {
        var ledger = try accounts().ledger
        ledger.batches = batches
        let results = inputs.flatMap(\.results)
        let names = Set(results.map(\.name.inputName))
        let hasParts = results.contains { !$0.migrationParts.isEmpty }
        let before = unreadBefore.compactMap { decision in
            if decision.kind == .missingPart { return hasParts ? nil : decision }
            let files = decision.files.filter { !names.contains($0) }
            return files.isEmpty ? nil : Decision(kind: decision.kind, text: decision.text, files: files)
        }
        func problem(_ text: String, where isConcerned: (SessionInput) -> Bool) -> [Decision] {
            let files = inputs.filter(isConcerned).map(\.name.inputName)
            return files.isEmpty ? [] : [Decision(kind: .problem, text: text, files: files)]
        }
        return before + ledger.unread(passphrases: "Type the passphrase")
            + problem("Take the accounts in notes, or leave them, on its card:") { $0.furtherLinkCount > 0 }
            + problem("Merge the copy of the vault, or remove it:") { $0.copy != nil }
    }

    /// Forgets everything but the place of the vault, and the names of the files that were not read to their end.
    package func lock() {
        // A failure must not keep it from locking.
        let unread = (try? unread()) ?? []
        wipe()
        vault?.file = nil
        if let clipboard = settings.clipboard { Task { _ = try? await workers.run { clipboard.clear() } } }
        unreadBefore = unread.map { decision in
            // The advice for a problem may name accounts.
            decision.kind == .missingPart
                ? decision : Decision(kind: .problem, text: "Add again what was not read:", files: decision.files)
        }
    }
}
