import Encodings
import TOTPDomain

/// The members of an object of 2fast, whose names are written in any case.
struct TwoFastFields: Sendable {
    private var values: [String: JSONValue] = [:]
    private var repeated: Set<String> = []

    init(_ object: JSONValue) {
        for (name, value) in object.members {
            let name = name.lowercased()
            if values.updateValue(value, forKey: name) != nil { repeated.insert(name) }
        }
    }

    /// The value of a member, nil if there is none.
    ///
    /// - Parameter name: in lower case.
    /// - Throws: ``EntryError`` with `field-damaged` if there are several.
    subscript(name: StaticString) -> JSONValue? {
        get throws(EntryError) {
            guard !repeated.contains("\(name)") else {
                throw EntryError(.fieldDamaged, "\(name) is in the entry twice")
            }
            return values["\(name)"]
        }
    }

    /// A text that no code depends on; "" if there is none.
    func name(_ name: StaticString) -> String { values["\(name)"].name }

    /// A list of the outermost object, and the number of its elements by their brackets.
    func list(_ name: StaticString) throws(SourceError) -> (elements: [JSONValue], count: Int) {
        guard let value = try member(name), value.kind == .array else { throw .incomplete(name) }
        return (value.elements, JSONRecordCount.count([], in: value.scanner))
    }

    /// A member of the outermost object.
    func member(_ name: StaticString) throws(SourceError) -> JSONValue? {
        do throws(EntryError) { return try self[name] } catch {
            throw .damaged("\(name) is in it twice")
        }
    }
}
