package import Platform

/// Where accounts are kept: opened once, and changed as a whole or not at all.
package protocol VaultStore: Sendable {
    /// The content as it is now, deleted accounts included.
    func content() throws -> VaultContent

    /// Reads the content, lets `change` edit it, writes it, and reads it back, all under the vault's lock.
    ///
    /// Afterwards the vault is either the complete old vault or the complete new vault, whatever happens. Nothing is
    /// written if `change` throws or leaves the content as it was.
    ///
    /// - Parameter verify: called with the content that was read back and the result of `change`, before the new vault
    ///   replaces the old vault. If it throws, nothing is replaced.
    /// - Returns: the result of `change`.
    func update<Result: Sendable>(
        _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
    ) throws -> Result
}

extension VaultStore {
    /// The accounts as they are now, including deleted accounts.
    package func items() throws -> [Account] { try content().items }

    /// Updates without a further check of the content that was read back.
    package func update<Result: Sendable>(_ change: (inout VaultContent) throws -> Result) throws -> Result {
        try update(change) { _, _ in }
    }
}

/// The content of a vault.
package struct VaultContent: Sendable, Hashable {
    /// The accounts, including deleted accounts.
    package var items: [Account]
    /// Google exports of several parts that are not complete yet.
    package var batches: [SeenBatch]

    package init(items: [Account] = [], batches: [SeenBatch] = []) {
        (self.items, self.batches) = (items, batches)
    }
}

/// A Google Authenticator export of several parts that earlier runs found parts of, or all.
package struct SeenBatch: Sendable, Hashable {
    /// The export's number; see ``MigrationPart/batchID``.
    package var id: Int32
    /// Parts of the whole export, at least 2.
    package var size: Int
    /// The parts that were imported, from 0, in order.
    package var parts: [Int]
    /// When a part of it was last imported.
    package var seenAt: Date

    package init(id: Int32, size: Int, parts: [Int], seenAt: Date) {
        (self.id, self.size, self.parts, self.seenAt) = (id, size, parts, seenAt)
    }

    /// Whether all parts were imported.
    package var isComplete: Bool { Set(parts).count >= size }

    /// How long a vault remembers an export after its last new part, in seconds: 90 days.
    package static let keptFor: TimeInterval = 90 * 86_400

    /// Whether a vault still remembers this.
    package func isKept(at time: Date) -> Bool { time.timeIntervalSince(seenAt) < Self.keptFor }
}
