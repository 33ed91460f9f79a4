import Encodings

/// Writes a tar archive, file by file (POSIX.1-2001, pax: ustar headers, and an extended header for other names).
///
/// Files are regular, readable and writable for their owner only.
package struct TarWriter {
    private let modified: Int64

    /// - Parameter modified: the time of every file, in seconds since 1970, at least 0.
    package init(modified: Int64) { self.modified = max(0, modified) }

    /// The end of an archive: two empty blocks.
    package static let end = [UInt8](repeating: 0, count: 2 * blockSize)

    private static let blockSize = TarHeader.byteCount
    private static let longestName = 100

    /// One file: its headers and its bytes, in whole blocks.
    ///
    /// - Parameter name: a relative path without NUL.
    package func entry(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let utf8 = Array(name.utf8)
        var entry: [UInt8] = []
        if utf8.count > Self.longestName || !utf8.allSatisfy({ $0 < 0x80 }) {
            let record = Self.paxRecord("path", utf8)
            entry += header(name: Array("PaxHeaders/path".utf8), type: "x", count: record.count)
            entry += Self.padded(record)
        }
        // Programs that ignore the extended header find a shorter name without other characters.
        let plain = utf8.map { $0 < 0x80 ? $0 : ASCII.underscore }
        entry += header(name: Array(plain.prefix(Self.longestName)), type: "0", count: bytes.count)
        entry += Self.padded(bytes)
        return entry
    }

    /// `LENGTH KEY=VALUE` and a line feed; the length counts itself.
    private static func paxRecord(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = Array(" \(key)=".utf8) + value + [ASCII.newline]
        var count = rest.count
        while "\(count)".utf8.count + rest.count != count { count = "\(count)".utf8.count + rest.count }
        return Array("\(count)".utf8) + rest
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (blockSize - bytes.count % blockSize) % blockSize)
    }

    private func header(name: [UInt8], type: Character, count: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: TarHeader.byteCount)
        func put(_ field: [UInt8], at offset: Int) {
            header.replaceSubrange(offset..<offset + field.count, with: field)
        }
        put(name, at: 0)
        put(Self.octal(0o600, digits: 7), at: 100)
        put(Self.octal(0, digits: 7), at: 108)
        put(Self.octal(0, digits: 7), at: 116)
        put(Self.octal(count, digits: 11), at: 124)
        put(Self.octal(Int(modified), digits: 11), at: 136)
        put(Array("\(type)".utf8), at: 156)
        put(Array("ustar\u{0}00".utf8), at: 257)
        put(Self.octal(0, digits: 7), at: 329)
        put(Self.octal(0, digits: 7), at: 337)
        let sum = TarHeader.sum(of: header[...])
        put(Self.octal(sum, digits: 6) + [ASCII.space], at: TarHeader.sumField.lowerBound)
        return header
    }

    /// - Returns: `digits` octal digits and a NUL. Eleven digits count to 8 GiB, and to the year 2242.
    private static func octal(_ value: Int, digits: Int) -> [UInt8] {
        let text = String(value, radix: 8).suffix(digits)
        return Array(repeatElement(UInt8(ascii: "0"), count: digits - text.count)) + text.utf8 + [0]
    }
}
