import Encodings
import Foundation

@testable import Vault

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}

extension JSONValue {
    init(parsing bytes: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    func encoded(_ formatting: JSONEncoder.OutputFormatting = []) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return [UInt8](try encoder.encode(self))
    }

    /// Returns the value as the program reads it.
    func ordered() throws -> OrderedJSON { try OrderedJSON(parsing: try encoded()) }

    /// The value at a path such as `header.slots.0.kdf.n`; nil if it does not exist. Setting nil removes it.
    subscript(path path: String) -> JSONValue? {
        get { self[path.split(separator: ".").map(String.init)[...]] }
        set { self[path.split(separator: ".").map(String.init)[...]] = newValue }
    }

    private subscript(path: ArraySlice<String>) -> JSONValue? {
        get {
            guard let key = path.first else { return self }
            switch self {
            case .object(let members): return members[key]?[path.dropFirst()]
            case .array(let elements): return Int(key).flatMap { elements[$0][path.dropFirst()] }
            default: return nil
            }
        }
        set {
            guard let key = path.first else {
                self = newValue ?? .null
                return
            }
            let rest = path.dropFirst()
            switch self {
            case .object(var members):
                if rest.isEmpty { members[key] = newValue } else { members[key]?[rest] = newValue }
                self = .object(members)
            case .array(var elements):
                if let index = Int(key) { elements[index][rest] = newValue }
                self = .array(elements)
            default: break
            }
        }
    }
}
