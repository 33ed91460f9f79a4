import Encodings
import ImportPipeline
import Platform
import SecureMemory
import TOTPDomain
import TOTPImport
import Vault

/// Everything that the page knows: inputs, accounts, the vault. All requests of all tabs see the same.
package actor Session {
    /// How a session behaves.
    package struct Settings: Sendable {
        /// Seconds without an action until the page locks or the program ends.
        package var idle: Int
        package var workers: Int
        /// Seconds that only ever grow.
        package var clock: @Sendable () -> Double
        /// Nil if the browser has to copy by itself.
        package var clipboard: (any PageClipboard)?
        /// Whether the inputs of the command line are invented: none of their accounts can be lost.
        package var isDemonstration: Bool

        package init(
            idle: Int = 30 * 60, workers: Int = ProcessInfo.processInfo.activeProcessorCount,
            clock: @escaping @Sendable () -> Double = Session.uptime, clipboard: (any PageClipboard)? = nil,
            isDemonstration: Bool = false
        ) {
            (self.idle, self.workers, self.clock, self.clipboard) = (idle, workers, clock, clipboard)
            self.isDemonstration = isDemonstration
        }
    }

    let settings: Settings
    let workers: Workers
    /// Changes whenever anything changes that the page shows.
    var revision = 1
    var inputs: [SessionInput] = []
    /// Inputs that are read right now.
    var reading = 0
    var lastID = 0
    /// Passphrases that opened an input.
    var passphrases: [Passphrase] = []
    /// The changes to accounts on the page, by their id.
    var edits: [Account.ID: AccountChange] = [:]
    var undoSteps: [UndoStep] = []
    /// Pairs of accounts that resemble each other, and that the user still wants to keep.
    var settled: Set<AccountPair> = []
    var vault: VaultPlace?
    /// Given on the command line for a vault that the first save creates.
    var newPassphrase: Passphrase?
    /// The content of the vault as it was last read; empty without a vault.
    var base = VaultContent()
    /// The parts of Google's exports that were known before this session.
    var seenBefore: [SeenBatch] = []
    /// Accounts that are in a file that was downloaded, or in an app that scanned them.
    var downloaded: Set<Account.ID> = []
    /// The inputs that were unread when the page was locked.
    var unreadBefore: [Decision] = []
    /// Changes that could not be saved when the page locked itself.
    var kept: [KeptChanges] = []
    /// The last list of links that was checked.
    var check: LinkCheck?
    /// The inputs of the QR codes that the camera or the screen showed so far, by the codes' fingerprints.
    var camera: [UInt128: String] = [:]
    /// Whether a save is under way.
    var isSaving = false
    /// The accounts as they were last asked for, and the revision.
    private var merged: (accounts: MergedAccounts, revision: Int)?
    private var lastAction: Double
    /// What the page did by itself, until the next action.
    private(set) var event: String?

    package init(settings: Settings = Settings(), vault: VaultPlace? = nil) {
        self.settings = settings
        self.vault = vault
        workers = Workers(max(1, settings.workers))
        lastAction = settings.clock()
    }

    /// Counts while the computer sleeps, too: who finds it then has not been here all the time.
    package static let uptime: @Sendable () -> Double = {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    var isLocked: Bool { vault?.isLocked ?? false }
    /// Whether it is locked, or its time is over and it is about to be: after a sleep, a request may come first.
    var isClosed: Bool { isLocked || idleSeconds == 0 }

    /// Something changed.
    func touch() { revision += 1 }

    // MARK: - Accounts

    /// The accounts of the vault and of all inputs, with the edits.
    func accounts() throws -> MergedAccounts {
        if let merged, merged.revision == revision { return merged.accounts }
        // Taken out, so that they change in place.
        var last = merged.take()?.accounts
        if try last?.grow(inputs, base: base, edits: edits) != true { last = nil }
        let accounts = try last ?? MergedAccounts(inputs: inputs, base: base, edits: edits)
        merged = (accounts, revision)
        return accounts
    }

    /// The number of changes that are neither in the vault nor, without a vault, in a file that was downloaded.
    func unsavedCount() throws -> Int {
        let unsaved = try unsaved()
        return unsaved.accounts + unsaved.edits
    }

    /// Accounts that are new, and edits of others.
    private func unsaved() throws -> (accounts: Int, edits: Int) {
        let accounts = try accounts()
        guard vault != nil else { return (accounts.items.count { !downloaded.contains($0.id) }, 0) }
        let known = Set(base.items.map(\.id))
        return (
            accounts.items.count { !known.contains($0.id) } + missing.count, edits.keys.count { known.contains($0) }
        )
    }

    /// Whether all that is not saved are new accounts: people count them as such.
    func hasOnlyNewAccounts() throws -> Bool { try unsaved().edits == 0 }

    /// The number of unsaved accounts or changes, for people.
    private func unsavedPhrase() throws -> String {
        counted(try unsavedCount(), try hasOnlyNewAccounts() ? "account" : "change")
    }

    /// - Parameter isEnd: false for a lock, which kept changes survive.
    /// - Throws: ``Problem`` if changes would be lost.
    func checkSaved(discarding: Bool, isEnd: Bool) throws {
        guard !discarding else { return }
        let count = try unsavedCount() + (isEnd ? keptCount : 0)
        guard count == 0 else {
            throw Problem(
                409, "unsaved",
                "\(isEnd && keptCount > 0 ? counted(count, "change") : try unsavedPhrase()) would be lost",
                .text("\(isLocked ? "unlock and " : "")save \(count == 1 ? "it" : "them") first, or go on without"))
        }
    }

    // MARK: - Time

    /// Records an action of the user. An action after the time is over is too late.
    package func act() {
        guard idleSeconds > 0 || isLocked else { return }
        lastAction = settings.clock()
        event = nil
    }

    var idleSeconds: Int { max(0, settings.idle - Int(settings.clock() - lastAction)) }
    /// The last minute is announced.
    var warns: Bool { idleSeconds <= 60 && !isLocked }

    /// The action that is due because of the time.
    package enum Due: Sendable, Hashable { case nothing, lock, quit }

    /// Called about once a second. A session with a vault saves and locks itself, and ends only if it stays locked for
    /// as long again. Changes that could not be saved are kept until it is unlocked, however long that takes.
    package func tick() async -> Due {
        guard idleSeconds == 0 else { return .nothing }
        if isLocked { return kept.isEmpty ? .quit : .nothing }
        // A save of another request ends first.
        if isSaving { return .nothing }
        var event = "nobody was here for a while, so the page was locked"
        if vault?.isDropped == true {
            // Nobody is here to take the new version. Changes that cannot be counted are changes as well.
            if (try? unsavedCount()) != 0 {
                event +=
                    keepChanges()
                    ? "; what is not saved is here again once you unlock it"
                    : "; what was not saved could not be kept, and is lost: add it again"
            }
        } else if knowsPassphrase {
            do {
                let count = try unsavedCount()
                if count > 0 {
                    let what = try unsavedPhrase()
                    _ = try await save(nil, losesEdits: false)
                    event += "; before, \(what) \(count == 1 ? "was" : "were") saved"
                }
            } catch {
                event += "; the last changes could not be saved: \(Problem(error).message)"
                if keepChanges() {
                    event +=
                        (error as? VaultError) == .passphraseChanged
                        ? "; they are kept, and need the passphrase from before"
                        : "; they are here again once you unlock it"
                }
            }
        }
        guard vault?.file != nil else { return isLocked ? .nothing : .quit }
        lock()
        lastAction = settings.clock()
        self.event = event
        return .lock
    }

    /// Whether a save needs nothing from the user.
    var knowsPassphrase: Bool { vault?.file != nil || newPassphrase != nil }

    // MARK: - Locking

    /// Forgets all accounts and all that they came from.
    package func wipe() {
        for index in inputs.indices { inputs[index].wipe() }
        inputs = []
        passphrases = []
        newPassphrase = nil
        edits = [:]
        undoSteps = []
        settled = []
        base = VaultContent()
        seenBefore = []
        downloaded = []
        check?.wipe()
        check = nil
        camera = [:]
        unreadBefore = []
        merged = nil
        touch()
    }
}

extension SessionInput {
    /// Overwrites the bytes that are kept of it.
    mutating func wipe() {
        guard var inputs = waiting?.inputs else { return }
        waiting?.keyFile?.wipe()
        waiting = nil
        for index in inputs.indices {
            guard case .memory(var bytes) = inputs[index].location else { continue }
            inputs[index].location = .memory([])
            bytes.wipe()
        }
    }
}
