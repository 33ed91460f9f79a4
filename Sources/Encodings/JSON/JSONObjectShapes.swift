/// The different objects of a list: the kinds of their members by name, once for all objects that have the same members
/// in the same order.
package struct JSONObjectShapes: Sendable {
    package private(set) var shapes: [[String: JSONScanner.Kind]] = []

    /// A member of an object, with the member before it. The first node is the start of every object.
    private struct Node {
        let name: [UInt8]
        let kind: JSONScanner.Kind
        let previous: Int
        var following: [Int] = []
        var isLast = false
    }
    private var nodes = [Node(name: [], kind: .object, previous: 0)]

    /// A real list has few, and each is looked at by many formats. What comes later has no shape.
    private static let maximumNodes = 2000, maximumFollowing = 64

    /// Reads the object that comes next, up to the damage if there is some.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONError) {
        var node: Int? = 0
        defer { if let node { end(at: node) } }
        _ = try scanner.next()
        while case .name(let text)? = try scanner.next(), let kind = try scanner.nextKind() {
            node = node.flatMap { follow($0, scanner.utf8(text), kind) }
            _ = try scanner.skipValue()
        }
    }

    private mutating func follow(_ node: Int, _ name: ArraySlice<UInt8>, _ kind: JSONScanner.Kind) -> Int? {
        for next in nodes[node].following
        where nodes[next].kind == kind && nodes[next].name.count == name.count && nodes[next].name.elementsEqual(name) {
            return next
        }
        guard nodes.count < Self.maximumNodes, nodes[node].following.count < Self.maximumFollowing else { return nil }
        nodes.append(Node(name: Array(name), kind: kind, previous: node))
        nodes[node].following.append(nodes.count - 1)
        return nodes.count - 1
    }

    private mutating func end(at last: Int) {
        guard !nodes[last].isLast else { return }
        nodes[last].isLast = true
        var members: [String: JSONScanner.Kind] = [:]
        var node = last
        while node != 0 {
            let name = String(decoding: nodes[node].name, as: UTF8.self).limitingMarks
            // If a name is repeated, the last value counts.
            members[name] = members[name] ?? nodes[node].kind
            node = nodes[node].previous
        }
        shapes.append(members)
    }
}
