import Encodings
import TOTPDomain

/// A file that, by its name, belongs to the vault beside it: an earlier version, whose accounts are also in the vault
/// or were removed, or the lock, which is empty.
package struct VaultCompanion {
    package let kind: SkippedInput
    /// Where the vault would be.
    let vault: String

    /// - Returns: nil for a file with another name.
    package init?(_ path: String) {
        let lock = ".lock", version = ".bak"
        if path.hasSuffix(lock) {
            (kind, vault) = (.vaultLock, String(path.dropLast(lock.count)))
        } else {
            guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), path[..<dot].hasSuffix(version),
                let number = Int(path[dot...].dropFirst()), path[dot...] == ".\(number)"
            else { return nil }
            (kind, vault) = (.vaultVersion, String(path[..<dot].dropLast(version.count)))
        }
    }

    func hasContent(_ bytes: [UInt8]) -> Bool {
        kind == .vaultLock ? bytes.isEmpty : VaultSignature.matches(bytes)
    }
}

/// Tells the companions of vaults in an archive, in which a vault may come after them.
struct ArchivedCompanions {
    /// The paths of the vaults so far.
    private var vaults: Set<String> = []
    /// Companions whose vault has not come yet; at the end, those without a vault.
    private var held: [(input: Input, companion: VaultCompanion)] = []
    private var heldBytes = 0

    var isEmpty: Bool { held.isEmpty }

    /// - Returns: whether the member is returned by ``next()`` later.
    mutating func hold(_ input: Input, _ path: String, _ bytes: [UInt8]) throws(SourceError) -> Bool {
        guard let companion = VaultCompanion(path), companion.hasContent(bytes) else {
            if VaultSignature.matches(bytes) { vaults.insert(path) }
            return false
        }
        heldBytes += bytes.count
        guard heldBytes <= Limit.vault else {
            throw SourceError(
                .limitExceeded,
                "earlier versions of vaults in the archive have more than \(Limit.vault >> 20) MiB together",
                "unpack it and name the folder")
        }
        held.append((input, companion))
        return true
    }

    /// Returns the next of the held inputs, once all members were read. Without their vault they are ordinary files.
    mutating func next() -> Input? {
        guard !held.isEmpty else { return nil }
        var (input, companion) = held.removeFirst()
        if vaults.contains(companion.vault) { input.location = .skipped(companion.kind) }
        return input
    }
}
