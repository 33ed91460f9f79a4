import Encodings
import Synchronization
import TOTPDomain

/// Counts the entries of each archive: a small archive may contain many lists, each within its own limit.
final class ArchiveEntries: Sendable {
    private let limit: Int
    /// By the archive's name.
    private let counts = Mutex<[String: Int]>([:])

    init(limit: Int = Limit.archiveEntries.value) { self.limit = limit }

    /// - Throws: ``SourceError`` with `limit-exceeded` if an earlier member has exceeded the limit.
    func check(_ input: Input) throws(SourceError) { try add(0, of: input) }

    /// - Throws: ``SourceError`` with `limit-exceeded`; further members of the archive then fail as well.
    func add(_ count: Int, of input: Input) throws(SourceError) {
        guard let archive = input.archiveName else { return }
        let total = counts.withLock { counts in
            counts[archive, default: 0] += count
            return counts[archive, default: 0]
        }
        guard total <= limit else {
            throw SourceError(
                .limitExceeded,
                "more than \(limit) entries in the archive, the limit",
                "unpack it and import its files one by one")
        }
    }
}

extension Input {
    /// The name of the archive that contains it.
    fileprivate var archiveName: String? { place.map { String(name.dropLast($0.path.count + 1)) } }
}
