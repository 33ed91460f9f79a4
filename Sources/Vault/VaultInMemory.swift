import Synchronization

/// The bytes of a vault that this program keeps in no file: whoever gave them takes each new version away.
package final class VaultInMemory: Sendable {
    private let content: Mutex<[UInt8]>

    package init(_ bytes: [UInt8]) { content = Mutex(bytes) }

    /// The newest version.
    package var bytes: [UInt8] { content.withLock { $0 } }

    func replace(with bytes: [UInt8]) { content.withLock { $0 = bytes } }
}
