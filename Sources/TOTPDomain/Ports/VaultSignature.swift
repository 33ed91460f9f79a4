import Encodings

/// The signature that distinguishes a vault of this program from other files.
package enum VaultSignature {
    /// Also the member `format` of a vault.
    package static let id: FormatID = "totply-vault"

    /// Whether a file's content calls itself a vault, readable or not, in any encoding of text.
    ///
    /// All commands use this rule, whether they are given a vault or look for a vault.
    package static func matches(_ bytes: [UInt8]) -> Bool { isNamed(in: TextDecoding.decode(bytes)?.bytes ?? bytes) }

    /// ``matches(_:)`` for a text in UTF-8.
    package static func isNamed(in text: [UInt8]) -> Bool {
        guard text.first(where: { !ASCII.isWhitespace($0) }) == UInt8(ascii: "{") else { return false }
        do throws(JSONError) { return try name(in: text) == id.rawValue } catch {
            // Damaged before the format was found. With names sorted, the long ciphertext comes first.
            return [text.prefix(4096), text.suffix(65_536)].contains { part in
                part.firstRange(of: Array("\"\(id)\"".utf8)) != nil
            }
        }
    }

    /// The text of the member `format` of an object, found without reading the text after it.
    private static func name(in text: [UInt8]) throws(JSONError) -> String? {
        var scanner = JSONScanner(text)
        _ = try scanner.next()
        while case .name(let name)? = try scanner.next() {
            let isFormat = try scanner.string(name) == "format"
            if isFormat, try scanner.nextKind() == .string {
                guard case .string(let value)? = try scanner.next() else { return nil }
                return try scanner.string(value)
            }
            _ = try scanner.skipValue()
        }
        return nil
    }
}
