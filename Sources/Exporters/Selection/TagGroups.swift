import TOTPDomain

/// Identifiers of tags, for apps that store groups and refer to them.
package struct TagGroups {
    /// In the order of their first use.
    package private(set) var all: [(id: String, name: String)] = []
    private var ids: [String: String] = [:]

    package init() {}

    /// The identifier of a tag's group, which is added if it is new.
    ///
    /// - Parameter newID: makes the identifier of a new group.
    package mutating func id(
        of tag: String, newID: () throws(ExportError) -> String
    ) throws(ExportError) -> String {
        if let id = ids[tag] { return id }
        let id = try newID()
        ids[tag] = id
        all.append((id, tag))
        return id
    }
}
