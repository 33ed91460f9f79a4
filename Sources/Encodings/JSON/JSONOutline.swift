/// The outermost structure of a JSON text: enough to detect the app of an export, without decoding it.
///
/// It has the names of the outermost object, or of the first object among the first elements of the outermost list:
/// a damaged element may be before it. It never fails: a damaged text has the names before the damage.
package struct JSONOutline: Sendable {
    /// The kind of the outermost value.
    package enum Shape: Sendable, Hashable { case object, array }

    package let shape: Shape
    /// The members' names and the kinds of their values.
    package private(set) var members: [String: JSONScanner.Kind] = [:]
    /// The objects in the lists of the outermost object, by the lists' names.
    package private(set) var lists: [String: JSONObjectShapes] = [:]

    /// Whether there are members of all these names, whatever their values are.
    package func has(_ keys: String...) -> Bool { keys.allSatisfy { members[$0] != nil } }

    /// The outermost object of a real export has far fewer members.
    private static let maximumMembers = 256
    private static let maximumNameCount = 64
    private static let maximumDamaged = 16

    /// - Returns: nil if the text does not start with `{` or `[`.
    package init?(_ text: [UInt8]) {
        var scanner = JSONScanner(text, checksEscapes: false)
        switch try? scanner.next() {
        case .objectStart: shape = .object
        case .arrayStart:
            shape = .array
            for _ in 0..<Self.maximumDamaged {
                guard let kind = (try? scanner.nextKind()) ?? nil, kind != .object else { break }
                _ = try? scanner.skipValue()
            }
            guard (try? scanner.next()) == .objectStart else { return }
        default: return nil
        }
        try? readMembers(&scanner)
    }

    private mutating func readMembers(_ scanner: inout JSONScanner) throws(JSONError) {
        while members.count < Self.maximumMembers, case .name(let name)? = try scanner.next() {
            guard name.range.count <= Self.maximumNameCount, let kind = try scanner.nextKind() else { return }
            let name = try scanner.string(name)
            members[name] = kind
            if kind != .array || shape != .object || !readObjects(of: name, &scanner) { _ = try scanner.skipValue() }
        }
    }

    /// - Returns: false if the list is damaged; the scanner then is still before it.
    private mutating func readObjects(of name: String, _ scanner: inout JSONScanner) -> Bool {
        // A name may be repeated.
        var list = lists.removeValue(forKey: name) ?? JSONObjectShapes(), inside = scanner
        defer { lists[name] = list }
        do throws(JSONError) {
            _ = try inside.next()
            while let kind = try inside.nextKind() {
                if kind == .object { try list.read(&inside) } else { _ = try inside.skipValue() }
            }
            _ = try inside.next()
        } catch { return false }
        scanner = inside
        return true
    }
}
