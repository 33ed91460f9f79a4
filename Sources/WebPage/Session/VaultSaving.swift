import ImportPipeline
import Platform
import SafeFile
import Synchronization
import TOTPDomain
import TOTPImport
import Vault

/// All changes of the page, on their way into the vault.
struct VaultSaving: Sendable {
    enum Key: Sendable {
        case open(VaultFile)
        /// The passphrase of a vault that does not exist yet.
        case new(Passphrase)
    }

    struct Outcome: Sendable {
        var file: VaultFile
        var content: VaultContent
        var ledger: Ledger
        /// The numbers of accounts that the user changed and deleted.
        var changed: Int
        var deleted: Int
        /// Warnings for users about the written file.
        var warnings: [String]
    }

    private let place: VaultPlace
    private let key: Key
    /// The accounts of the vault as they were shown.
    private let known: [Account.ID: Account]
    private let results: [SourceResult]
    private var vaultEdits = VaultEdits()
    private var changed = 0
    private var deleted = 0

    /// - Parameters:
    ///   - base: the accounts of the vault as they were shown.
    ///   - accounts: the accounts of the vault and of the inputs, before the edits.
    init(
        place: VaultPlace, key: Key, base: [Account], edits: [Account.ID: AccountChange], results: [SourceResult],
        accounts: [Account]
    ) {
        (self.place, self.key) = (place, key)
        let known = Dictionary(base.map { ($0.id, $0) }) { first, _ in first }
        self.known = known
        self.results = results.applying(edits, to: accounts.filter { known[$0.id] == nil })
        let now = Date.wholeSecondNow
        for (id, change) in edits {
            guard let account = known[id] else { continue }
            vaultEdits.change(account, to: change.account ?? account.removed(at: now))
            if change == .deleted { deleted += 1 } else { changed += 1 }
        }
    }

    /// The edits that cannot be made, as another program changed the same accounts: by account, with both changes.
    func lost(_ edits: [Account.ID: AccountChange], in content: VaultContent) -> [Account.ID: String] {
        let now = Dictionary(content.items.map { ($0.id, $0) }) { first, _ in first }
        return known.filter { id, shown in edits[id] != nil && now[id] != shown }.reduce(into: [:]) { lost, one in
            func words(_ new: Account?) -> String {
                guard let new, !new.isDeleted else { return "removed" }
                let lines = AccountDifference.lines(one.value, new)
                return lines.isEmpty ? "another detail" : lines.joined(separator: ", ")
            }
            let own = words(edits[one.key].flatMap(\.account))
            lost[one.key] = "\(one.value.label): here: \(own); by the other program: \(words(now[one.key]))"
        }
    }

    func run() throws -> Outcome {
        let notices = Mutex<[String]>([])
        let ledger = try SaveNotice.$current.withValue(SaveNotice { notice in notices.withLock { $0.append(notice) } })
        {
            let vault =
                switch key {
                case .open(let file): EditedVault(store: file, edits: vaultEdits)
                case .new(let passphrase):
                    EditedVault(store: NewVault(path: place.path, passphrase: passphrase), edits: vaultEdits)
                }
            return try ImportRun(reader: Parts.standard.reader(), jobs: 1).merge(
                results, into: vault, checkingCodesWith: Parts.standard.generator, isDryRun: false)
        }
        let file =
            switch key {
            case .open(let file): file
            case .new(let passphrase): try place.open(passphrase)
            }
        let content = if let content = file.lastContent { content } else { try file.content() }
        return Outcome(
            file: file, content: content, ledger: ledger, changed: changed, deleted: deleted,
            warnings: notices.withLock { $0 })
    }
}

extension [SourceResult] {
    /// The results as if the accounts had been changed in the inputs already.
    ///
    /// A deleted account is left out of every input that has it: a single input would bring it back.
    func applying(_ edits: [Account.ID: AccountChange], to accounts: [Account]) -> [SourceResult] {
        var changes: [AccountIdentity: AccountChange] = [:]
        for account in accounts { if let change = edits[account.id] { changes[AccountIdentity(account)] = change } }
        guard !changes.isEmpty else { return self }
        // An input may have the account without the PIN that another input has.
        for account in accounts where account.pin != nil {
            guard let change = edits[account.id] else { continue }
            let identity = AccountIdentity.withoutPIN(account)
            changes[identity] = changes[identity] ?? change
        }
        return map { original in
            var result = original
            result.entries = []
            for var entry in original.entries {
                guard case .item(let account) = entry.outcome, let change = changes[AccountIdentity(account)] else {
                    result.entries.append(entry)
                    continue
                }
                switch change {
                case .changed(let new):
                    entry.outcome = .item(new)
                    result.entries.append(entry)
                case .deleted: result.skipped.add(.deleted)
                }
            }
            return result
        }
    }
}
