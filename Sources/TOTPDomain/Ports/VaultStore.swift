/// A place that keeps accounts, opened once and changed as a whole or not at all.
public protocol VaultStore: Sendable {
    /// What the messages call it: the path.
    var displayName: String { get }

    /// The accounts as they are now, tombstones included.
    func items() throws -> [TOTPItem]

    /// Reads, lets `change` edit, and writes, all under the vault's lock.
    ///
    /// Whatever happens on the way, the vault is afterwards the old one or the new one, whole. Nothing is written
    /// when `change` throws or leaves the accounts as they were.
    func update<Result: Sendable>(_ change: (inout [TOTPItem]) throws -> Result) throws -> Result
}
