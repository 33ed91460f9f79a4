import Encodings

/// A name in a source that its format neither reads nor knows: the name of a member, a column, or an element.
public struct UnreadName: Sendable, Hashable {
    /// Printable, and not a secret.
    public let name: String
    /// The number of entries in which it has a value; 0 for a name outside of the entries.
    public fileprivate(set) var entries: Int
}

/// The names of a source that are not read, each once, in the source's order. If there are many, only the first are
/// kept.
package struct UnreadNames: Sendable, Hashable {
    package private(set) var names: [UnreadName] = []
    /// Whether there are more than are kept.
    package private(set) var hasMore = false

    package static let most = 16

    package init() {}

    /// A name outside of the entries.
    package init(_ name: String) { add(name, entries: 0) }

    package var isEmpty: Bool { names.isEmpty }

    /// - Parameters:
    ///   - name: for people: printable, and not too long.
    ///   - entries: the number of further entries with this name.
    package mutating func add(_ name: String, entries: Int) {
        if let index = names.firstIndex(where: { $0.name == name }) {
            names[index].entries += entries
        } else if names.count < Self.most {
            names.append(UnreadName(name: name, entries: entries))
        } else {
            hasMore = true
        }
    }

    /// Notes that there are more than are kept.
    package mutating func addMore() { hasMore = true }

    package mutating func add(_ other: UnreadNames) {
        for name in other.names { add(name.name, entries: name.entries) }
        hasMore = hasMore || other.hasMore
    }

    /// A warning for each name, and another if there are more names.
    package func warnings(_ advice: Advice = .compareCodes) -> [Warning] {
        names.map { name in
            let count = name.entries == 0 ? "" : " (\(name.entries) account\(name.entries == 1 ? "" : "s"))"
            return Warning("\"\(name.name)\" is not read\(count)", advice)
        } + (hasMore ? [Warning("more than these \(Self.most) names are not read", advice)] : [])
    }
}

extension ImportedDocument {
    /// Keeps names that are not read, and warns of each.
    package mutating func name(unread names: UnreadNames, _ advice: Advice = .compareCodes) {
        unread.add(names)
        warnings += names.warnings(advice)
    }
}
