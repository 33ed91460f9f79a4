import Encodings
import TOTPDomain

extension SourceContent.ImageKind {
    /// Whether something else follows the image in its file: no program shows it.
    ///
    /// Zeros and white space say nothing, and neither do the further images and the list of them that phones add to JPEG.
    /// False for kinds and damaged files whose end is unknown.
    package func hasRest(_ bytes: [UInt8]) -> Bool {
        guard var end = end(of: bytes.span) else { return false }
        while let start = bytes.dropFirst(end).firstIndex(where: { $0 != 0 && !ASCII.isWhitespace($0) }) {
            guard self == .jpeg, bytes[start...].starts(with: [0xFF, 0xD8]) else {
                return self != .jpeg || !bytes[start...].ends(with: "SEFT")
            }
            // One of the further images.
            guard let next = Self.endOfJPEG(bytes.span, from: start) else { return false }
            end = next
        }
        return false
    }

    /// Where the format ends.
    private func end(of bytes: Span<UInt8>) -> Int? {
        switch self {
        case .png: Self.endOfPNG(bytes)
        case .jpeg: Self.endOfJPEG(bytes, from: 0)
        case .gif: Self.endOfGIF(bytes)
        case .webp: bytes.integer(UInt32.self, at: 4, .little).map { 8 + Int($0) + Int($0 & 1) }
        case .bmp: bytes.integer(UInt32.self, at: 2, .little).flatMap { $0 < 26 ? nil : Int($0) }
        case .pdf: Self.endOfPDF(bytes)
        case .tiff, .heif, .avif, .jxl, .jxr, .svg, .printed, .video: nil
        }
    }

    /// After the chunk IEND.
    private static func endOfPNG(_ bytes: Span<UInt8>) -> Int? {
        var chunk = 8
        while let length = bytes.integer(UInt32.self, at: chunk, .big), chunk + 8 <= bytes.count {
            let isLast = bytes.equals("iend", in: (chunk + 4)..<(chunk + 8))
            chunk += 12 + Int(length)
            if isLast { return chunk }
        }
        return nil
    }

    /// After the marker EOI. In the data of a scan, `FF` is followed by 0, or by the number of a restart.
    private static func endOfJPEG(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start + 2
        while index + 1 < bytes.count {
            guard bytes[index] == 0xFF else {
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case 0xD9: return index + 2
            case 0xFF: index += 1
            case 0x00, 0x01, 0xD0...0xD7: index += 2
            default:
                guard let length = bytes.integer(UInt16.self, at: index + 2, .big) else { return nil }
                index += 2 + Int(length)
            }
        }
        return nil
    }

    /// After the last mark of an end: a document that was changed has several.
    private static func endOfPDF(_ bytes: Span<UInt8>) -> Int? {
        bytes.indices.last { bytes[$0] == ASCII.percent && bytes.hasPrefix("%%eof", at: $0) }.map { $0 + 5 }
    }

    /// After the trailer.
    private static func endOfGIF(_ bytes: Span<UInt8>) -> Int? {
        func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        guard bytes.count > 13 else { return nil }
        var index = 13 + tableSize(bytes[10])
        while index < bytes.count {
            switch bytes[index] {
            case 0x3B: return index + 1
            // An extension, and its label.
            case 0x21: index += 2
            // An image, and the size of its codes.
            case 0x2C:
                guard index + 9 < bytes.count else { return nil }
                index += 11 + tableSize(bytes[index + 9])
            default: return nil
            }
            while index < bytes.count, bytes[index] > 0 { index += 1 + Int(bytes[index]) }
            index += 1
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Whether it ends with a text, apart from zeros.
    fileprivate func ends(with text: String) -> Bool {
        let end = lastIndex { $0 != 0 }.map { index(after: $0) } ?? startIndex
        return self[..<end].suffix(text.utf8.count).elementsEqual(text.utf8)
    }
}
