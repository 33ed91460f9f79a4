import Containers
import Encodings
import TOTPDomain

/// The settings file of an Android app (`shared_prefs/*.xml`): strings by name, in the file's order.
struct AndroidPreferences {
    struct Entry {
        var name: String
        var text: String
    }

    private(set) var strings: [Entry] = []
    /// The name in each start tag of a string, for counting.
    private(set) var names: [String] = []

    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    init(_ content: SourceContent) throws(SourceError) {
        var path: [String] = []
        var entry: Entry?
        var strings: [Entry] = []
        var names: [String] = []
        try XMLEvents.read(content.text) { event throws(SourceError) in
            switch event {
            case .start(let name, let attributes):
                path.append(name)
                if path == ["map", "string"] {
                    names.append(attributes["name"] ?? "")
                    entry = Entry(name: attributes["name"] ?? "", text: "")
                }
            case .text(let text):
                entry?.text += text
            case .end:
                path.removeLast()
                if path.count == 1, let done = entry {
                    strings.append(done)
                    entry = nil
                }
            }
        }
        (self.strings, self.names) = (strings, names)
    }

    /// The first string with this name.
    subscript(name: String) -> String? { strings.first { $0.name == name }?.text }

    /// Whether the content is XML that contains a text, without parsing it.
    static func mention(_ text: String, in content: SourceContent) -> Bool {
        content.isMarkup && content.text.span.firstIndex(of: Array(text.utf8)) != nil
    }
}

extension SourceContent {
    /// Whether it is a text that starts like XML or HTML.
    var isMarkup: Bool {
        kind == .text && text.firstNonSpace == UInt8(ascii: "<")
    }
}
