/// A value of a JSON text and where it is, to change a text in a few places and leave every other byte.
package struct JSONPlace: Sendable {
    /// The value as it is written. Its indices are indices of the whole text.
    package let source: ArraySlice<UInt8>
    package let kind: JSONScanner.Kind

    package struct Member: Sendable {
        /// Without escapes.
        package let name: ArraySlice<UInt8>
        package let value: JSONPlace

        package func isNamed(_ text: String) -> Bool { name.elementsEqual(text.utf8) }
    }

    /// Checks the whole text, so that values can be skipped later without a look at them.
    package init(text: [UInt8]) throws(JSONError) {
        try JSONScanner.check(text[...])
        var scanner = JSONScanner(text, checksEscapes: false)
        guard let value = JSONPlace(try scanner.skipValue(), in: scanner) else { throw scanner.error(.unfinished) }
        self = value
    }

    private init?(_ range: Range<Int>?, in scanner: JSONScanner) {
        guard let range else { return nil }
        source = scanner.source(range)
        guard let kind = source.first.flatMap(JSONScanner.Kind.init) else { return nil }
        self.kind = kind
    }

    /// The members of an object in order, repeated names and `null` included; none of another value.
    package var members: [Member] {
        guard kind == .object else { return [] }
        var scanner = JSONScanner(source, checksEscapes: false)
        _ = try? scanner.next()
        var members: [Member] = []
        while case .name(let name)? = try? scanner.next(),
            let value = JSONPlace((try? scanner.skipValue()) ?? nil, in: scanner)
        {
            members.append(Member(name: scanner.utf8(name), value: value))
        }
        return members
    }

    /// The elements of a list in order; none of another value.
    package var elements: [JSONPlace] {
        guard kind == .array else { return [] }
        var scanner = JSONScanner(source, checksEscapes: false)
        _ = try? scanner.next()
        var elements: [JSONPlace] = []
        while let value = JSONPlace((try? scanner.skipValue()) ?? nil, in: scanner) { elements.append(value) }
        return elements
    }

    /// The value of a member, also `null`; nil without such a member.
    ///
    /// - Throws: ``JSONError`` if the object has the name twice: programs may use either value.
    package func member(_ name: String) throws(JSONError) -> JSONPlace? {
        let found = members.filter { $0.isNamed(name) }
        guard found.count < 2 else {
            throw JSONError(.repeatedName, at: 0, in: source)
        }
        return found.first?.value
    }
}

/// Changes of a JSON text: added and replaced parts, with their places. All other bytes stay.
package struct JSONEdits: Sendable {
    /// The order of insertions at one place is the order in which they were added.
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    /// The containers that were empty and got a value: the next one needs a comma.
    private var filled: Set<Int> = []

    package init() {}

    package mutating func replace(_ place: JSONPlace, by value: OrderedJSON) {
        edits.append((place.source.startIndex..<place.source.endIndex, value.utf8))
    }

    /// Adds an element at the end of a list.
    package mutating func append(_ value: OrderedJSON, to list: JSONPlace) {
        insert(value.utf8, after: list.elements.last, in: list)
    }

    /// Adds a member at the end of an object.
    package mutating func append(_ name: String, _ value: OrderedJSON, to object: JSONPlace) {
        insert(
            OrderedJSON.string(name).utf8 + [ASCII.colon] + value.utf8, after: object.members.last?.value, in: object)
    }

    private mutating func insert(_ bytes: [UInt8], after last: JSONPlace?, in container: JSONPlace) {
        // Of an empty container, behind its bracket.
        let place = last?.source.endIndex ?? container.source.startIndex + 1
        let isFirst = last == nil && filled.insert(place).inserted
        edits.append((place..<place, (isFirst ? [] : [UInt8(ascii: ",")]) + bytes))
    }

    /// The text with all changes.
    package func applied(to text: [UInt8]) -> [UInt8] {
        var changed: [UInt8] = []
        var position = 0
        let order = edits.indices.sorted { (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1) }
        for edit in order.map({ edits[$0] }) {
            changed += text[position..<edit.range.lowerBound] + edit.bytes
            position = edit.range.upperBound
        }
        return changed + text[position...]
    }
}
