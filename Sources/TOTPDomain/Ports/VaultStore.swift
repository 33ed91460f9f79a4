#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where accounts are kept: opened once, and changed as a whole or not at all.
public protocol VaultStore: Sendable {
    /// The content as it is now, deleted accounts included.
    func content() throws -> VaultContent

    /// Reads, lets `change` edit, writes, and compares what was written with what was meant, all under the vault's lock.
    ///
    /// Afterwards the vault is the complete old or new one, whatever happens. Nothing is written when `change` throws or
    /// leaves the content as it was.
    func update<Result: Sendable>(_ change: (inout VaultContent) throws -> Result) throws -> Result
}

extension VaultStore {
    /// The accounts as they are now, deleted ones included.
    public func items() throws -> [TOTPItem] { try content().items }
}

/// What a vault holds.
public struct VaultContent: Sendable, Hashable {
    /// The accounts, deleted ones included.
    public var items: [TOTPItem]
    /// Exports of several parts of which some are still missing.
    public var batches: [SeenBatch]

    public init(items: [TOTPItem] = [], batches: [SeenBatch] = []) {
        self.items = items
        self.batches = batches
    }
}

/// What earlier runs saw of a Google Authenticator export of several parts.
public struct SeenBatch: Sendable, Hashable {
    /// The export's number; see ``MigrationPart/batchID``.
    public var id: Int32
    /// Parts of the whole export, at least 2.
    public var size: Int
    /// The parts that were imported, from 0, in order.
    public var parts: [Int]
    /// When a part of it was last imported.
    public var seenAt: Date

    public init(id: Int32, size: Int, parts: [Int], seenAt: Date) {
        self.id = id
        self.size = size
        self.parts = parts
        self.seenAt = seenAt
    }
}
