import Encodings

/// Tags in one text, as KeePass and tables have them: separated by semicolons or commas.
package enum TagList {
    package static func split(_ text: String) -> [String] {
        text.split { $0 == ";" || $0 == "," }.map(String.init)
    }

    /// Only ``storable(_:)`` tags are read back the same.
    package static func join(_ tags: [String]) -> String { tags.joined(separator: ";") }

    /// The tags without those that a list cannot contain: empty, with spaces around them, or with a separator.
    package static func storable(_ tags: [String]) -> [String] {
        tags.filter { tag in
            !tag.isEmpty && tag == tag.trimmingWhitespace && !tag.utf8.contains { ";,".utf8.contains($0) }
        }
    }
}
