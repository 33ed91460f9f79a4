import Encodings
import TOTPDomain

/// The canonical form of RFC 8785, for values of objects, arrays, ASCII strings and integers.
enum CanonicalJSON {
    /// The bytes that are authenticated, and that the program writes as the header.
    ///
    /// - throws: ``VaultError/refused(field:reason:)`` for a value that the header must not hold.
    static func encode(_ value: JSONValue, path: String) throws(VaultError) -> [UInt8] {
        var bytes: [UInt8] = []
        try append(value, path: path, to: &bytes)
        return bytes
    }

    private static func append(_ value: JSONValue, path: String, to bytes: inout [UInt8]) throws(VaultError) {
        switch value {
        case .integer(let number):
            // Beyond this, readers that hold numbers as doubles would see another value.
            guard number.magnitude < 1 << 53 else { throw .refused(field: path, reason: "is over 2^53") }
            bytes += "\(number)".utf8
        case .string(let text):
            try append(text, path: path, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try append(element, path: "\(path)[\(index)]", to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            // ASCII keys sort the same by bytes as by UTF-16 units.
            for (index, key) in members.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try append(key, path: path, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try append(members[key] ?? .null, path: "\(path).\(key)", to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .null, .bool, .number:
            throw .refused(field: path, reason: "is neither text, a whole number, a list nor an object")
        }
    }

    private static func append(_ text: String, path: String, to bytes: inout [UInt8]) throws(VaultError) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            guard byte < 0x80 else { throw .refused(field: path, reason: "holds a character beyond ASCII") }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case ..<0x20: bytes += "\\u00\(ASCII.hex([byte]))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
