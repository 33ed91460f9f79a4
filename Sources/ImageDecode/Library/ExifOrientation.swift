/// How the camera was held, from the first directory of an EXIF block (Exif 2.32, 4.6.4, tag 0x0112).
enum ExifOrientation {
    /// - parameter block: starts with the byte order mark, `II` or `MM`.
    /// - returns: 1 to 8; 1 if there is no valid orientation.
    static func read(_ block: ArraySlice<UInt8>) -> UInt32 {
        let bytes = Array(block)
        let isLittle: Bool
        switch bytes.prefix(4) {
        case [0x49, 0x49, 0x2A, 0x00]: isLittle = true
        case [0x4D, 0x4D, 0x00, 0x2A]: isLittle = false
        default: return 1
        }
        func number(at offset: Int, count: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - count else { return nil }
            let field = bytes[offset..<(offset + count)]
            return isLittle ? field.reversed().reduce(0) { $0 << 8 | Int($1) } : field.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, count: 4), let entries = number(at: directory, count: 2) else { return 1 }
        for entry in 0..<entries {
            let start = directory + 2 + 12 * entry
            guard let tag = number(at: start, count: 2), let value = number(at: start + 8, count: 2) else { return 1 }
            if tag == 0x0112 { return 1...8 ~= value ? UInt32(value) : 1 }
        }
        return 1
    }

    /// The orientation in a JPEG's first EXIF segment.
    static func ofJPEG(_ bytes: [UInt8]) -> UInt32 {
        var start = 2
        while start <= bytes.count - 4, bytes[start] == 0xFF {
            let marker = bytes[start + 1]
            if marker == 0xFF {
                start += 1
                continue
            }
            // Pixels start at the start of scan.
            if marker == 0xDA || marker == 0xD9 { return 1 }
            let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
            let end = start + 2 + length
            guard length >= 2, end <= bytes.count else { return 1 }
            let body = bytes[(start + 4)..<end]
            if marker == 0xE1, body.starts(with: Self.identifier) { return read(body.dropFirst(Self.identifier.count)) }
            start = end
        }
        return 1
    }

    /// The orientation in a WebP's EXIF chunk, which some programs start as in a JPEG.
    static func ofWebP(_ bytes: [UInt8]) -> UInt32 {
        var start = 12
        while start <= bytes.count - 8 {
            let length = bytes[(start + 4)..<(start + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - start - 8 else { return 1 }
            let body = bytes[(start + 8)..<(start + 8 + length)]
            if bytes[start..<(start + 4)].elementsEqual("EXIF".utf8) {
                return read(body.starts(with: Self.identifier) ? body.dropFirst(Self.identifier.count) : body)
            }
            start += 8 + length + length % 2
        }
        return 1
    }

    private static let identifier: [UInt8] = Array("Exif\0\0".utf8)
}
