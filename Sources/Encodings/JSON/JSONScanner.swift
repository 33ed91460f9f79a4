/// Reads JSON (RFC 8259) token by token, in one pass over UTF-8 bytes, without building anything.
///
/// ``next()`` checks all of the grammar. ``skipValue()`` skips a value quickly, and checks only
/// that its quotes and brackets close. All offsets are from the start of the bytes.
package struct JSONScanner: Sendable {
    package enum Token: Sendable, Hashable {
        case objectStart, objectEnd, arrayStart, arrayEnd
        /// The name of a member; its value comes next.
        case name(Text)
        case string(Text)
        /// The literal as it is written, with every digit.
        case number(Range<Int>)
        case bool(Bool)
        case null
    }

    /// The content of a string, between its quotes.
    package struct Text: Sendable, Hashable {
        package let range: Range<Int>
        package let hasEscapes: Bool
        package let isASCII: Bool
    }

    /// The kind of a value, by its first character.
    package enum Kind: Sendable, Hashable {
        case object, array, string, number, `true`, `false`, null

        /// - Parameter first: the first character of a value.
        package init?(_ first: UInt8) {
            switch first {
            case JSONScanner.startOfObject: self = .object
            case JSONScanner.startOfArray: self = .array
            case JSONScanner.quote: self = .string
            case UInt8(ascii: "t"): self = .true
            case UInt8(ascii: "f"): self = .false
            case UInt8(ascii: "n"): self = .null
            case ASCII.hyphen, UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
            default: return nil
            }
        }
    }

    private enum State { case value, firstElement, firstName, name, separator, end }

    private let bytes: ArraySlice<UInt8>
    private let limits: JSONLimits
    private let checksEscapes: Bool
    /// The offset of the next byte.
    package private(set) var position = 0
    private var state = State.value
    /// The open containers, outermost first: whether each is an object.
    private var containers: [Bool] = []

    /// - Parameter checksEscapes: false where a string with an invalid escape must not make the whole text invalid.
    package init(_ bytes: ArraySlice<UInt8>, _ limits: JSONLimits = JSONLimits(), checksEscapes: Bool = true) {
        (self.bytes, self.limits, self.checksEscapes) = (bytes, limits, checksEscapes)
    }

    package init(_ bytes: [UInt8], _ limits: JSONLimits = JSONLimits(), checksEscapes: Bool = true) {
        self.init(bytes[...], limits, checksEscapes: checksEscapes)
    }

    /// The number of lists and objects that are open.
    package var depth: Int { containers.count }

    /// The next token, or nil at the end of the text.
    package mutating func next() throws(JSONError) -> Token? {
        // A copy of the reference: the span must not borrow the value that this changes.
        let source = bytes
        let text = source.span
        guard try toNextItem(text) else { return nil }
        guard position < text.count else { throw error(.unfinished) }
        switch (state, text[position]) {
        case (.firstElement, Self.endOfArray), (.firstName, Self.endOfObject), (.separator, Self.endOfArray),
            (.separator, Self.endOfObject):
            return try close(text[position] == Self.endOfObject)
        case (.firstName, Self.quote), (.name, Self.quote): return .name(try name(text))
        case (.value, _), (.firstElement, _): return try value(text)
        default: throw error(.unexpected)
        }
    }

    /// Returns the kind of the next value, or nil if no value follows: at the end of a list, of an object or of the
    /// text.
    package mutating func nextKind() throws(JSONError) -> Kind? {
        let source = bytes
        let text = source.span
        guard try toNextItem(text) else { return nil }
        guard position < text.count else { throw error(.unfinished) }
        guard state == .value || (state == .firstElement && text[position] != Self.endOfArray) else { return nil }
        guard let kind = Kind(text[position]) else { throw error(.unexpected) }
        return kind
    }

    /// Skips the next value without checking its content.
    ///
    /// - Returns: the place of the value, or nil if no value follows, as ``nextKind()`` does.
    package mutating func skipValue() throws(JSONError) -> Range<Int>? {
        guard let kind = try nextKind() else { return nil }
        let source = bytes
        let text = source.span
        let start = position
        switch kind {
        case .string: position = try afterString(text, from: position + 1)
        case .object, .array: position = try endOfContainer(text, from: position + 1)
        case .number, .true, .false, .null: position = endOfLiteral(text, from: position)
        }
        leaveValue()
        return start..<position
    }

    // MARK: - Between values

    /// Goes to the next token: skips spaces and, between two values, the comma.
    ///
    /// - Returns: false at the end of the text.
    private mutating func toNextItem(_ text: Span<UInt8>) throws(JSONError) -> Bool {
        guard text.count <= limits.byteCount else { throw error(.tooLarge) }
        skipSpaces(text)
        if state == .end {
            guard position == text.count else { throw error(.trailing) }
            return false
        }
        guard state == .separator, position < text.count, text[position] == Self.comma else { return true }
        position += 1
        skipSpaces(text)
        state = containers.last == true ? .name : .value
        return true
    }

    private mutating func close(_ isObject: Bool) throws(JSONError) -> Token {
        guard containers.last == isObject else { throw error(.unexpected) }
        containers.removeLast()
        position += 1
        leaveValue()
        return isObject ? .objectEnd : .arrayEnd
    }

    private mutating func leaveValue() { state = containers.isEmpty ? .end : .separator }

    @inline(__always)
    private mutating func skipSpaces(_ text: Span<UInt8>) {
        while position < text.count, Self.isSpace(text[position]) { position += 1 }
    }

    @inline(__always)
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == ASCII.space || ASCII.isLineEnd(byte) || byte == 9
    }

    func error(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
        JSONError(reason, at: offset ?? position, in: bytes)
    }

    // MARK: - Names and values

    private mutating func name(_ text: Span<UInt8>) throws(JSONError) -> Text {
        let name = try string(text)
        skipSpaces(text)
        guard position < text.count else { throw error(.unfinished) }
        guard text[position] == ASCII.colon else { throw error(.unexpected) }
        position += 1
        state = .value
        return name
    }

    private mutating func value(_ text: Span<UInt8>) throws(JSONError) -> Token {
        let byte = text[position]
        switch byte {
        case Self.startOfObject, Self.startOfArray:
            guard containers.count < limits.depth else { throw error(.tooDeep) }
            containers.append(byte == Self.startOfObject)
            state = byte == Self.startOfObject ? .firstName : .firstElement
            position += 1
            return byte == Self.startOfObject ? .objectStart : .arrayStart
        case Self.quote:
            let string = try string(text)
            leaveValue()
            return .string(string)
        case ASCII.hyphen, UInt8(ascii: "0")...UInt8(ascii: "9"):
            let range = position..<endOfLiteral(text, from: position)
            guard JSONNumber.matches(text.extracting(range)) else { throw error(.number) }
            position = range.upperBound
            leaveValue()
            return .number(range)
        case UInt8(ascii: "t"): return try literal("true", .bool(true), text)
        case UInt8(ascii: "f"): return try literal("false", .bool(false), text)
        case UInt8(ascii: "n"): return try literal("null", .null, text)
        default: throw error(.unexpected)
        }
    }

    private mutating func literal(
        _ word: StaticString, _ token: Token, _ text: Span<UInt8>
    ) throws(JSONError) -> Token {
        let end = position + word.utf8CodeUnitCount
        for index in position..<end {
            guard index < text.count else { throw error(.unfinished, at: index) }
            guard text[index] == word.utf8Start[index - position] else { throw error(.unexpected, at: index) }
        }
        position = end
        leaveValue()
        return token
    }

    /// The string that starts at the position.
    private mutating func string(_ text: Span<UInt8>) throws(JSONError) -> Text {
        let start = position + 1
        let (end, traits) = try endOfString(text, from: start)
        if traits.hasControls { throw error(.control, at: start) }
        if traits.hasEscapes, checksEscapes { try JSONEscapes.check(bytes, start..<(end - 1)) }
        position = end
        return Text(range: start..<(end - 1), hasEscapes: traits.hasEscapes, isASCII: traits.isASCII)
    }

    // MARK: - Ends

    private struct StringTraits {
        var hasEscapes = false
        var hasControls = false
        var isASCII = true
    }

    /// The index after the closing quote of the string whose content starts at an index.
    private func endOfString(
        _ text: Span<UInt8>, from start: Int
    ) throws(JSONError) -> (end: Int, traits: StringTraits) {
        var traits = StringTraits()
        var union: UInt8 = 0
        var index = start
        while index < text.count {
            while index <= text.count - 8 {
                let plain = ByteWord.plainJSONCount(text.word(at: index))
                index += plain
                if plain < 8 { break }
            }
            guard index < text.count else { break }
            let byte = text[index]
            union |= byte
            index += 1
            if byte == Self.quote {
                traits.isASCII = union < 0x80
                return (index, traits)
            }
            if byte == Self.backslash {
                traits.hasEscapes = true
                index += 1
            } else if byte < 0x20 {
                traits.hasControls = true
            }
        }
        throw error(.unfinished, at: text.count)
    }

    /// Returns the index of the quote that ends a string. The rest of the string is not checked.
    @inline(__always)
    static func closingQuote(_ text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while true {
            index = text.index(
                from: index,
                candidates: { ByteWord.places(of: quote, in: $0) | ByteWord.places(of: backslash, in: $0) },
                where: { $0 == quote || $0 == backslash })
            guard index < text.count else { return nil }
            if text[index] == quote { return index }
            index += 2
        }
    }

    private func afterString(_ text: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
        guard let quote = Self.closingQuote(text, from: start) else { throw error(.unfinished, at: text.count) }
        return quote + 1
    }

    /// The index after the bracket that closes the container whose content starts at an index.
    private func endOfContainer(_ text: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
        var depth = 1
        var index = start
        while true {
            // The four brackets, and only rare bytes outside strings, are 0x7F once these bits are set.
            index = text.index(
                from: index,
                candidates: {
                    ByteWord.places(of: Self.quote, in: $0) | ByteWord.places(of: 0x7F, in: $0, settingBits: 0x26)
                },
                where: Self.isStructure)
            guard index < text.count else { throw error(.unfinished, at: text.count) }
            let byte = text[index]
            index += 1
            switch byte {
            case Self.quote:
                guard let quote = Self.closingQuote(text, from: index) else { throw error(.unfinished, at: text.count) }
                index = quote + 1
            case Self.startOfObject, Self.startOfArray: depth += 1
            case Self.endOfObject, Self.endOfArray:
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
    }

    /// A quote or a bracket.
    private static func isStructure(_ byte: UInt8) -> Bool {
        byte == quote || byte | 0x20 == startOfObject || byte | 0x20 == endOfObject
    }

    private func endOfLiteral(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count {
            let byte = text[index]
            if Self.isSpace(byte) || byte == Self.comma || byte == Self.endOfObject || byte == Self.endOfArray { break }
            index += 1
        }
        return index
    }

    static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\"), comma = UInt8(ascii: ",")
    private static let startOfObject = UInt8(ascii: "{"), endOfObject = UInt8(ascii: "}")
    private static let startOfArray = UInt8(ascii: "["), endOfArray = UInt8(ascii: "]")
}

extension JSONScanner {
    /// The bytes of a literal or of a value, unchanged.
    package func source(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
    }

    /// The UTF-8 of a string or a name, its escapes replaced. Other bytes are unchanged, valid or not.
    package func utf8(_ text: Text) -> ArraySlice<UInt8> {
        text.hasEscapes ? JSONEscapes.replaced(source(text.range).span)[...] : source(text.range)
    }

    /// A string or a name, its combining marks limited.
    ///
    /// - Throws: ``JSONError`` where it is not UTF-8.
    package func string(_ text: Text) throws(JSONError) -> String {
        let bytes = utf8(text)
        if text.isASCII, !text.hasEscapes {
            return bytes.span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw error(.encoding, at: text.range.lowerBound)
        }
        return limits.keepsMarks ? string : string.limitingMarks
    }

    /// Whether a string can be read: it has no invalid escapes and is UTF-8.
    package func isReadable(_ text: Text) -> Bool {
        guard text.hasEscapes else { return text.isASCII || (try? string(text)) != nil }
        return (try? JSONEscapes.check(bytes, text.range)) != nil && (try? string(text)) != nil
    }

    /// Whether a text is equal to a name, byte by byte.
    package func matches(_ text: Text, _ name: String) -> Bool {
        guard text.hasEscapes || text.range.count == name.utf8.count else { return false }
        return utf8(text).elementsEqual(name.utf8)
    }
}
