/// The members of a JSON object, found in its text. A value is only decoded when it is asked for, so that a long text
/// needs no tree.
///
/// The object's own grammar is checked when the members are found, and lists and objects in it when they are read.
package struct JSONFields: Sendable {
    /// Where a value is.
    package enum Value: Sendable {
        case string(JSONScanner.Text)
        case number(Range<Int>)
        case bool(Bool)
        case null
        case array(Range<Int>)
        case object(Range<Int>)
    }

    /// For decoding: it stays at the end of the text.
    package let scanner: JSONScanner
    private let text: ArraySlice<UInt8>
    private let limits: JSONLimits
    private var names = JSONNames()
    private var values: [Value] = []
    /// Most objects have no more members.
    private static let usualCount = 16

    /// - Parameter text: an object and nothing else.
    /// - Throws: ``JSONError``; a name that the object has twice is an error.
    package init(_ text: ArraySlice<UInt8>, _ limits: JSONLimits = JSONLimits()) throws(JSONError) {
        (self.text, self.limits) = (text, limits)
        var scanner = JSONScanner(text, limits)
        guard try scanner.nextKind() == .object else { throw scanner.error(.unexpected) }
        _ = try scanner.next()
        names.reserveCapacity(Self.usualCount)
        values.reserveCapacity(Self.usualCount)
        // After the last member come the object's end, and nil.
        while let token = try scanner.next() {
            guard case .name(let name) = token else { continue }
            // Strings that are not UTF-8 are errors, even if no caller reads them.
            if !name.isASCII { _ = try scanner.string(name) }
            let bytes = scanner.utf8(name)
            guard names.firstIndex(of: bytes) == nil else {
                throw scanner.error(.repeatedName, at: name.range.lowerBound)
            }
            names.append(bytes)
            values.append(try Self.value(&scanner))
        }
        self.scanner = scanner
    }

    private static func value(_ scanner: inout JSONScanner) throws(JSONError) -> Value {
        switch try scanner.nextKind() {
        case .array: if let range = try scanner.skipValue() { return .array(range) }
        case .object: if let range = try scanner.skipValue() { return .object(range) }
        case .string, .number, .true, .false, .null, nil: break
        }
        switch try scanner.next() {
        case .string(let text):
            if !text.isASCII { _ = try scanner.string(text) }
            return .string(text)
        case .number(let range): return .number(range)
        case .bool(let bool): return .bool(bool)
        case .null: return .null
        default: throw scanner.error(.unexpected)
        }
    }

    package subscript(name: StaticString) -> Value? { names.firstIndex(of: name).map { values[$0] } }

    // MARK: - Lists and objects in it

    /// An object in this object.
    package func object(_ range: Range<Int>) throws(JSONError) -> JSONFields {
        try JSONFields(scanner.source(range), limits.inside(1))
    }

    /// The elements of a list in this object. Their content is not checked.
    package func elements(_ range: Range<Int>) throws(JSONError) -> JSONElements {
        try JSONElements(scanner.source(range), limits.inside(1))
    }

    /// A list or an object in this object, read and checked as a whole.
    package func tree(_ range: Range<Int>) throws(JSONError) -> OrderedJSON {
        try OrderedJSON(parsing: scanner.source(range), limits: limits.inside(1))
    }

    /// The whole object.
    package func tree() throws(JSONError) -> OrderedJSON { try OrderedJSON(parsing: text, limits: limits) }

    /// The members whose names are not in `known`, in their order.
    ///
    /// - Parameters:
    ///   - known: the names of members that the caller knows.
    ///   - read: the members that the caller reads if they are a list or an object. Others are only checked.
    package func members(except known: [StaticString], read: [StaticString]) throws(JSONError) -> [OrderedJSON.Member] {
        var members: [OrderedJSON.Member] = []
        for (name, value) in zip(names.names, values) {
            if !known.contains(where: { name.isEqual(to: $0) }) {
                let key = String(decoding: name, as: UTF8.self)
                members.append(
                    OrderedJSON.Member(key: limits.keepsMarks ? key : key.limitingMarks, value: try tree(value)))
            } else if case .array = value, !read.contains(where: { name.isEqual(to: $0) }) {
                _ = try tree(value)
            } else if case .object = value, !read.contains(where: { name.isEqual(to: $0) }) {
                _ = try tree(value)
            }
        }
        return members
    }

    private func tree(_ value: Value) throws(JSONError) -> OrderedJSON {
        switch value {
        case .string(let text): .string(try scanner.string(text))
        case .number(let range): OrderedJSON(number: scanner.source(range))
        case .bool(let bool): .bool(bool)
        case .null: .null
        case .array(let range), .object(let range): try tree(range)
        }
    }
}

extension JSONLimits {
    /// Returns the limits for a value that is inside this many lists and objects.
    package func inside(_ levels: Int) -> JSONLimits {
        JSONLimits(byteCount: byteCount, depth: depth - levels, keepsMarks: keepsMarks)
    }
}
