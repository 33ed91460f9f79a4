#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Encodings

/// Reads fields of a JSON object, and names the field in every refusal, never its value.
struct FieldReader {
    let json: OrderedJSON
    /// The path of the object in messages: `header.slots[0].kdf`; empty for the outermost.
    private let path: String
    private let part: Part

    /// Where the object is; this decides the type of error.
    enum Part {
        /// Not encrypted, and untrusted.
        case envelope
        /// Decrypted.
        case plaintext
    }

    init(_ json: OrderedJSON, in part: Part, path: String = "") {
        self.json = json
        self.path = path
        self.part = part
    }

    // MARK: - Required fields

    func string(_ key: String) throws(VaultError) -> String {
        guard case .string(let text) = json[key] else { throw refusal(key, "is missing or not a string") }
        return text
    }

    func integer(_ key: String) throws(VaultError) -> Int64 {
        guard case .integer(let number) = json[key] else { throw refusal(key, "is missing or not a whole number") }
        return number
    }

    func bool(_ key: String) throws(VaultError) -> Bool {
        guard case .bool(let value) = json[key] else { throw refusal(key, "is missing or neither true nor false") }
        return value
    }

    /// A UUID in upper case, as text.
    func uuid(_ key: String) throws(VaultError) -> String {
        let text = try string(key)
        guard text.utf8.count == 36, UUID(uuidString: text)?.uuidString == text else {
            throw refusal(key, "is not a UUID in upper case")
        }
        return text
    }

    func time(_ key: String) throws(VaultError) -> Date {
        guard let time = VaultTime.date(try string(key)) else { throw refusal(key, "is not a UTC time in whole seconds") }
        return time
    }

    func object(_ key: String) throws(VaultError) -> FieldReader {
        guard let value = json[key], case .object = value else { throw refusal(key, "is missing or not an object") }
        return FieldReader(value, in: part, path: place(key))
    }

    func array(_ key: String) throws(VaultError) -> [FieldReader] {
        try values(key).enumerated().map { FieldReader($1, in: part, path: "\(place(key))[\($0)]") }
    }

    func integers(_ key: String) throws(VaultError) -> [Int64] {
        var numbers: [Int64] = []
        for value in try values(key) {
            guard case .integer(let number) = value else { throw refusal(key, "is not a list of whole numbers") }
            numbers.append(number)
        }
        return numbers
    }

    func bytes(_ key: String, count: Int) throws(VaultError) -> [UInt8] {
        guard let bytes = Base64.decodeStrictly(try string(key)) else { throw refusal(key, "is not base64") }
        guard bytes.count == count else { throw refusal(key, "has \(bytes.count) bytes, not \(count)") }
        return bytes
    }

    private func values(_ key: String) throws(VaultError) -> [OrderedJSON] {
        guard case .array(let values) = json[key] else { throw refusal(key, "is missing or not a list") }
        return values
    }

    // MARK: - Other fields

    /// Whether there is a value other than null.
    func has(_ key: String) -> Bool { json[key].map { $0 != .null } ?? false }

    func strings(_ key: String) throws(VaultError) -> [String] {
        var texts: [String] = []
        for value in try values(key) {
            guard case .string(let text) = value else { throw refusal(key, "is not a list of strings") }
            texts.append(text)
        }
        return texts
    }

    /// The members of other names, in their order.
    func members(except known: Set<String>) -> [OrderedJSON.Member] {
        guard case .object(let members) = json else { return [] }
        return members.filter { !known.contains($0.key) }
    }

    // MARK: - Refusals

    func refusal(_ key: String, _ reason: String) -> VaultError {
        switch part {
        case .envelope: .refused(field: place(key), reason: reason)
        case .plaintext: .damagedContent("\(place(key)) \(reason)")
        }
    }

    private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
