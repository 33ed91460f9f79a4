import Containers
import Encodings
import Links
import TOTPDomain

/// The settings file of an Android app (`shared_prefs/*.xml`): strings by name, in the file's order.
package struct AndroidPreferences {
    package struct Entry {
        package var name: String
        package var text: String
    }

    package private(set) var strings: [Entry] = []
    /// Attributes that Android does not write, and text beside the strings that may be of an account.
    package private(set) var unread = UnreadNames()
    /// The number of strings, by their tags.
    private var count = 0

    /// What Android writes, by the type of the value.
    private static let types: Set<String> = [
        "string", "set", "boolean", "int", "long", "float", "double", "null", "map", "list", "byte-array", "int-array",
        "long-array", "double-array", "string-array", "boolean-array",
    ]

    private static let attributes: Set<String> = ["name", "value", "num"]

    /// - Throws: ``SourceError`` with `unsupported-version`, `corrupt` or `limit-exceeded`.
    package init(_ content: SourceContent) throws(SourceError) {
        var path: [String] = []
        var entry: Entry?
        var texts: [String: String] = [:], between = ""
        // Thrown only for a file that can be read to its end.
        var unknown: SourceError?
        try XMLEvents.read(content.text) { event throws(SourceError) in
            switch event {
            case .start(let name, let attributes):
                path.append(name)
                for name in attributes.keys.sorted() where !Self.attributes.contains(name) {
                    unread.add(raw: name, entries: 0)
                }
                if unknown == nil, path.count == 1, name != "map" { unknown = .mayBeNewer("map") }
                if unknown == nil, path.count > 1, !Self.types.contains(name) {
                    unknown = SourceError(
                        .unsupportedVersion, "its format may be newer: the element \(name.quoted) is not known",
                        "update totp-import, or export it again")
                }
                if path == ["map", "string"] {
                    if unknown == nil, attributes["name"] == nil { unknown = .mayBeNewer("name") }
                    entry = Entry(name: attributes["name"] ?? "", text: "")
                }
            case .text(let text):
                if entry == nil { between += text } else { entry?.text += text }
            case .end:
                path.removeLast()
                if between.last?.isNewline == false { between += "\n" }
                if path.count == 1, let done = entry {
                    // If a name is there twice, readers take the first string.
                    if texts.updateValue(done.text, forKey: done.name).map({ $0 != done.text }) == true {
                        unread.add(raw: done.name, entries: 0)
                    }
                    strings.append(done)
                    entry = nil
                }
            }
        }
        if let unknown { throw unknown }
        if between.split(whereSeparator: \.isNewline).contains(where: { Leftover.Kind(in: String($0)) != nil }) {
            unread.add("text beside its strings", entries: 0)
        }
        count = XMLTags.count(in: content.text.span) { tag, text in tag.isNamed("string", in: text) }
    }

    /// The strings that are records, and their number, counted separately: all strings in the text, minus the strings
    /// that are something else.
    package func records(where isRecord: (Entry) -> Bool) -> (strings: [Entry], count: Int) {
        (PlantedLoss.applied(to: strings.filter(isRecord)), count - strings.count { !isRecord($0) })
    }

    /// The first string with this name.
    package subscript(name: String) -> String? { strings.first { $0.name == name }?.text }

    /// Whether the content is XML that contains a text, without parsing it.
    package static func mention(_ text: String, in content: SourceContent) -> Bool {
        content.isMarkup && content.text.span.firstIndex(of: Array(text.utf8)) != nil
    }
}
