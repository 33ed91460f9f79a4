/// Characters that nobody sees, or that look like spaces and hyphens: web pages, notes and word processors put them
/// into the secrets that people copy.
package enum InvisibleCharacters {
    /// A text without them: such spaces and hyphens become those of ASCII, and characters without a width are removed.
    ///
    /// Marks that show a text in another order than it is stored are not removed.
    ///
    /// - Returns: nil if the text has no such characters, or is not UTF-8.
    package static func removed(from text: [UInt8]) -> [UInt8]? {
        guard text.contains(where: { $0 >= 0x80 }), let string = String(validating: text, as: UTF8.self) else {
            return nil
        }
        var kept = String.UnicodeScalarView()
        for scalar in string.unicodeScalars { kept.append(contentsOf: replacement(of: scalar) ?? [scalar]) }
        let bytes = Array(String(kept).utf8)
        return bytes.count == text.count ? nil : bytes
    }

    /// The first character that is not ASCII: its number, from 1, and its code point.
    package static func firstOther(in text: [UInt8]) -> (number: Int, scalar: Unicode.Scalar)? {
        guard let string = String(validating: text, as: UTF8.self) else { return nil }
        for (index, scalar) in string.unicodeScalars.enumerated() where !scalar.isASCII { return (index + 1, scalar) }
        return nil
    }

    /// What a character of these means; nil for any other.
    private static func replacement(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: [" "]
        // Without a width.
        case 0xAD, 0x34F, 0x180E, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF, 0xFE00...0xFE0F: []
        // Dashes.
        case 0x2010...0x2015, 0x2043, 0x2212, 0xFE58, 0xFE63, 0xFF0D: ["-"]
        // Marks of direction, except the mark that reverses the order of letters.
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202D, 0x2066...0x2069: []
        default: nil
        }
    }
}
