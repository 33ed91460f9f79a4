import Encodings

/// The raw format of Snappy, which LevelDB packs blocks with.
///
/// A reader of its own: the library is C++, and would be a dependency for these few lines.
package enum Snappy {
    /// Unpacks a block.
    ///
    /// - Parameter limit: the most bytes that it may unpack to; for more, no memory is allocated.
    /// - Returns: nil if it is damaged, or unpacks to more or less than it says.
    package static func unpack(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        var reader = LevelDBReader(packed)
        guard let count = reader.varint(), count <= UInt64(limit) else { return nil }
        var bytes: [UInt8] = []
        // Three bytes repeat up to 64, so a larger claim is not believed yet.
        bytes.reserveCapacity(min(Int(count), packed.count * 22))
        while let tag = reader.byte() {
            let copied: Bool
            switch tag & 3 {
            case 0: copied = literal(tag, &reader, &bytes, count)
            case 1:
                guard let low = reader.byte() else { return nil }
                copied = copy(Int(tag >> 2 & 7) + 4, Int(tag >> 5) << 8 | Int(low), &bytes, count)
            default:
                guard let offset = reader.take(tag & 3 == 2 ? 2 : 4)?.integer(.little) else { return nil }
                copied = copy(Int(tag >> 2) + 1, Int(offset), &bytes, count)
            }
            guard copied else { return nil }
        }
        return UInt64(bytes.count) == count ? bytes : nil
    }

    /// Appends bytes that are not packed. Their number is in the tag, or in the 1 to 4 bytes after it.
    private static func literal(
        _ tag: UInt8, _ reader: inout LevelDBReader, _ bytes: inout [UInt8], _ limit: UInt64
    ) -> Bool {
        var length = Int(tag >> 2) + 1
        if length > 60 {
            guard let long = reader.take(length - 60)?.integer(.little) else { return false }
            length = Int(long) + 1
        }
        guard UInt64(bytes.count + length) <= limit, let text = reader.take(length) else { return false }
        bytes += text
        return true
    }

    /// Repeats earlier bytes. They may overlap with the appended bytes: a run of the same byte has the offset 1.
    private static func copy(_ length: Int, _ offset: Int, _ bytes: inout [UInt8], _ limit: UInt64) -> Bool {
        guard 1...max(1, bytes.count) ~= offset, offset <= bytes.count, UInt64(bytes.count + length) <= limit else {
            return false
        }
        let start = bytes.count - offset
        for index in start..<(start + length) { bytes.append(bytes[index]) }
        return true
    }
}
