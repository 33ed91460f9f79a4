#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The kernel's information about this process's memory.
    enum MemoryMap {
        /// The flags of the memory at an address: `lo` locked, `dd` not in core dumps, `rd` readable.
        static func flags(at address: UInt) -> Set<Substring>? {
            var isInside = false
            for line in text("/proc/self/smaps").split(separator: "\n") {
                let words = line.split(separator: " ")
                let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
                if ends.count == 2 {
                    isInside = ends[0]..<ends[1] ~= address
                } else if isInside, words.first == "VmFlags:" {
                    return Set(words.dropFirst())
                }
            }
            return nil
        }

        /// Whether the process may lock as much as the tests need.
        static var mayLock: Bool {
            let size = 1 << 20
            guard let block = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                block != MAP_FAILED
            else { return false }
            defer { munmap(block, size) }
            return mlock(block, size) == 0
        }

        private static func text(_ path: String) -> String {
            guard let file = fopen(path, "r") else { return "" }
            defer { fclose(file) }
            var bytes: [UInt8] = [], part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = fread(&part, 1, part.count, file)
                if count == 0 { return String(decoding: bytes, as: UTF8.self) }
                bytes += part[..<count]
            }
        }
    }
#endif
