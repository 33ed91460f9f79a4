import Encodings

/// Counts the records of a JSON text by its names and brackets, independently of the values that are read.
///
/// The text was checked before: a damaged text is refused, and not counted. If an object has a name several times, no
/// value of it counts: its reader sees damage.
package enum JSONRecordCount {
    /// A step from a value to others in it.
    package enum Step: ExpressibleByStringLiteral {
        case member(String)
        case elements
        case members
        /// The elements of a list, and the elements of the same list in the objects of another list, however deep.
        case nested(String, in: String)

        package init(stringLiteral name: String) { self = .member(name) }
    }

    /// - Parameter path: leads to the list of the records; empty for the outermost value.
    package static func count(_ path: [Step], in text: [UInt8]) -> Int {
        count(path, in: JSONScanner(text, checksEscapes: false))
    }

    /// - Parameter scanner: before the value in which the path starts.
    package static func count(_ path: [Step], in scanner: JSONScanner) -> Int {
        var scanner = scanner
        return (try? scanner.records(path[...])) ?? 0
    }

    /// Returns the number of members of an object, without `null` members.
    package static func members(in scanner: JSONScanner) -> Int {
        var scanner = scanner, count = 0
        guard (try? scanner.next()) == .objectStart else { return 0 }
        while case .name? = try? scanner.next(), let kind = (try? scanner.nextKind()) ?? nil {
            if kind != .null { count += 1 }
            guard (try? scanner.skipValue()) != nil else { break }
        }
        return count
    }
}

extension JSONScanner {
    fileprivate mutating func records(_ path: ArraySlice<JSONRecordCount.Step>) throws(JSONError) -> Int {
        let rest = path.dropFirst()
        switch path.first {
        case nil: return try sum(.array) { (scanner) throws(JSONError) in try scanner.skipValue() == nil ? 0 : 1 }
        case .elements: return try sum(.array) { (scanner) throws(JSONError) in try scanner.records(rest) }
        case .members: return try sum(.object) { (scanner) throws(JSONError) in try scanner.records(rest) }
        case .member(let name):
            return try only([name]) { (scanner, _) throws(JSONError) in try scanner.records(rest) }
        case .nested(let list, let folders):
            return try only([list, folders]) { (scanner, name) throws(JSONError) in
                try scanner.records(name == 0 ? [] : [.elements] + path)
            }
        }
    }

    /// The sum over all values in a container; 0 for a value of another kind.
    private mutating func sum(
        _ kind: Kind, _ count: (inout JSONScanner) throws(JSONError) -> Int
    ) throws(JSONError) -> Int {
        guard try nextKind() == kind, try next() != nil else {
            _ = try skipValue()
            return 0
        }
        var sum = 0
        while true {
            if kind == .object, case .objectEnd? = try next() { return sum }
            guard try nextKind() != nil else { break }
            sum += try count(&self)
        }
        _ = try next()
        return sum
    }

    /// The sum over the values of some names in an object; 0 for a name that it has twice, and for another value.
    private mutating func only(
        _ names: [String], _ count: (inout JSONScanner, Int) throws(JSONError) -> Int
    ) throws(JSONError) -> Int {
        guard try nextKind() == .object, try next() != nil else {
            _ = try skipValue()
            return 0
        }
        var counts: [Int?] = names.map { _ in nil }
        while case .name(let found)? = try next() {
            if let name = names.firstIndex(where: { matches(found, $0) }) {
                let found = try count(&self, name)
                counts[name] = counts[name] == nil ? found : 0
            } else {
                _ = try skipValue()
            }
        }
        return counts.reduce(0) { $0 + ($1 ?? 0) }
    }
}
