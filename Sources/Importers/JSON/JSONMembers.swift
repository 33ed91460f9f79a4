import Encodings

/// The members of an object, for the decoder.
///
/// A name that is in the object twice is an error if its value is asked for: other programs may read the other value.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let node: JSONNode
    private let index: JSONMemberIndex

    init(_ node: JSONNode) throws {
        self.node = node
        index = try JSONMemberIndex(node)
    }

    var codingPath: [any CodingKey] { node.codingPath }

    var allKeys: [Key] {
        index.names.compactMap { Key(stringValue: String(decoding: $0, as: UTF8.self).limitingMarks) }
    }

    func contains(_ key: Key) -> Bool { index.firstIndex(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).kind == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: try value(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { node }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

    private func value(_ key: Key) throws -> JSONNode {
        let name = key.stringValue
        guard let first = index.firstIndex(of: name) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
        }
        guard index.firstIndex(of: name, after: first) == nil else {
            throw JSONDecodingProblem.repeatedName(codingPath + [key])
        }
        return try JSONNode(index.values[first], parent: node, key: key)
    }
}

/// Problems that `DecodingError` has no case for.
enum JSONDecodingProblem: Error {
    case repeatedName([any CodingKey])
    case tooManyMembers
}

/// The names of an object, and where their values are.
private struct JSONMemberIndex {
    private(set) var names: [ArraySlice<UInt8>] = []
    private(set) var values: [ArraySlice<UInt8>] = []

    init(_ node: JSONNode) throws {
        var scanner = JSONScanner(node.source, checksEscapes: false)
        _ = try scanner.next()
        while case .name(let name)? = try scanner.next(), let value = try scanner.skipValue() {
            guard names.count < Limit.jsonMembers else { throw JSONDecodingProblem.tooManyMembers }
            names.append(scanner.utf8(name))
            values.append(scanner.source(value))
        }
    }

    func firstIndex(of name: String, after start: Int = -1) -> Int? {
        var name = name
        return name.withUTF8 { name in
            for index in (start + 1)..<names.count where names[index].count == name.count {
                if names[index].elementsEqual(name) { return index }
            }
            return nil
        }
    }
}
