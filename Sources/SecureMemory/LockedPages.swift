import Platform
import Synchronization

/// Memory in pages of its own: locked, so that it is not swapped, and on Linux left out of core dumps. Before and after
/// the pages is a page that cannot be read or written.
///
/// A system allows few locked pages, 8 MiB or less for a process. Small blocks therefore share pages, and large blocks
/// are not locked. Where locking fails, the memory is used nevertheless.
enum LockedPages {
    /// Bytes of the blocks that share pages; larger blocks have pages of their own.
    private static let sizes = [64, 256, 1024]
    /// Bytes of the pages that blocks share.
    private static let shared = 16 << 10
    /// Larger blocks are not locked: a single large block would use up the system's limit.
    private static let largestLocked = 1 << 20

    /// The addresses of unused blocks, by the index of their size. They are never given back to the system.
    private static let unused = Mutex<[[UInt]]>(sizes.map { _ in [] })

    /// A block of zeros.
    ///
    /// - Returns: nil if the system is out of memory.
    static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
        guard let index = sizes.firstIndex(where: { count <= $0 }) else { return pages(count) }
        let address = unused.withLock { unused in
            if unused[index].isEmpty { unused[index] = blocks(of: sizes[index]) }
            return unused[index].popLast()
        }
        return address.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
    }

    /// Takes back a block that was wiped.
    ///
    /// - Parameter count: as it was allocated.
    static func free(_ block: UnsafeMutableRawPointer, _ count: Int) {
        guard let index = sizes.firstIndex(where: { count <= $0 }) else {
            munmap(block - pageSize, roundedUp(count) + 2 * pageSize)
            return
        }
        unused.withLock { $0[index].append(UInt(bitPattern: block)) }
    }

    private static func blocks(of size: Int) -> [UInt] {
        guard let start = pages(shared) else { return [] }
        return stride(from: 0, to: shared, by: size).map { UInt(bitPattern: start + $0) }.reversed()
    }

    private static func pages(_ count: Int) -> UnsafeMutableRawPointer? {
        let size = roundedUp(count)
        #if canImport(Darwin)
            let flags = MAP_PRIVATE | MAP_ANON
        #else
            let flags = MAP_PRIVATE | MAP_ANONYMOUS
        #endif
        guard let all = mmap(nil, size + 2 * pageSize, PROT_NONE, flags, -1, 0), all != MAP_FAILED else { return nil }
        let start = all + pageSize
        guard mprotect(start, size, PROT_READ | PROT_WRITE) == 0 else {
            munmap(all, size + 2 * pageSize)
            return nil
        }
        if count <= largestLocked { mlock(start, size) }
        #if os(Linux)
            madvise(start, size, MADV_DONTDUMP)
        #endif
        return start
    }

    private static let pageSize = max(4096, sysconf(Int32(_SC_PAGESIZE)))

    private static func roundedUp(_ count: Int) -> Int { (count + pageSize - 1) / pageSize * pageSize }
}
