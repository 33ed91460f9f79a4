import Encodings
import TOTPDomain

extension OTPKind {
    /// The kind that a field names, ignoring case.
    ///
    /// - Parameters:
    ///   - names: in the app's spelling.
    ///   - missing: the kind of an entry without the field; nil if each has it.
    package static func named(
        _ field: LenientText?, among names: KeyValuePairs<String, OTPKind>, missing: OTPKind? = nil
    ) throws(EntryError) -> OTPKind {
        guard let name = try field.checked("the type") else {
            guard let missing else { throw EntryError(.typeUnknown, "the entry has no type") }
            return missing
        }
        let folded = name.trimmingWhitespace.lowercased()
        if let kind = names.first(where: { $0.key.lowercased() == folded })?.value { return kind }
        let known = names.map(\.key).joined(separator: ", ")
        throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of \(known)")
    }

    /// - Parameters:
    ///   - kinds: a kind's number is its index.
    ///   - first: the first number; 0 is also that of an entry without a number.
    package static func numbered(
        _ field: LenientNumber?, in kinds: [OTPKind?], from first: Int = 1
    ) throws(EntryError) -> OTPKind {
        guard let number = try field.checked("the type", .typeUnknown) ?? (first == 0 ? 0 : nil) else {
            throw EntryError(.typeUnknown, "the entry has no type")
        }
        guard let kind = Int(exactly: number).flatMap({ kinds.indices.contains($0) ? kinds[$0] : nil }) else {
            let last = kinds.count - 1
            throw EntryError(
                .typeUnknown,
                first == 0
                    ? "the type must be 0 to \(last), not \(number)"
                    : "the type \(number) is not one of \(first) to \(last)")
        }
        return kind
    }
}

extension OTPAlgorithm {
    /// An algorithm's number is its index, in the files of apps that number them.
    package static let numbered: [OTPAlgorithm] = [.sha1, .sha256, .sha512]

    /// The name of the algorithm with a number; nil without a number.
    package static func numbered(_ field: LenientNumber?) throws(EntryError) -> LenientText? {
        guard let number = try field.checked("the algorithm", .algorithmUnknown) else { return nil }
        guard let index = Int(exactly: number), numbered.indices.contains(index) else {
            throw EntryError(.algorithmUnknown, "the algorithm must be 0, 1 or 2, not \(number)")
        }
        return .text(numbered[index].rawValue)
    }
}

extension String {
    /// Whether it is the issuer of Steam accounts, for apps that have no type for them.
    package var isSteam: Bool { trimmingWhitespace.lowercased() == "steam" }
}

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

    /// The number, or nil if the field is missing, null, empty or the string `null`.
    ///
    /// - Throws: ``EntryError`` with the given code.
    package func checked(_ field: StaticString, _ code: RejectionCode) throws(EntryError) -> Int64? {
        switch self {
        case nil: return nil
        case .text(let text): return try DecimalNumber.parse(text, field, code)
        case .damaged: throw EntryError(code, "\(field) is not a whole number")
        }
    }

    /// The counter of the next code, for programs that store the counter of the last code.
    ///
    /// - Parameter missing: the counter of the last code of an entry without a counter.
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
