package import Platform

extension UUID {
    /// A random UUID (version 4, RFC 9562). `UUID()` opens a device for each on Linux, which takes longer than to read an
    /// account.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        var halves = (generator.next(), generator.next())
        return withUnsafeMutableBytes(of: &halves) { bytes in
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}
