import Encodings

/// The bytes of a source, and what they look like.
///
/// Formats tell their files by content; what several of them need to know is found out once.
public struct SourceContent: Sendable {
    public let bytes: [UInt8]
    public let kind: Kind

    public enum Kind: Sendable, Hashable {
        case empty
        case image(ImageKind)
        case sqlite
        case zip
        /// Text, decoded to UTF-8 in ``SourceContent/text``.
        case text
        case binary
    }

    /// Pictures that can be told apart by their first bytes.
    public enum ImageKind: String, Sendable, Hashable, CaseIterable {
        case png, jpeg, gif, webp, bmp, tiff, heif, avif, pdf
    }

    /// The content as UTF-8 bytes without a byte order mark; empty unless ``kind`` is ``Kind/text``.
    ///
    /// UTF-16 with a byte order mark is converted.
    public let text: [UInt8]

    /// The outline of a text that looks like JSON, else nil.
    public let jsonOutline: JSONOutline?

    public init(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            self.init(bytes, .empty)
        } else if let image = Self.imageKind(bytes) {
            self.init(bytes, .image(image))
        } else if bytes.starts(with: "SQLite format 3\0".utf8) {
            self.init(bytes, .sqlite)
        } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            self.init(bytes, .zip)
        } else if let text = Self.decodedText(bytes) {
            self.init(bytes, .text, text: text)
        } else {
            self.init(bytes, .binary)
        }
    }

    /// Text that came from elsewhere than a file, such as the payload of a QR code.
    public init(text: [UInt8]) { self.init(text, .text, text: text) }

    private init(_ bytes: [UInt8], _ kind: Kind, text: [UInt8] = []) {
        self.bytes = bytes
        self.kind = kind
        self.text = text
        jsonOutline = JSONOutline(text)
    }

    private static func imageKind(_ bytes: [UInt8]) -> ImageKind? {
        func has(_ magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
        if has([0x89, 0x50, 0x4E, 0x47]) { return .png }
        if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if has(Array("GIF8".utf8)) { return .gif }
        if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return .webp }
        if has(Array("BM".utf8)), bytes.count > 26, has([0, 0, 0, 0], at: 6) { return .bmp }
        // The second pair of numbers is that of BigTIFF.
        if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
        if has([0x49, 0x49, 0x2B, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2B]) { return .tiff }
        if has(Array("%PDF-".utf8)) { return .pdf }
        if has(Array("ftyp".utf8), at: 4) { return heifKind(bytes) }
        return nil
    }

    /// By the brands of ISO/IEC 23008-12 and of AVIF: the main one, else those that the file is compatible with.
    private static func heifKind(_ bytes: [UInt8]) -> ImageKind? {
        let end = min(bytes.count, 256, bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) })
        let brands = stride(from: 8, to: end - 3, by: 4).map { String(decoding: bytes[$0..<($0 + 3)], as: UTF8.self) }
        guard let main = brands.first, ["avi", "hei", "hev", "mif", "msf"].contains(main) else { return nil }
        return brands.contains("avi") ? .avif : .heif
    }

    /// UTF-8 without its mark, or nil where the bytes are no text: a NUL, or no known encoding.
    private static func decodedText(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            // One mark alone: behind it another is a character like any other.
            let text = Array(bytes.dropFirst(3))
            return looksLikeText(text) ? text : nil
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16Text(bytes) { UInt16($0) | UInt16($1) << 8 } }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16Text(bytes) { UInt16($0) << 8 | UInt16($1) } }
        return looksLikeText(bytes) ? bytes : nil
    }

    private static func utf16Text(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8]? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }

    /// Text has no NUL, and hardly any other control character. Bytes above 0x7F pass even where they are no UTF-8: an
    /// old Latin-1 list must not lose its accounts to one umlaut.
    private static func looksLikeText(_ bytes: [UInt8]) -> Bool {
        var control = 0
        for byte in bytes.prefix(1 << 16) {
            if byte == 0 { return false }
            if byte < 0x20, !ASCII.isWhitespace(byte) { control += 1 }
        }
        if control * 50 > min(bytes.count, 1 << 16) { return false }
        // Ciphertext is not text either: most of it is neither ASCII nor valid UTF-8.
        let head = bytes.prefix(4096)
        let high = head.count { $0 >= 0x80 }
        return high * 4 <= head.count || isUTF8(bytes.prefix(1 << 16))
    }

    /// Whether bytes are UTF-8, of which the last character may be cut: they may be the start of a longer text.
    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        var bytes = bytes
        for _ in 0..<4 {
            if String(validating: bytes, as: UTF8.self) != nil { return true }
            guard let last = bytes.popLast(), last >= 0x80 else { return false }
        }
        return false
    }
}
