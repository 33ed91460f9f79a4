import Encodings

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Base64 as exports write it: either alphabet, padding optional.
package enum Base64Text {
    /// - Returns: nil if a character is in neither alphabet.
    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        var standard = text.filter { $0 != UInt8(ascii: "=") }
        for index in standard.indices {
            if standard[index] == UInt8(ascii: "-") { standard[index] = UInt8(ascii: "+") }
            if standard[index] == UInt8(ascii: "_") { standard[index] = UInt8(ascii: "/") }
        }
        guard standard.count % 4 != 1 else { return nil }
        standard += [UInt8](repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: Data(standard)).map { [UInt8]($0) }
    }

    /// The bytes of a text that is one run of base64 (with + and /) and a whole number of blocks, else nil. White space
    /// around it is ignored.
    package static func blocks(in text: [UInt8], of blockCount: Int) -> [UInt8]? {
        let run = text.drop { ASCII.isWhitespace($0) }.prefix { !ASCII.isWhitespace($0) }
        let digits = run.prefix { $0 != ASCII.equals }
        guard !digits.isEmpty, !digits.contains(ASCII.hyphen), !digits.contains(ASCII.underscore),
            run.count - digits.count <= 2,
            run[digits.endIndex...].allSatisfy({ $0 == ASCII.equals }),
            text[run.endIndex...].allSatisfy({ ASCII.isWhitespace($0) }), let bytes = decode(Array(digits)),
            !bytes.isEmpty, bytes.count.isMultiple(of: blockCount)
        else { return nil }
        return bytes
    }
}
