/// A value of a JSON text, found in it and decoded only where it is asked for.
///
/// The text was checked as a whole, so that values can be skipped without a look at them.
package struct JSONValue: Sendable {
    /// The value as it is written. Its indices are indices of the whole text.
    package let source: ArraySlice<UInt8>
    package let kind: JSONScanner.Kind

    /// - Parameter text: a byte order mark before the value is skipped.
    package init(checking text: [UInt8]) throws(JSONError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
        try JSONScanner.check(text)
        var scanner = JSONScanner(text, checksEscapes: false)
        guard let range = try scanner.skipValue(), let value = JSONValue(scanner.source(range)) else {
            throw scanner.error(.unfinished)
        }
        self = value
    }

    /// - Parameter source: a value of a text that was checked, without spaces around it.
    package init?(_ source: ArraySlice<UInt8>) {
        guard let kind = source.first.flatMap(JSONScanner.Kind.init) else { return nil }
        (self.source, self.kind) = (source, kind)
    }

    /// For a look at the text of the value.
    package var scanner: JSONScanner { JSONScanner(source, checksEscapes: false) }

    /// Calls a closure for each member of an object, in order, repeated names and `null` included.
    ///
    /// - Parameter body: gets the name, the scanner that read it, and the place of the value.
    package func forEachMember(_ body: (JSONScanner.Text, JSONScanner, Range<Int>) -> Void) {
        guard kind == .object else { return }
        var scanner = scanner
        _ = try? scanner.next()
        while case .name(let name)? = try? scanner.next(), let value = (try? scanner.skipValue()) ?? nil {
            body(name, scanner, value)
        }
    }

    /// Reads the object to its end: for one or two members. ``JSONObject`` finds all members once.
    package func member(named name: String) -> JSONMember {
        var member = JSONMember.missing
        forEachMember { found, scanner, value in
            if scanner.matches(found, name) { member.add(scanner.source(value)) }
        }
        return member
    }
}

/// What an object has under a name.
package enum JSONMember: Sendable {
    case missing
    /// Also `null`.
    case value(JSONValue)
    /// The object has the name more than once. Programs may use either value.
    case repeated

    mutating func add(_ source: ArraySlice<UInt8>) {
        switch self {
        case .missing: self = JSONValue(source).map { .value($0) } ?? .missing
        case .value, .repeated: self = .repeated
        }
    }
}

/// The members of a JSON object, found once: an object may have members of many kilobytes that nobody asks for.
package struct JSONObject: Sendable {
    package let value: JSONValue
    private let scanner: JSONScanner
    private var members: [(name: JSONScanner.Text, value: Range<Int>)] = []

    /// - Returns: nil if the value is not an object, or has more members than the limit.
    package init?(_ value: JSONValue) {
        guard value.kind == .object else { return nil }
        var scanner = value.scanner
        members.reserveCapacity(16)
        _ = try? scanner.next()
        while case .name(let name)? = try? scanner.next(), let range = (try? scanner.skipValue()) ?? nil {
            guard members.count < Limit.jsonMembers else { return nil }
            members.append((name, range))
        }
        (self.scanner, self.value) = (scanner, value)
    }

    package func member(named name: String) -> JSONMember {
        var found = JSONMember.missing
        for member in members where scanner.matches(member.name, name) { found.add(scanner.source(member.value)) }
        return found
    }
}
