import Encodings
import TOTPDomain

/// A field that should be a string. A bad field costs one entry, not the file.
///
/// A missing field and `null` are nil.
package enum LenientText: Sendable, Hashable {
    case text(String)
    /// The field is a list, an object, or bytes that are not UTF-8.
    case damaged
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

    /// The field as a number that is written as a text.
    var asNumber: LenientNumber? {
        switch self {
        case nil: nil
        case .text(let text): .text(text)
        case .damaged: .damaged
        }
    }
}

/// A field that should be a whole number; some apps write it as a string.
package enum LenientNumber: Sendable, Hashable {
    case number(Int64)
    case text(String)
    case damaged
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

    /// The number, or nil if it is not one: for numbers of the whole file, such as its version, where the caller
    /// reports the problem.
    package var whole: Int64? {
        if case .text(let text) = self { return (try? DecimalNumber.parse(text)) ?? nil }
        if case .number(let number) = self { return number }
        return nil
    }
}

extension JSONValue {
    /// The text of a string; any other value is damaged, also a number.
    var text: LenientText { string.map { .text($0) } ?? .damaged }

    /// The text of a string, or of a whole number: some apps write numbers for texts.
    var field: LenientText { (string ?? wholeNumber.map { String($0) }).map { .text($0) } ?? .damaged }

    /// The text of a string, or of a whole number; "" for any other value: for names, which no code depends on.
    var name: String { string ?? wholeNumber.map { String($0) } ?? "" }

    /// The text of a string, or a number exactly as it is written; "" for any other value.
    var written: String { kind == .number ? String(decoding: source, as: UTF8.self) : string ?? "" }

    var number: LenientNumber {
        wholeNumber.map { .number($0) } ?? string.map { .text($0) } ?? .damaged
    }

    /// Whether it is `true`, 1, or a string of them.
    var isSet: Bool { kind == .true || ["1", "true"].contains(name) }

    /// The text of a string; nil for other values, and for a string that cannot be read.
    var string: String? {
        guard kind == .string else { return nil }
        var scanner = scanner
        guard case .string(let text)? = try? scanner.next(), scanner.isReadable(text) else { return nil }
        return try? scanner.string(text)
    }

    /// An integer that is written without fraction and exponent.
    var integer: Int64? {
        guard kind == .number, case .integer(let integer) = OrderedJSON(number: source) else { return nil }
        return integer
    }

    /// A whole number however it is written, such as `6.0`, as some apps do. Above 2^53 such a number may be rounded.
    private var wholeNumber: Int64? {
        guard kind == .number else { return nil }
        if let integer { return integer }
        guard let number = Double(String(decoding: source, as: UTF8.self)), number.magnitude < 0x1p53 else {
            return nil
        }
        return Int64(exactly: number)
    }
}

extension JSONValue? {
    /// The text, or a number as it is written; "" for any other value, or none.
    var name: String { self?.name ?? "" }

    var isSet: Bool { self?.isSet ?? false }

    /// The elements of a list; none of another value, or none.
    var elements: JSONList { self?.elements ?? .empty }
}
