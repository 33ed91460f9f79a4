#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Base64 as exports write it: either alphabet, padding optional (`formats/README.md`, rule 5).
enum Base64Text {
    /// - returns: nil where a character is of neither alphabet.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        var standard = text.filter { $0 != UInt8(ascii: "=") }
        for index in standard.indices {
            if standard[index] == UInt8(ascii: "-") { standard[index] = UInt8(ascii: "+") }
            if standard[index] == UInt8(ascii: "_") { standard[index] = UInt8(ascii: "/") }
        }
        guard standard.count % 4 != 1 else { return nil }
        standard += [UInt8](repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: Data(standard)).map { [UInt8]($0) }
    }
}
