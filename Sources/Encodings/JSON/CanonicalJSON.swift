/// Why a value has no canonical form here, and where in it.
package struct CanonicalJSONError: Error, Sendable, Hashable {
    package enum Reason: String, Sendable, Hashable {
        /// Readers that store numbers as doubles would read another value.
        case numberTooLarge = "is over 2^53"
        case unsupportedType = "is neither text, a whole number, a list nor an object"
        case notASCII = "contains a character that is not ASCII"
        case repeatedName = "is there twice"
    }

    package let reason: Reason
    /// Names and indices from the outermost value on: `slots[0].kdf`; empty for the value itself.
    package let path: String
}

extension OrderedJSON {
    /// The canonical form of RFC 8785, for values that consist of objects, lists, strings and whole numbers below 2^53.
    ///
    /// - Parameter isASCIIOnly: whether to refuse strings and names with other characters.
    package func canonical(isASCIIOnly: Bool = false) throws(CanonicalJSONError) -> [UInt8] {
        var bytes: [UInt8] = []
        try appendCanonical(to: &bytes, "", isASCIIOnly)
        return bytes
    }

    private func appendCanonical(
        to bytes: inout [UInt8], _ path: String, _ isASCIIOnly: Bool
    ) throws(CanonicalJSONError) {
        switch self {
        case .integer(let number):
            guard number.magnitude < 1 << 53 else { throw CanonicalJSONError(reason: .numberTooLarge, path: path) }
            bytes += String(number).utf8
        case .string(let text): try Self.appendCanonical(text, to: &bytes, path, isASCIIOnly)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try element.appendCanonical(to: &bytes, "\(path)[\(index)]", isASCIIOnly)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            var previous: String?
            for member in members.sorted(by: { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }) {
                let place = path.isEmpty ? member.key : "\(path).\(member.key)"
                if let previous {
                    guard !previous.utf16.elementsEqual(member.key.utf16) else {
                        throw CanonicalJSONError(reason: .repeatedName, path: place)
                    }
                    bytes.append(UInt8(ascii: ","))
                }
                previous = member.key
                try Self.appendCanonical(member.key, to: &bytes, path, isASCIIOnly)
                bytes.append(ASCII.colon)
                try member.value.appendCanonical(to: &bytes, place, isASCIIOnly)
            }
            bytes.append(UInt8(ascii: "}"))
        case .null, .bool, .number: throw CanonicalJSONError(reason: .unsupportedType, path: path)
        }
    }

    private static func appendCanonical(
        _ text: String, to bytes: inout [UInt8], _ path: String, _ isASCIIOnly: Bool
    ) throws(CanonicalJSONError) {
        guard !isASCIIOnly || text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw CanonicalJSONError(reason: .notASCII, path: path)
        }
        JSONStringWriter.append(text, to: &bytes) { _, _ in 0 }
    }
}
