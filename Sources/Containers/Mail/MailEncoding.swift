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
        var rest = text
        while !rest.isEmpty {
            let run = rest.prefix { $0 != ASCII.equals }
            rest = rest[run.endIndex...].dropFirst()
            let digits = run.filter(Base64.isDigit)
            // The last of five digits has too few bits for a byte.
            bytes += Base64.decode(digits.dropLast(digits.count % 4 == 1 ? 1 : 0)) ?? []
        }
        return bytes
    }

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
