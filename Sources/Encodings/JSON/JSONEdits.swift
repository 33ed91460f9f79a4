/// For changes of a text: everything that is written in a value.
extension JSONValue {
    package struct WrittenMember: Sendable {
        /// Without escapes.
        package let name: ArraySlice<UInt8>
        package let value: JSONValue

        package func isNamed(_ text: String) -> Bool { name.elementsEqual(text.utf8) }
    }

    /// The members of an object in order, including repeated names and `null`; empty for any other value.
    package var writtenMembers: [WrittenMember] {
        var members: [WrittenMember] = []
        forEachMember { name, scanner, value in
            guard let value = JSONValue(scanner.source(value)) else { return }
            members.append(WrittenMember(name: scanner.utf8(name), value: value))
        }
        return members
    }

    /// The elements of a list in order; empty for any other value.
    package var writtenElements: [JSONValue] {
        guard kind == .array else { return [] }
        var scanner = scanner
        _ = try? scanner.next()
        var elements: [JSONValue] = []
        while let range = (try? scanner.skipValue()) ?? nil, let value = JSONValue(scanner.source(range)) {
            elements.append(value)
        }
        return elements
    }
}

/// Changes of a JSON text: added and replaced parts, with their places. All other bytes stay.
package struct JSONEdits: Sendable {
    /// The order of insertions at one place is the order in which they were added.
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    /// The containers that were empty and got a value: the next one needs a comma.
    private var filled: Set<Int> = []

    package init() {}

    package mutating func replace(_ place: JSONValue, by value: OrderedJSON) {
        edits.append((place.source.startIndex..<place.source.endIndex, value.utf8))
    }

    /// Adds an element at the end of a list.
    package mutating func append(_ value: OrderedJSON, to list: JSONValue) {
        insert(value.utf8, after: list.writtenElements.last, in: list)
    }

    /// Adds a member at the end of an object.
    package mutating func append(_ name: String, _ value: OrderedJSON, to object: JSONValue) {
        insert(
            OrderedJSON.string(name).utf8 + [ASCII.colon] + value.utf8, after: object.writtenMembers.last?.value,
            in: object)
    }

    private mutating func insert(_ bytes: [UInt8], after last: JSONValue?, in container: JSONValue) {
        // In an empty container, behind its bracket.
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
