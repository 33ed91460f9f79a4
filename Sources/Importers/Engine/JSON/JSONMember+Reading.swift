import Encodings
import TOTPDomain

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
