import Encodings
import Links
import TOTPDomain

/// The members of a value, as readers of exports see them: `null` is treated as missing.
extension JSONValue {
    /// Reads a text.
    ///
    /// - Throws: ``SourceError`` with `corrupt` that says where the text is not JSON, cut off, or nested too deeply, and
    ///   never quotes it; `limit-exceeded`.
    package init(text: [UInt8]) throws(SourceError) {
        do throws(JSONError) { try self.init(checking: text) } catch {
            if error.reason == .tooMany { throw .tooManyValues }
            throw .damaged("\(error)")
        }
    }

    // MARK: - Objects

    /// The members of an object in order, repeated names included; empty for any other value.
    ///
    /// A name that is not UTF-8 is empty.
    package var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        forEachMember { name, scanner, value in
            guard let value = JSONValue(scanner.source(value)), value.kind != .null else { return }
            members.append(((try? scanner.string(name)) ?? "", value))
        }
        return members
    }

    /// Whether an object has a member, once or several times; a single `null` does not count.
    package func has(_ name: String) -> Bool { (try? self[name] != nil) ?? true }

    /// The value of a member of an entry.
    ///
    /// - Throws: ``EntryError`` with `field-damaged` if there are several: other programs may read another value.
    package subscript(name: String) -> JSONValue? {
        get throws(EntryError) { try member(named: name).value(orThrow: EntryError.repeated(name)) }
    }

    /// The value of the first of two members of an entry that it has.
    package subscript(name: String, or other: String) -> JSONValue? {
        get throws(EntryError) {
            let first = try self[name]
            return try first == nil ? self[other] : first
        }
    }

    /// The value of a member of a file.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if there are several, as all of these do.
    package func member(_ name: String) throws(SourceError) -> JSONValue? {
        try member(named: name).value(orThrow: SourceError.repeated(name))
    }

    /// The bytes of the base64 under a name.
    ///
    /// - Throws: ``SourceError`` with `corrupt` also for anything else than this number of bytes, or at least so many.
    package func base64(_ name: StaticString, count: Int? = nil, least: Int = 1) throws(SourceError) -> [UInt8] {
        guard let bytes = try member("\(name)")?.string.flatMap({ Base64.decode($0) }),
            count.map({ bytes.count == $0 }) ?? (bytes.count >= least)
        else { throw .incomplete(name) }
        return bytes
    }

    /// The elements of the list under a name.
    ///
    /// - Throws: ``SourceError`` with `corrupt` also if the list is missing.
    package func list(_ name: String) throws(SourceError) -> JSONList {
        try member(named: name).needed(.array, at: name).elements
    }

    /// The object under a name.
    ///
    /// - Throws: ``SourceError`` with `corrupt` also if the object is missing.
    package func object(_ name: String) throws(SourceError) -> JSONValue {
        try member(named: name).needed(.object, at: name)
    }

    /// Whether an object at any depth in the value has a member.
    package func hasMember(_ name: String) -> Bool {
        var scanner = scanner
        while let token = try? scanner.next() {
            if case .name(let found) = token, scanner.matches(found, name) { return true }
        }
        return false
    }

    // MARK: - Lists

    /// The elements of a list; empty for any other value.
    package var elements: JSONList { JSONList(self) ?? .empty }

    // MARK: - The text

    /// `true` or `false`; nil for any other value.
    package var flag: Bool? { kind == .true ? true : kind == .false ? false : nil }

    /// The strings in the value, at any depth, for which a closure is true. Names of members do not count.
    package func strings(where isWanted: (Span<UInt8>) -> Bool) -> [String] {
        var scanner = scanner
        var strings: [String] = []
        while let token = try? scanner.next() {
            guard case .string(let text) = token, isWanted(scanner.utf8(text).span), scanner.isReadable(text),
                let string = try? scanner.string(text)
            else { continue }
            strings.append(string)
        }
        return strings
    }
}

/// The errors for members that a reader cannot use.
extension JSONMember {
    /// - Parameter error: for an object that has the member twice: other programs may read the other value.
    /// - Returns: nil for a missing member and `null`.
    package func value<Failure: Error>(orThrow error: @autoclosure () -> Failure) throws(Failure) -> JSONValue? {
        switch self {
        case .missing: return nil
        case .value(let value): return value.kind == .null ? nil : value
        case .repeated: throw error()
        }
    }

    /// - Throws: ``SourceError`` with `corrupt` if the member is missing, there twice or of another kind. An app's newer
    ///   version may keep a list or an object under another name, which the message says.
    package func needed(_ kind: JSONScanner.Kind, at place: String) throws(SourceError) -> JSONValue {
        switch self {
        case .missing: throw kind == .array || kind == .object ? .mayBeNewer(place) : .damaged("\(place) is missing")
        case .value(let value):
            try value.check(kind, at: place)
            return value
        case .repeated: throw .repeated(place)
        }
    }
}

extension JSONValue {
    /// - Throws: ``SourceError`` with `corrupt` if the value is of another kind.
    package func check(_ expected: JSONScanner.Kind, at place: String) throws(SourceError) {
        guard kind != expected else { return }
        let problem =
            switch (kind, expected) {
            case (.null, _): "null"
            case (_, .object): "not an object"
            case (_, .array): "not a list"
            case (_, .string): "not a text"
            case (_, .number): "not a number"
            case (_, .true), (_, .false), (_, .null): "of another type"
            }
        throw .damaged("\(place) is \(problem)")
    }
}

extension EntryError {
    package static func repeated(_ name: String) -> EntryError {
        EntryError(.fieldDamaged, "\(name) is in the entry twice")
    }
}

extension SourceError {
    package static func repeated(_ place: String) -> SourceError { .damaged("\(place) is in it twice") }
}

/// The fields of an entry. `null` is treated as missing.
extension JSONObject {
    /// An entry of a list.
    ///
    /// - Throws: ``EntryError`` with `field-damaged` if it is not an object.
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
