extension OrderedJSON {
    /// What to do with an object that contains a name twice. Two readers may use different values of it.
    package enum RepeatedNames: Sendable, Hashable {
        /// An error: for files whose every byte counts, such as a vault.
        case refused
        /// The last value is used, at the place of the first.
        case lastWins
    }

    /// Reads a text strictly by RFC 8259.
    ///
    /// - Throws: ``JSONError``, which says where but never what is there.
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
            case .number(let range):
                let literal = scanner.source(range)
                let integer = JSONNumber.integer(literal.span)
                value = integer.map { .integer($0) } ?? .number(String(decoding: literal, as: UTF8.self))
            case .bool(let bool): value = .bool(bool)
            case .null: value = .null
            }
            if open.isEmpty { result = value } else { open[open.count - 1].add(value) }
        }
        self = result ?? .null
    }

    private struct Container {
        let isObject: Bool
        var elements: [OrderedJSON] = []
        var members: [Member] = []
        private var name = ""
        /// Where the next value replaces an earlier one.
        private var repeated: Int?
        /// The names, once there are too many to compare each pair.
        private var indices: [[UInt8]: Int] = [:]

        init(isObject: Bool) { self.isObject = isObject }

        mutating func setName(
            _ text: JSONScanner.Text, _ scanner: JSONScanner, _ repeatedNames: RepeatedNames
        ) throws(JSONError) {
            name = try scanner.string(text)
            repeated = firstIndex()
            if repeated != nil, repeatedNames == .refused {
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
                if !indices.isEmpty { indices[Array(name.utf8)] = members.count }
                members.append(Member(key: name, value: value))
            }
        }

        /// The index of the member that already has the name, compared byte by byte.
        private mutating func firstIndex() -> Int? {
            if members.count < 32 {
                return members.firstIndex {
                    $0.key.utf8.count == name.utf8.count && $0.key.utf8.elementsEqual(name.utf8)
                }
            }
            if indices.isEmpty {
                for (index, member) in members.enumerated() { indices[Array(member.key.utf8)] = index }
            }
            return indices[Array(name.utf8)]
        }
    }
}
