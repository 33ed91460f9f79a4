import Encodings

/// A value of a JSON text as a `Decoder`. Members and elements are found in the text when they are asked for, and
/// nothing else is kept, so memory does not grow with the rest of the text.
///
/// The text was checked as a whole before.
final class JSONNode: Decoder, SingleValueDecodingContainer {
    let source: ArraySlice<UInt8>
    let kind: JSONScanner.Kind
    private let parent: JSONNode?
    private let key: (any CodingKey)?

    /// - Parameter source: a value, without spaces around it.
    init(_ source: ArraySlice<UInt8>, parent: JSONNode? = nil, key: (any CodingKey)? = nil) throws {
        guard let kind = source.first.flatMap(JSONScanner.Kind.init) else {
            throw DecodingError.dataCorrupted(.init(codingPath: parent?.codingPath ?? [], debugDescription: ""))
        }
        self.source = source
        self.kind = kind
        self.parent = parent
        self.key = key
    }

    /// The value that a decoder of ``JSONFile`` is at.
    static func at(_ decoder: any Decoder) throws -> JSONNode {
        guard let node = decoder as? JSONNode else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: ""))
        }
        return node
    }

    // MARK: - The value

    /// The text of a string; nil for other values, and for a string that cannot be read.
    var text: String? {
        var scanner = JSONScanner(source, checksEscapes: false)
        guard kind == .string, case .string(let text)? = try? scanner.next(), scanner.isReadable(text) else {
            return nil
        }
        return try? scanner.string(text)
    }

    /// An integer that is written without fraction and exponent.
    var integer: Int64? {
        guard kind == .number, case .integer(let integer) = OrderedJSON(number: source) else { return nil }
        return integer
    }

    /// A whole number however it is written, such as `6.0`, as some apps do. Above 2^53 such a number may be rounded.
    var wholeNumber: Int64? {
        if let integer { return integer }
        guard kind == .number, let number = Double(String(decoding: source, as: UTF8.self)),
            number.magnitude < 0x1p53
        else { return nil }
        return Int64(exactly: number)
    }

    // MARK: - Decoder

    var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard kind == .object else { throw mismatch(type) }
        return KeyedDecodingContainer(try JSONMembers<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard kind == .array else { throw mismatch([Any].self) }
        return try JSONListDecoding(self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    // MARK: - SingleValueDecodingContainer

    func decodeNil() -> Bool { kind == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard kind == .true || kind == .false else { throw mismatch(type) }
        return kind == .true
    }

    func decode(_ type: String.Type) throws -> String {
        guard kind == .string else { throw mismatch(type) }
        guard let text else { throw damaged }
        return text
    }

    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        guard kind == .number else { throw mismatch(type) }
        // Beyond 64 bits with a sign, for an unsigned number.
        guard let value = integer.map({ Value(exactly: $0) }) ?? Value(String(decoding: source, as: UTF8.self)) else {
            throw damaged
        }
        return value
    }

    func decode<Value: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
        _ type: Value.Type
    ) throws -> Value {
        guard kind == .number else { throw mismatch(type) }
        guard let value = Value(String(decoding: source, as: UTF8.self)), value.isFinite else { throw damaged }
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    func mismatch(_ type: Any.Type) -> DecodingError {
        kind == .null
            ? .valueNotFound(type, .init(codingPath: codingPath, debugDescription: ""))
            : .typeMismatch(type, .init(codingPath: codingPath, debugDescription: ""))
    }

    private var damaged: DecodingError { .dataCorrupted(.init(codingPath: codingPath, debugDescription: "")) }
}
