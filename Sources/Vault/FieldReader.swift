import TOTPDomain

/// Reads fields of a JSON object, and names the field in every refusal.
struct FieldReader {
    private let members: [String: JSONValue]
    /// Of the object, as refusals write it: `header.slots[0].kdf`; empty for the outermost.
    private let path: String

    init(_ value: JSONValue, path: String) {
        if case .object(let members) = value { self.members = members } else { members = [:] }
        self.path = path
    }

    func string(_ key: String) throws(VaultError) -> String {
        guard case .string(let text) = members[key] else { throw refusal(key, "is missing or not a text") }
        return text
    }

    func integer(_ key: String) throws(VaultError) -> Int64 {
        guard case .integer(let number) = members[key] else { throw refusal(key, "is missing or not a whole number") }
        return number
    }

    func object(_ key: String) throws(VaultError) -> FieldReader {
        guard case .object = members[key], let value = members[key] else {
            throw refusal(key, "is missing or not an object")
        }
        return FieldReader(value, path: place(key))
    }

    func array(_ key: String) throws(VaultError) -> [FieldReader] {
        guard case .array(let values) = members[key] else { throw refusal(key, "is missing or not a list") }
        return values.enumerated().map { FieldReader($1, path: "\(place(key))[\($0)]") }
    }

    func bytes(_ key: String, count: Int) throws(VaultError) -> [UInt8] {
        guard let bytes = StrictBase64.decode(try string(key)) else { throw refusal(key, "is not base64") }
        guard bytes.count == count else { throw refusal(key, "has \(bytes.count) bytes, not \(count)") }
        return bytes
    }

    func refusal(_ key: String, _ reason: String) -> VaultError { .refused(field: place(key), reason: reason) }

    private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    var json: JSONValue { .object(members) }
}
