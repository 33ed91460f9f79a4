import Encodings
import Synchronization

/// The bytes of a source, and the kind that they look like.
///
/// Formats are detected from the content; values that several of them need are computed once.
package struct SourceContent: Sendable {
    package let bytes: [UInt8]
    package let kind: Kind

    package enum Kind: Sendable, Hashable {
        case empty
        case image(ImageKind)
        case sqlite
        case zip
        /// Text, decoded to UTF-8 in ``SourceContent/text``.
        case text
        case binary
    }

    /// Images, by their first bytes.
    package enum ImageKind: String, Sendable, Hashable, CaseIterable {
        case png, jpeg, gif, webp, bmp, tiff, heif, avif, jxl, jxr, pdf
        /// A text without a link in words: such a text is read for its link.
        case svg
        /// A text with QR codes as a terminal shows them.
        case printed = "text"
        case video

        /// In lower case, without the dot.
        package var fileExtensions: [String] {
            switch self {
            case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
            case .bmp: ["bmp", "dib"]
            case .tiff: ["tif", "tiff"]
            case .heif: ["heic", "heif", "hif"]
            case .video:
                [
                    "mp4", "m4v", "mov", "qt", "3gp", "3g2", "mkv", "webm", "avi", "flv", "wmv", "asf", "mpg", "mpeg",
                    "vob",
                ]
            case .jxr: ["jxr", "wdp", "hdp"]
            case .png, .gif, .webp, .avif, .jxl, .pdf, .svg: [rawValue]
            case .printed: []
            }
        }
    }

    /// The content as UTF-8 without a byte order mark, whatever its character set is; empty unless ``kind`` is
    /// ``Kind/text``.
    package let text: [UInt8]

    /// Why names in the text may be wrong; nil if nothing speaks against it.
    package let doubt: TextDoubt?

    /// The outline of a text that looks like JSON, else nil.
    package let jsonOutline: JSONOutline?

    private let derived = DerivedValues()

    /// - Parameter encoding: the character set of a text that is not Unicode and does not name its own.
    package init(_ bytes: [UInt8], as encoding: TextEncoding? = nil) {
        if bytes.isEmpty {
            self.init(bytes, .empty)
        } else if let image = Self.imageKind(bytes) {
            self.init(bytes, .image(image))
        } else if bytes.starts(with: "SQLite format 3\0".utf8) {
            self.init(bytes, .sqlite)
        } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            self.init(bytes, .zip)
        } else if let text = TextDecoding.decode(bytes, as: encoding) {
            if Self.isDrawing(text.bytes), !KeyURIScheme.isNamed(in: text.bytes.span) {
                self.init(bytes, .image(.svg))
            } else if TextPicture(text.bytes) != nil {
                self.init(bytes, .image(.printed))
            } else {
                self.init(bytes, .text, text: text)
            }
        } else {
            self.init(bytes, .binary)
        }
    }

    /// Whether the first element of a text is an SVG drawing.
    package static func isDrawing(_ text: [UInt8]) -> Bool {
        guard text.firstNonSpace == UInt8(ascii: "<") else { return false }
        var rest = text.prefix(longestProlog)
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
                // A comment may have brackets in it, and a document type entities.
                let end = rest.starts(with: "!--".utf8) ? "-->" : rest.first == UInt8(ascii: "?") ? "?>" : ">"
                guard let close = Array(rest).span.firstIndex(of: Array(end.utf8)) else { return false }
                rest = rest.dropFirst(close + end.utf8.count)
                continue
            }
            let name = rest.prefix { !ASCII.isWhitespace($0) && $0 != UInt8(ascii: ">") && $0 != ASCII.slash }
            return name.elementsEqual("svg".utf8) || name.elementsEqual("svg:svg".utf8)
        }
        return false
    }

    private static let longestProlog = 1 << 12

    /// Returns the value of its type that belongs to this content, and makes it when it is first asked for.
    ///
    /// - Parameter make: makes the value from this content alone.
    package func derived<Value: Sendable>(_ make: () -> Value) -> Value { derived.value(make) }

    /// Whether it is a text that starts like XML or HTML.
    package var isMarkup: Bool { kind == .text && text.firstNonSpace == UInt8(ascii: "<") }

    /// Text that is not from a file, such as the payload of a QR code.
    package init(text: [UInt8], doubt: TextDoubt? = nil) {
        self.init(text, .text, text: DecodedText(bytes: text, doubt: doubt))
    }

    private init(_ bytes: [UInt8], _ kind: Kind, text: DecodedText = DecodedText(bytes: [])) {
        (self.bytes, self.kind) = (bytes, kind)
        self.text = text.bytes
        doubt = text.doubt
        jsonOutline = JSONOutline(text.bytes)
    }

    private static func imageKind(_ bytes: [UInt8]) -> ImageKind? {
        func has(_ magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
        if has([0x89, 0x50, 0x4E, 0x47]) { return .png }
        if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if has(Array("GIF8".utf8)) { return .gif }
        if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return .webp }
        if has(Array("BM".utf8)), bytes.count > 26, has([0, 0, 0, 0], at: 6) { return .bmp }
        // The second pair is BigTIFF.
        if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
        if has([0x49, 0x49, 0x2B, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2B]) { return .tiff }
        // The codestream of JPEG XL, and its container.
        if has([0xFF, 0x0A]) || has(Array("\0\0\0\u{C}JXL ".utf8)) { return .jxl }
        if has([0x49, 0x49, 0xBC]) { return .jxr }
        if has(Array("%PDF-".utf8)) { return .pdf }
        if has(Array("ftyp".utf8), at: 4), let kind = heifKind(bytes) { return kind }
        return isVideo(bytes) ? .video : nil
    }

    /// MP4 and QuickTime, Matroska and WebM, AVI, FLV, ASF, MPEG; no sound.
    private static func isVideo(_ bytes: [UInt8]) -> Bool {
        func has(_ magic: [UInt8]) -> Bool { bytes.starts(with: magic) }
        func has(_ name: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: name.utf8) }
        // A size is before it: no text starts so.
        if let first = bytes.first, first < ASCII.space, !ASCII.isWhitespace(first) {
            if has("ftyp", at: 4) { return !["M4A ", "M4B ", "M4P "].contains { has($0, at: 8) } }
            if has("moov", at: 4) || has("mdat", at: 4) { return true }
        }
        return has([0x1A, 0x45, 0xDF, 0xA3]) || has("RIFF", at: 0) && has("AVI ", at: 8) || has("FLV\u{1}", at: 0)
            || has([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66]) || has([0, 0, 1, 0xBA]) || has([0, 0, 1, 0xB3])
    }

    /// By the brands of ISO/IEC 23008-12 and of AVIF: the main brand, then the compatible brands.
    private static func heifKind(_ bytes: [UInt8]) -> ImageKind? {
        let end = min(bytes.count, 256, Int(bytes.integer(UInt32.self, at: 0, .big) ?? 0))
        let brands = stride(from: 8, to: end - 3, by: 4).map { String(decoding: bytes[$0..<($0 + 3)], as: UTF8.self) }
        guard let main = brands.first, ["avi", "hei", "hev", "mif", "msf"].contains(main) else { return nil }
        return brands.contains("avi") ? .avif : .heif
    }
}

/// Values made from a content, by their types.
private final class DerivedValues: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    func value<Value: Sendable>(_ make: () -> Value) -> Value {
        let type = ObjectIdentifier(Value.self)
        if let value = values.withLock({ $0[type] }) as? Value { return value }
        // Outside of the lock, because it may ask for another value.
        let value = make()
        values.withLock { $0[type] = value }
        return value
    }
}
