extension OrderedJSON {
    /// How to treat an object that contains a name twice. Two readers may use different values of it.
    package enum RepeatedNames: Sendable, Hashable {
        /// An error: for files whose every byte counts, such as a vault.
        case refused
        /// The last value is used, at the place of the first.
        case lastWins
    }

    /// Reads a text strictly by RFC 8259.
    ///
    /// - Throws: ``JSONError``, which names the place, and never its content.
    package init(
        parsing bytes: [UInt8], limits: JSONLimits = JSONLimits(), repeatedNames: RepeatedNames = .refused
    ) throws(JSONError) {
        try self.init(parsing: bytes[...], limits: limits, repeatedNames: repeatedNames)
    }

    package init(
        parsing bytes: ArraySlice<UInt8>, limits: JSONLimits = JSONLimits(), repeatedNames: RepeatedNames = .refused
    ) throws(JSONError) {
        var scanner = JSONScanner(bytes, limits)
        // The open containers, outermost first. A loop: recursion would need a deep stack for a deep text.
        var open: [Container] = []
        var result: OrderedJSON?
        while let token = try scanner.next() {
            let value: OrderedJSON
            switch token {
            case .objectStart:
                open.append(Container(isObject: true))
                continue
            case .arrayStart:
                open.append(Container(isObject: false))
                continue
            case .name(let text):
                try open[open.count - 1].setName(text, scanner, repeatedNames)
                continue
            case .objectEnd, .arrayEnd:
                guard let container = open.popLast() else { continue }
                value = container.isObject ? .object(container.members) : .array(container.elements)
            case .string(let text): value = .string(try scanner.string(text))
            case .number(let range): value = OrderedJSON(number: scanner.source(range))
            case .bool(let bool): value = .bool(bool)
            case .null: value = .null
            }
            if open.isEmpty { result = value } else { open[open.count - 1].add(value) }
        }
        self = result ?? .null
    }

    /// - Parameter literal: a number by RFC 8259.
    package init(number literal: ArraySlice<UInt8>) {
        let integer = JSONNumber.integer(literal.span)
        self = integer.map { .integer($0) } ?? .number(String(decoding: literal, as: UTF8.self))
    }

    private struct Container {
        let isObject: Bool
        var elements: [OrderedJSON] = []
        var members: [Member] = []
        private var name = ""
        /// Where the next value replaces an earlier value.
        private var repeated: Int?
        private var names = JSONNames()

        init(isObject: Bool) { self.isObject = isObject }

        mutating func setName(
            _ text: JSONScanner.Text, _ scanner: JSONScanner, _ repeatedNames: RepeatedNames
        ) throws(JSONError) {
            name = try scanner.string(text)
            let bytes = scanner.utf8(text)
            repeated = names.firstIndex(of: bytes)
            if repeated == nil {
                names.append(bytes)
            } else if repeatedNames == .refused {
                throw scanner.error(.repeatedName, at: text.range.lowerBound)
            }
        }

        mutating func add(_ value: OrderedJSON) {
            guard isObject else {
                elements.append(value)
                return
            }
            if let repeated {
                members[repeated].value = value
            } else {
                members.append(Member(key: name, value: value))
            }
        }
    }
}

/// The literals of numbers.
enum JSONNumber {
    /// Whether this is a number as RFC 8259 writes it.
    static func matches(_ text: Span<UInt8>) -> Bool {
        var index = 0
        if index < text.count, text[index] == ASCII.hyphen { index += 1 }
        let integer = digits(text, &index)
        guard integer == 1 || (integer > 1 && text[index - integer] != zero) else { return false }
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            guard digits(text, &index) > 0 else { return false }
        }
        if index < text.count, ASCII.lowercased(text[index]) == UInt8(ascii: "e") {
            index += 1
            if index < text.count, text[index] == ASCII.plus || text[index] == ASCII.hyphen { index += 1 }
            guard digits(text, &index) > 0 else { return false }
        }
        return index == text.count
    }

    /// The value of a literal that is a whole number of 64 bits, written without fraction and exponent; nil for any
    /// other, `-0` included.
    static func integer(_ text: Span<UInt8>) -> Int64? {
        let isNegative = text.count > 0 && text[0] == ASCII.hyphen
        guard isNegative ? text.count > 1 && text[1] != zero : text.count > 0 else { return nil }
        var value: Int64 = 0
        for index in (isNegative ? 1 : 0)..<text.count {
            let digit = text[index] &- zero
            guard digit < 10 else { return nil }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.subtractingReportingOverflow(Int64(digit))
            guard !isTooLarge, !overflows else { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    private static let zero = UInt8(ascii: "0")

    private static func digits(_ text: Span<UInt8>, _ index: inout Int) -> Int {
        let start = index
        while index < text.count, text[index] &- zero < 10 { index += 1 }
        return index - start
    }
}
