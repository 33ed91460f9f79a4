import Encodings
import TOTPDomain

/// A field that should be a string, or a number that may be written as a string. A bad field costs one entry, not the
/// file.
///
/// A missing field and `null` are nil.
package enum LenientText: Sendable, Hashable {
    case text(String)
    /// The field is a list, an object, or bytes that are not UTF-8.
    case damaged

    package static func number(_ number: Int64) -> LenientText { .text(String(number)) }
}

/// A field that should be a whole number.
package typealias LenientNumber = LenientText

extension LenientText? {
    /// The text, or "" if the field is missing, null or damaged: for names, which no code depends on.
    package var orEmpty: String { if case .text(let text) = self { text } else { "" } }

    /// The text, or nil if the field is missing, null or empty; throws ``EntryError`` with `field-damaged`.
    package func checked(_ field: StaticString) throws(EntryError) -> String? {
        switch self {
        case nil: return nil
        case .text(let text): return text.isEmpty ? nil : text
        case .damaged: throw EntryError(.fieldDamaged, "\(field) is not a string")
        }
    }

    /// The number, or nil if the field is missing, null, empty or the string `null`; throws the given code.
    package func checked(_ field: StaticString, _ code: RejectionCode) throws(EntryError) -> Int64? {
        switch self {
        case nil: return nil
        case .text(let text): return try DecimalNumber.parse(text, field, code)
        case .damaged: throw EntryError(code, "\(field) is not a whole number")
        }
    }

    /// The counter of the next code, for programs that store the counter of the last code. `missing` is the counter of
    /// the last code of an entry without a counter.
    package func next(after missing: Int64) throws(EntryError) -> LenientNumber {
        let last = try checked("the counter", .counterOutOfRange) ?? missing
        guard last < .max else { throw EntryError(.counterOutOfRange, "the counter has no next value") }
        return .number(last + 1)
    }

    /// The number; nil for anything else: for numbers of the whole file, such as its version, where the caller reports
    /// the problem.
    package var whole: Int64? {
        if case .text(let text) = self { return (try? DecimalNumber.parse(text)) ?? nil }
        return nil
    }
}
