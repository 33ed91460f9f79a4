import Platform

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the memory with zeros, also if nothing reads it afterwards.
    package func wipe() {
        guard let baseAddress else { return }
        #if canImport(Darwin)
            memset_s(baseAddress, count, 0, count)
        #else
            explicit_bzero(baseAddress, count)
        #endif
    }
}

extension [UInt8] {
    /// Overwrites the bytes, because they contained secrets. Another array with the same bytes keeps them.
    package mutating func wipe() { withUnsafeMutableBytes { $0.wipe() } }
}
