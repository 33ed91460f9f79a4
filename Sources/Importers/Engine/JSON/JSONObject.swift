import Encodings
import TOTPDomain

/// The fields of an entry. `null` is treated as missing.
extension JSONObject {
    /// An entry of a list; throws ``EntryError`` with `field-damaged` if it is not an object.
    package init(entry value: JSONValue) throws(EntryError) {
        guard let object = JSONObject(value) else { throw .notAnObject }
        self = object
    }

    /// - Returns: nil for a missing field and `null`.
    /// - Throws: ``EntryError`` with `field-damaged` if the entry has the field twice.
    package func value(_ name: String) throws(EntryError) -> JSONValue? {
        try member(named: name).value(orThrow: EntryError.repeated(name))
    }

    package func text(_ name: String) throws(EntryError) -> LenientText? { try value(name)?.field }

    /// - Returns: nil for a value that is not `true` or `false`.
    package func flag(_ name: String) throws(EntryError) -> Bool? { try value(name)?.flag }

    /// - Returns: nil for a value that is not an object.
    package func object(_ name: String) throws(EntryError) -> JSONObject? { try value(name).flatMap { JSONObject($0) } }

    /// - Returns: nil for a value that is not a list, or has more elements than the limit.
    package func list(_ name: String) throws(EntryError) -> [JSONValue]? {
        try value(name).flatMap { JSONList($0) }?.all
    }
}

extension Sequence<JSONValue> {
    /// The entries of a list, each read by itself.
    package func entries<Entry>(_ read: (JSONObject) throws(EntryError) -> Entry) -> [Result<Entry, EntryError>] {
        map { value in Result { () throws(EntryError) in try read(try JSONObject(entry: value)) } }
    }
}
