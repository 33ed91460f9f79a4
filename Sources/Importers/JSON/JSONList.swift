import Encodings
import TOTPDomain

/// A list of a JSON text, whose elements are decoded one at a time while it is read: a list needs no memory of its own,
/// however long it is.
package struct JSONList<Value: Decodable & Sendable>: Decodable, Sequence, Sendable {
    package let count: Int
    private let source: ArraySlice<UInt8>

    package init(from decoder: any Decoder) throws {
        let node = try JSONNode.at(decoder)
        var elements = try JSONListDecoding(node)
        var count = 0
        while elements.skip() { count += 1 }
        self.count = count
        source = node.source
    }

    package var isEmpty: Bool { count == 0 }

    package func makeIterator() -> Iterator { Iterator(source) }

    package struct Iterator: IteratorProtocol {
        private var elements: JSONListDecoding?
        private var loss = PlantedLoss()

        fileprivate init(_ source: ArraySlice<UInt8>) {
            elements = try? JSONListDecoding(try JSONNode(source))
        }

        package mutating func next() -> Lenient<Value>? {
            if loss.takesNext() { elements?.skip() }
            guard elements?.isAtEnd == false else { return nil }
            return try? elements?.next(Lenient<Value>.self)
        }
    }
}

/// The elements of a list, for the decoder.
struct JSONListDecoding: UnkeyedDecodingContainer {
    private let node: JSONNode
    private var scanner: JSONScanner
    private var following: Range<Int>?
    private(set) var currentIndex = 0

    init(_ node: JSONNode) throws {
        guard node.kind == .array else { throw node.mismatch([Any].self) }
        self.node = node
        scanner = JSONScanner(node.source, checksEscapes: false)
        _ = try scanner.next()
        following = try scanner.skipValue()
    }

    var codingPath: [any CodingKey] { node.codingPath }
    /// Unknown, so that nothing is allocated for it.
    var count: Int? { nil }
    var isAtEnd: Bool { following == nil }

    mutating func decodeNil() throws -> Bool {
        guard try element().kind == .null else { return false }
        skip()
        return true
    }

    /// For lists inside an entry, which are kept as a whole.
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard currentIndex < Limit.jsonMembers else {
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: ""))
        }
        return try next(type)
    }

    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let element = try element()
        defer { skip() }
        return try Value(from: element)
    }

    /// - Returns: whether there was an element to skip.
    @discardableResult
    mutating func skip() -> Bool {
        guard following != nil else { return false }
        following = (try? scanner.skipValue()) ?? nil
        currentIndex += 1
        return true
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        defer { skip() }
        return try element()
    }

    private func element() throws -> JSONNode {
        guard let following else {
            throw DecodingError.valueNotFound(Any.self, .init(codingPath: codingPath, debugDescription: ""))
        }
        return try JSONNode(scanner.source(following), parent: node, key: Index(intValue: currentIndex))
    }

    private struct Index: CodingKey {
        let index: Int

        init(intValue: Int) { index = intValue }

        init?(stringValue: String) { nil }

        var intValue: Int? { index }
        var stringValue: String { "\(index)" }
    }
}
