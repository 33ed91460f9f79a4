import Encodings
import TOTPDomain

/// A field that should be a string. Decoding it never fails, so that a bad field costs one entry, not the file.
///
/// Entries declare it as optional: a missing field and `null` are nil.
package enum LenientText: Decodable, Sendable, Hashable {
    case text(String)
    /// The field is a list, an object, or bytes that are not UTF-8.
    case damaged

    package init(from decoder: any Decoder) throws {
        let value = try JSONNode.at(decoder)
        self = (value.text ?? value.wholeNumber.map { String($0) }).map(LenientText.text) ?? .damaged
    }
}

extension LenientText? {
    /// The text, or "" if the field is missing, null or damaged: for names, which no code depends on.
    package var orEmpty: String { if case .text(let text) = self { text } else { "" } }

    /// The text, or nil if the field is missing, null or empty.
    ///
    /// - Throws: ``EntryError`` with `field-damaged`.
    package func checked(_ field: StaticString) throws(EntryError) -> String? {
        switch self {
        case nil: return nil
        case .text(let text): return text.isEmpty ? nil : text
        case .damaged: throw EntryError(.fieldDamaged, "\(field) is not a string")
        }
    }
}

/// A field that should be a whole number; some apps write it as a string.
package enum LenientNumber: Decodable, Sendable, Hashable {
    case number(Int64)
    case text(String)
    case damaged

    package init(from decoder: any Decoder) throws {
        let value = try JSONNode.at(decoder)
        self = value.wholeNumber.map(LenientNumber.number) ?? value.text.map(LenientNumber.text) ?? .damaged
    }
}

extension LenientNumber? {
    /// The number, or nil if the field is missing, null, empty or the string `null`.
    ///
    /// - Throws: ``EntryError`` with the given code.
    package func checked(_ field: StaticString, _ code: RejectionCode) throws(EntryError) -> Int64? {
        switch self {
        case nil: return nil
        case .number(let number): return number
        case .text(let text): return try DecimalNumber.parse(text, field, code)
        case .damaged: throw EntryError(code, "\(field) is not a whole number")
        }
    }

    /// The number, or nil if it is not one: for numbers of the whole file, such as its version, where the caller says
    /// what is wrong.
    package var whole: Int64? {
        if case .text(let text) = self { return (try? DecimalNumber.parse(text)) ?? nil }
        if case .number(let number) = self { return number }
        return nil
    }
}

/// A value that is nil if it has the wrong type.
package struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
    package let value: Value?
    /// Why there is no value; nil if it has the wrong type.
    package let problem: EntryError?

    package init(from decoder: any Decoder) throws {
        do {
            (value, problem) = (try Value(from: decoder), nil)
        } catch JSONDecodingProblem.repeatedName(let path) {
            let name = path.last?.stringValue.printable(limit: 40) ?? "a member"
            (value, problem) = (nil, EntryError(.fieldDamaged, "\(name) is in the entry twice"))
        } catch {
            (value, problem) = (nil, nil)
        }
    }
}

extension Optional {
    /// The value, if of the right type.
    package func value<Value>() -> Value? where Wrapped == Lenient<Value> { self?.value }
}
