import Encodings
import Links
import TOTPDomain

/// A YAML text as JSON, so that its maps and lists are the records of readers that exist.
///
/// Only the subset of `Docs/formats/json-list.md` is read: what it does not have is refused with its line, and never
/// guessed.
/// Every scalar is a string as it is written, because programs disagree about numbers and words: `0123` is 83 for some.
struct YAMLText {
    /// The documents of the text, without empty ones.
    private(set) var documents: [[UInt8]] = []

    static let tab = UInt8(ascii: "\t")

    /// Where YAML has something that is not read.
    struct Refusal: Error {
        /// From 1.
        let line: Int
        let reason: StaticString
        var advice: Advice?
    }

    /// Whether a text may be YAML with maps in maps or lists: a look at its first line and its indentation.
    ///
    /// Lines of names and values without any are a list, however they are read.
    static func mayBe(_ text: [UInt8]) -> Bool {
        var lines = TextLines(), indentation: Int?
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range]
            let content = bytes.drop { $0 == ASCII.space }
            guard let first = content.first, first != ASCII.hash else { continue }
            let column = content.startIndex - bytes.startIndex
            if indentation == nil {
                if first == UInt8(ascii: "%") || content.starts(with: "---".utf8) { continue }
                guard isItem(content) || hasKey(content) else { return false }
                indentation = column
            }
            if column != indentation || isItem(content) { return true }
        }
        return false
    }

    /// A dash with a space after it, or nothing.
    static func isItem(_ content: ArraySlice<UInt8>) -> Bool {
        guard content.first == ASCII.hyphen else { return false }
        let next = content.dropFirst().first
        return next == nil || next == ASCII.space
    }

    /// A colon with a space after it, or nothing.
    private static func hasKey(_ content: ArraySlice<UInt8>) -> Bool {
        content.indices.contains { index in
            guard content[index] == ASCII.colon, index > content.startIndex else { return false }
            let next = content[(index + 1)...].first
            return next == nil || next == ASCII.space
        }
    }

    /// - Throws: ``Refusal`` for what is not in the subset.
    init(_ text: [UInt8]) throws(Refusal) {
        var parser = YAMLParser(text)
        while try parser.nextDocument() {
            let document = try parser.document()
            if document != Array("null".utf8) { documents.append(document) }
        }
    }

    /// The only document, or the list of all.
    var json: [UInt8] {
        if documents.count == 1 { return documents[0] }
        return [UInt8(ascii: "[")] + documents.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}
