import Encodings

extension JSONValue {
    /// The text of a string; any other value is damaged, also a number.
    package var text: LenientText { string.map { .text($0) } ?? .damaged }

    /// The text of a string, or of a whole number: some apps write numbers for texts.
    package var field: LenientText { (string ?? wholeNumber.map { String($0) }).map { .text($0) } ?? .damaged }

    /// The text of a string, or of a whole number; "" for any other value: for names, which no code depends on.
    package var name: String { string ?? wholeNumber.map { String($0) } ?? "" }

    /// The text of a string, with U+FFFD for what cannot be read, which is not the same as no text; or a number exactly
    /// as it is written; "" for any other value.
    package var written: String {
        if kind == .number { return String(decoding: source, as: UTF8.self) }
        var scanner = scanner
        guard case .string(let text)? = try? scanner.next() else { return "" }
        return String(decoding: scanner.utf8(text), as: UTF8.self).limitingMarks
    }

    /// Whether it is `null`, `false`, or an empty text, list or object.
    package var saysNothing: Bool {
        switch kind {
        case .null, .false: true
        case .string: written.isBlank
        case .array: elements.isEmpty
        case .object: members.isEmpty
        case .number, .true: false
        }
    }

    /// Whether it is `true`, 1, or one of these as a string.
    package var isSet: Bool { kind == .true || ["1", "true"].contains(name) }

    /// The text of a string; nil for other values, and for a string that cannot be read.
    package var string: String? {
        guard kind == .string else { return nil }
        var scanner = scanner
        guard case .string(let text)? = try? scanner.next(), scanner.isReadable(text) else { return nil }
        return try? scanner.string(text)
    }

    /// An integer that is written without fraction and exponent.
    package var integer: Int64? {
        guard kind == .number, case .integer(let integer) = OrderedJSON(number: source) else { return nil }
        return integer
    }

    /// A whole number however it is written, such as `6.0`, as some apps do. Above 2^53 such a number may be rounded.
    package var wholeNumber: Int64? {
        guard kind == .number else { return nil }
        if let integer { return integer }
        let number = Double(String(decoding: source, as: UTF8.self))
        return number.flatMap { $0.magnitude < 0x1p53 ? Int64(exactly: $0) : nil }
    }
}

extension JSONValue? {
    /// The text, or a number as it is written; "" for any other value, or nil.
    package var name: String { self?.name ?? "" }

    package var isSet: Bool { self?.isSet ?? false }

    /// The elements of a list; empty for any other value, or nil.
    package var elements: JSONList { self?.elements ?? .empty }
}
