import TOTPDomain

/// The names of an app's groups, folders or labels by their identifiers, which the entries have. An identifier that no group
/// has is named by its member: the tag is missing from the account.
package struct TagNames {
    private let names: [String: String]
    package private(set) var unread = UnreadNames()

    package init(_ names: [String: String]) { self.names = names }

    /// - Parameter member: of the entry, which has the identifiers.
    package mutating func tags(_ identifiers: some Sequence<String>, in member: String) -> [String] {
        let tags = identifiers.map { names[$0] }
        if tags.contains(nil) { unread.add(member, entries: 1) }
        return tags.compactMap(\.self)
    }
}
