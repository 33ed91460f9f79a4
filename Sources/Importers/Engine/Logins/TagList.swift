import Encodings

/// Tags in one text, as KeePass and tables have them: separated by semicolons or commas.
package enum TagList {
    package static func split(_ text: String) -> [String] {
        text.split { $0 == ";" || $0 == "," }.map(String.init)
    }

    /// Only ``storable(_:)`` tags are read back the same.
    package static func join(_ tags: [String]) -> String { tags.joined(separator: ";") }

    /// What a list can contain of the tags, in messages.
    package static let limit = "trimmed tags without commas and semicolons"

    /// The tags, trimmed, without those that a list cannot contain: empty, or with a separator.
    package static func storable(_ tags: [String]) -> [String] {
        tags.map(\.trimmingWhitespace).filter { tag in
            !tag.isEmpty && !tag.utf8.contains { ";,".utf8.contains($0) }
        }
    }
}
