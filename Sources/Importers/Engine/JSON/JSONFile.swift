import Encodings
import TOTPDomain

/// An object of an export's JSON, and where it is: a problem with a member is a problem of the file.
package struct JSONFile: Sendable {
    private let members: JSONObject
    /// The names that lead to the object, with periods; "" for the outermost object.
    private let place: String

    /// Reads a text whose outermost value is an object.
    ///
    /// - Throws: ``SourceError`` with `corrupt` that says where the damage is, and never quotes it; `limit-exceeded`.
    package init(_ text: [UInt8]) throws(SourceError) {
        try self.init(try JSONValue(text: text), at: "")
    }

    private init(_ value: JSONValue, at place: String) throws(SourceError) {
        try value.check(.object, at: place.isEmpty ? Self.outermost : place)
        guard let members = JSONObject(value) else {
            throw SourceError(
                .limitExceeded, "an object in it has more than \(Limit.jsonMembers) members, the limit")
        }
        self.members = members
        self.place = place
    }

    /// Reads a text in which some names lead to a list; without names, the outermost value is the list.
    package static func list(at path: [String] = [], in text: [UInt8]) throws(SourceError) -> JSONList {
        if let last = path.last {
            var file = try JSONFile(text)
            for name in path.dropLast() { file = try file.object(name) }
            return try file.list(last)
        }
        let value = try JSONValue(text: text)
        try value.check(.array, at: outermost)
        return value.elements
    }

    /// The object itself.
    package var whole: JSONValue { members.value }

    private static let outermost = "its outermost value"

    private func place(of name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    // MARK: - Members that may be missing

    /// - Returns: nil for a missing member and `null`.
    /// - Throws: ``SourceError`` with `corrupt` if the object has the member twice, as all of these do.
    package func value(_ name: String) throws(SourceError) -> JSONValue? {
        try members.member(named: name).value(orThrow: SourceError.repeated(place(of: name)))
    }

    package func text(_ name: String) throws(SourceError) -> LenientText? { try value(name)?.field }

    /// - Throws: ``SourceError`` with `corrupt` also if the member is there and not a string.
    package func string(orEmpty name: String) throws(SourceError) -> String {
        try value(name) == nil ? "" : string(name)
    }

    // MARK: - Members that must be there

    /// - Throws: ``SourceError`` with `corrupt` if the member is missing or of another type, as all of these do.
    package func needed(_ name: String, _ kind: JSONScanner.Kind) throws(SourceError) -> JSONValue {
        try members.member(named: name).needed(kind, at: place(of: name))
    }

    package func object(_ name: String) throws(SourceError) -> JSONFile {
        try JSONFile(try needed(name, .object), at: place(of: name))
    }

    package func list(_ name: String) throws(SourceError) -> JSONList { try needed(name, .array).elements }

    package func string(_ name: String) throws(SourceError) -> String { try read(name, .string, \.string) }

    /// The bytes of a text in base64.
    ///
    /// - Parameters:
    ///   - count: how many there are; nil for any number.
    ///   - least: the fewest.
    package func base64(_ name: StaticString, count: Int? = nil, least: Int = 1) throws(SourceError) -> [UInt8] {
        try members.value.base64(name, count: count, least: least)
    }

    /// A whole number without fraction and exponent.
    package func integer(_ name: String) throws(SourceError) -> Int64 { try read(name, .number, \.integer) }

    private func read<Value>(
        _ name: String, _ kind: JSONScanner.Kind, _ value: (JSONValue) -> Value?
    ) throws(SourceError) -> Value {
        guard let value = value(try needed(name, kind)) else { throw .damaged("\(place(of: name)) cannot be read") }
        return value
    }

    // MARK: - Records

    /// The number of records in a list, counted in the text and not in the result.
    ///
    /// - Parameters:
    ///   - path: the names that lead to the list; empty for the outermost value.
    ///   - elements: the number of elements that the reader found. If a name is in the file twice, there are two lists,
    ///     and the reader found only one.
    /// - Throws: ``SourceError`` with `corrupt` if the two differ.
    package static func records(
        at path: [String], in text: [UInt8], elements: Int
    ) throws(SourceError) -> Int {
        guard JSONScanner.count(ofArrayAt: path, in: text) == elements else {
            throw .damaged("\(path.last ?? "it") is not one list")
        }
        return elements
    }
}

extension SourceError {
    /// A JSON text with more values than are read.
    package static var tooManyValues: SourceError {
        SourceError(.limitExceeded, "it has more than \(Limit.jsonValues) values, the limit", "split it")
    }

    /// A file without the list or the object that has the accounts.
    package static func mayBeNewer(_ member: String) -> SourceError {
        SourceError(
            .corrupt, "its format may be newer: \"\(member)\" is missing", "update totp-import, or export it again")
    }

    /// A member that is needed to decrypt the file is missing or invalid.
    package static func incomplete(_ member: StaticString) -> SourceError {
        SourceError.damaged("\(member) is missing or invalid")
    }
}
