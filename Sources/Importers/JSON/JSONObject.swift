import Encodings
import TOTPDomain

/// The members of an object, found once: an entry may have members of many kilobytes that no account needs.
///
/// A name that the object has twice is damaged if it is asked for: other programs may read the other value. `null` is
/// treated as missing.
package struct JSONObject: Sendable {
    let value: JSONValue
    private let scanner: JSONScanner
    private var members: [(name: JSONScanner.Text, value: Range<Int>)] = []

    enum Member {
        case missing, repeated
        case value(JSONValue)
    }

    /// - Returns: nil if the value is not an object, or has more members than the limit.
    init?(_ value: JSONValue) {
        guard value.kind == .object else { return nil }
        var scanner = value.scanner
        members.reserveCapacity(16)
        _ = try? scanner.next()
        while case .name(let name)? = try? scanner.next(), let range = (try? scanner.skipValue()) ?? nil {
            guard members.count < Limit.jsonMembers else { return nil }
            members.append((name, range))
        }
        self.scanner = scanner
        self.value = value
    }

    /// An entry of a list.
    ///
    /// - Throws: ``EntryError`` with `field-damaged` if it is not an object.
    init(entry value: JSONValue) throws(EntryError) {
        guard let object = JSONObject(value) else { throw .notAnObject }
        self = object
    }

    func member(_ name: String) -> Member {
        var found: Range<Int>?
        for member in members where scanner.matches(member.name, name) {
            guard found == nil else { return .repeated }
            found = member.value
        }
        return found.flatMap { JSONValue(scanner.source($0)) }.map { .value($0) } ?? .missing
    }
}

/// The fields of an entry.
extension JSONObject {
    /// - Returns: nil for a missing field and `null`.
    /// - Throws: ``EntryError`` with `field-damaged` if the entry has the field twice.
    func value(_ name: String) throws(EntryError) -> JSONValue? {
        switch member(name) {
        case .missing: return nil
        case .repeated: throw .repeated(name)
        case .value(let value): return value.kind == .null ? nil : value
        }
    }

    func text(_ name: String) throws(EntryError) -> LenientText? { try value(name)?.field }

    func number(_ name: String) throws(EntryError) -> LenientNumber? { try value(name)?.number }

    /// - Returns: nil for a value that is not `true` or `false`.
    func flag(_ name: String) throws(EntryError) -> Bool? { try value(name)?.flag }

    /// - Returns: nil for a value that is not an object.
    func object(_ name: String) throws(EntryError) -> JSONObject? { try value(name).flatMap { JSONObject($0) } }

    /// - Returns: nil for a value that is not a list, or has more elements than the limit.
    func list(_ name: String) throws(EntryError) -> [JSONValue]? {
        try value(name).flatMap { JSONList($0) }?.all
    }
}

extension Sequence<JSONValue> {
    /// The entries of a list, each read by itself.
    func entries<Entry>(_ read: (JSONObject) throws(EntryError) -> Entry) -> [Result<Entry, EntryError>] {
        map { value in Result { () throws(EntryError) in try read(try JSONObject(entry: value)) } }
    }
}

extension EntryError {
    static func repeated(_ name: String) -> EntryError {
        EntryError(.fieldDamaged, "\(name) is in the entry twice")
    }
}
