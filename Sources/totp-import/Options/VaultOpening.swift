import TOTPDomain
import Vault

/// A vault that is opened while the inputs are read: the key derivation is slow on purpose, and uses one core.
struct VaultOpening: Sendable {
    /// Whether the vault does not exist yet.
    let isNew: Bool
    private let task: Task<any VaultStore, any Error>

    /// A vault that is open.
    init(_ store: any VaultStore) {
        isNew = store is NewVault
        task = Task { store }
    }

    /// Starts to open a vault with a key that is already known.
    init(_ path: String, _ key: VaultKey, _ backups: BackupPolicy) {
        isNew = false
        // The progress line shows the inputs.
        task = ProgressLine.$current.withValue(nil) {
            Task { try VaultDamage.naming(versionsOf: path) { try key.open(path, backups: backups) } }
        }
    }

    /// Waits until the vault is open, or cannot be opened.
    @Sendable
    func succeeds() async -> Bool { (try? await task.value) != nil }

    /// Works until the vault is open and the work is done. The work is cancelled if the vault cannot be opened.
    func during<Value: Sendable>(
        _ progress: ProgressLine, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> (value: Value, store: any VaultStore) {
        let value = try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                _ = try await task.value
                return nil
            }
            group.addTask { try await work() }
            while let result = try await group.next() {
                guard let value = result else { continue }
                return try await progress.during("Opening the vault") {
                    _ = try await group.next()
                    return value
                }
            }
            throw CancellationError()
        }
        return (value, try await task.value)
    }
}
