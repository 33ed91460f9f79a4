import Encodings
import TOTPDomain

/// A field that should be a text. Reading it never fails, so that one bad field spoils one entry, not the file.
///
/// Entries declare it as optional: a missing field and `null` are nil.
enum LenientText: Decodable, Sendable, Hashable {
    case text(String)
    /// The field holds a list, an object, or bytes that are no UTF-8.
    case damaged

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let number = try? value.decode(Int64.self) {
            self = .text(String(number))
        } else {
            self = .damaged
        }
    }
}

extension LenientText? {
    /// The text, "" where the field is missing or null; for names, which nothing depends on: damaged is "", too.
    var orEmpty: String { if case .text(let text) = self { text } else { "" } }

    /// The text, or nil where the field is missing, null or empty.
    ///
    /// - throws: ``EntryError`` with `field-damaged`.
    func checked(_ field: StaticString) throws(EntryError) -> String? {
        switch self {
        case nil: return nil
        case .text(let text): return text.isEmpty ? nil : text
        case .damaged: throw EntryError(.fieldDamaged, "\(field) is not a text")
        }
    }
}

/// A field that should be a whole number, which some apps write as a text (`formats/README.md`, rule 7).
enum LenientNumber: Decodable, Sendable, Hashable {
    case number(Int64)
    case text(String)
    case damaged

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .damaged
        }
    }
}

extension LenientNumber? {
    /// The number, or nil where the field is missing, null, empty or `null` as a text.
    ///
    /// - throws: ``EntryError`` with the given code.
    func checked(_ field: StaticString, _ code: RejectionCode) throws(EntryError) -> Int64? {
        switch self {
        case nil: return nil
        case .number(let number): return number
        case .text(let text): return try DecimalNumber.parse(text, field, code)
        case .damaged: throw EntryError(code, "\(field) is not a whole number")
        }
    }
}

/// A value that may be of another type than it should: nil then.
struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension Optional {
    /// What is there and of the right type.
    func value<Value>() -> Value? where Wrapped == Lenient<Value> { self?.value }
}
