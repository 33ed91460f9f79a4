import Encodings

/// How the camera was held, from the first directory of an EXIF block (Exif 2.32, 4.6.4, tag 0x0112).
enum ExifOrientation {
    /// - Parameter block: starts with the byte order mark, `II` or `MM`.
    /// - Returns: 1 to 8; 1 for an invalid or missing orientation.
    static func read(_ block: ArraySlice<UInt8>) -> UInt32 {
        let bytes = Array(block)
        let order: ByteOrder
        switch bytes.prefix(4) {
        case [0x49, 0x49, 0x2A, 0x00]: order = .little
        case [0x4D, 0x4D, 0x00, 0x2A]: order = .big
        default: return 1
        }
        guard let directory = bytes.integer(UInt32.self, at: 4, order).map(Int.init),
            let entries = bytes.integer(UInt16.self, at: directory, order)
        else { return 1 }
        for entry in 0..<Int(entries) {
            let start = directory + 2 + 12 * entry
            guard let tag = bytes.integer(UInt16.self, at: start, order),
                let value = bytes.integer(UInt16.self, at: start + 8, order)
            else { return 1 }
            if tag == 0x0112 { return 1...8 ~= value ? UInt32(value) : 1 }
        }
        return 1
    }

    /// The orientation in a WebP's EXIF chunk, which some programs start as in a JPEG.
    static func ofWebP(_ bytes: [UInt8]) -> UInt32 {
        var start = 12
        while let length = bytes.integer(UInt32.self, at: start + 4, .little).map(Int.init) {
            guard length <= bytes.count - start - 8 else { return 1 }
            let body = bytes[(start + 8)..<(start + 8 + length)]
            if bytes[start..<(start + 4)].elementsEqual("EXIF".utf8) {
                return read(body.starts(with: Self.identifier) ? body.dropFirst(Self.identifier.count) : body)
            }
            start += 8 + length + length % 2
        }
        return 1
    }

    /// What a block starts with in a JPEG.
    static let identifier: [UInt8] = Array("Exif\0\0".utf8)
}
