import Encodings

/// How the body of a part is written (RFC 2045, section 6).
enum MailEncoding: Sendable, Hashable {
    case plain, base64, quotedPrintable
    /// Its name is not in the standard.
    case unknown

    /// - Parameter name: in lower case; empty if the part does not name an encoding.
    init(_ name: String) {
        switch name {
        case "", "7bit", "8bit", "binary": self = .plain
        case "base64": self = .base64
        case "quoted-printable": self = .quotedPrintable
        default: self = .unknown
        }
    }

    /// The bytes of a body; nil for an unknown encoding.
    func decoded(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        switch self {
        case .plain: Array(body)
        case .base64: Self.decodeBase64(body)
        case .quotedPrintable: Self.decodeQuotedPrintable(body)
        case .unknown: nil
        }
    }

    /// Skips all that is not in the alphabet, as RFC 2045 says. Padding may be missing, or be in the middle, where two
    /// texts were joined.
    static func decodeBase64(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        let text = text.span
        for index in text.indices {
            let value = digits[Int(text[index])]
            if value < 64 {
                bits = bits << 6 | UInt32(value)
                count += 1
                guard count == 4 else { continue }
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
                (bits, count) = (0, 0)
            } else if text[index] == ASCII.equals {
                appendRest(bits, count, to: &bytes)
                (bits, count) = (0, 0)
            }
        }
        appendRest(bits, count, to: &bytes)
        return bytes
    }

    private static func appendRest(_ bits: UInt32, _ count: Int, to bytes: inout [UInt8]) {
        if count == 3 {
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        } else if count == 2 {
            bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        }
    }

    /// The six bits of each character, 64 for others.
    private static let digits: [UInt8] = {
        var table = [UInt8](repeating: 64, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in alphabet.utf8.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()

    /// An `=` that is neither at the end of a line nor before two digits stays.
    static func decodeQuotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        let text = text.span
        var index = 0
        while index < text.count {
            guard text[index] == ASCII.equals else {
                bytes.append(text[index])
                index += 1
                continue
            }
            if index + 2 < text.count, let high = ASCII.hexValue(text[index + 1]),
                let low = ASCII.hexValue(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else if let next = endOfLine(text, after: index) {
                index = next
            } else {
                bytes.append(ASCII.equals)
                index += 1
            }
        }
        return bytes
    }

    /// The start of the next line, if only spaces are between a soft line break and the end of its line.
    private static func endOfLine(_ text: Span<UInt8>, after index: Int) -> Int? {
        var next = index + 1
        let limit = min(text.count, next + 80)
        while next < limit, text[next] == ASCII.space || text[next] == 9 || text[next] == ASCII.carriageReturn {
            next += 1
        }
        if next == text.count { return next }
        return text[next] == ASCII.newline ? next + 1 : nil
    }
}
