import Encodings
import FixtureSupport
import Testing

/// Rules for everything that the program prints.
enum Messages {
    /// Neither control characters nor invisible ones that turn a line around: a message is one line, whatever the names
    /// and labels in it are.
    static func expectPlain(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let hostile = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .format, .lineSeparator, .paragraphSeparator: scalar != "\u{200D}"
            default: false
            }
        }
        #expect(hostile.isEmpty, sourceLocation: sourceLocation)
    }

    /// Checks for secrets that are too long to be in a text by chance. The comment names only the place: a failing test
    /// must not print what the program hid.
    static func expectHidden(
        _ secrets: some Sequence<String>, in text: String, _ place: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let bytes = Array(text.utf8)
        let shown = secrets.count { $0.utf8.count >= 10 && bytes.span.firstIndex(of: Array($0.utf8)) != nil }
        #expect(shown == 0, "\(place) shows \(shown) secrets", sourceLocation: sourceLocation)
    }
}
