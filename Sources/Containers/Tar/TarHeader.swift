import Encodings

/// The header of a file in a tar archive: one block.
enum TarHeader {
    static let byteCount = 512
    /// The place of the sum.
    static let sumField = 148..<156

    /// Whether bytes start with a header. Old archives have no signature, but every header has a sum.
    ///
    /// An archive without files has no header. It contains only zeros, as do empty disks and `/dev/zero`, and cannot be
    /// read.
    static func matches(_ head: [UInt8]) -> Bool {
        guard head.count >= byteCount, head[0] != 0 else { return false }
        let digits = head[sumField].drop { $0 == ASCII.space }.prefix { (0x30...0x37).contains($0) }
        return !digits.isEmpty && digits.reduce(0) { $0 * 8 + Int($1 - 0x30) } == sum(of: head[..<byteCount])
    }

    /// The sum of a header's bytes, with the bytes of the sum itself taken as spaces.
    static func sum(of header: ArraySlice<UInt8>) -> Int {
        header.reduce(0) { $0 + Int($1) } - header[sumField].reduce(0) { $0 + Int($1) }
            + sumField.count * Int(ASCII.space)
    }
}
