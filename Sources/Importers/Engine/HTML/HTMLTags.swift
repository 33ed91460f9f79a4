import Containers
import Encodings
import Links
import TOTPDomain

/// Tags of an HTML page with the texts around them, in order.
///
/// The page is not parsed: its links contain bare ampersands, which a parser would turn into other characters.
package struct HTMLTags {
    package struct Tag {
        /// In lower case, with the slash of an end tag.
        package var name: String
        /// The tag itself.
        package var source: Range<Int>
        /// The text between the previous tag and this tag.
        package var before: Range<Int>
        /// The text between this tag and the next.
        package var after: Range<Int>
        /// Whether the end tag of this tag follows the text: otherwise it may be cut off.
        package var isClosed: Bool
    }

    private let text: [UInt8]
    private let names: Set<String>
    private var position = 0
    private var textStart = 0

    /// - Parameter names: of the tags to return, of up to ``longestName`` characters, end tags with their slash.
    package init(_ text: [UInt8], names: Set<String>) {
        self.text = text
        self.names = names
    }

    private static let longestName = 7

    package mutating func next() -> Tag? {
        while position < text.count {
            let start = index(of: UInt8(ascii: "<"), from: position)
            guard start < text.count else { break }
            let before = textStart..<start
            // A tag without an end ends where the next one starts.
            let nextStart = index(of: UInt8(ascii: "<"), from: start + 1)
            let end = index(of: UInt8(ascii: ">"), from: start + 1, to: nextStart)
            let after = min(end + 1, nextStart)..<nextStart
            position = nextStart
            textStart = after.lowerBound
            let name = name(at: start + 1)
            guard names.contains(name) else { continue }
            let isClosed = end < nextStart && self.name(at: nextStart + 1) == "/\(name)"
            return Tag(
                name: name, source: start..<after.lowerBound, before: before, after: after, isClosed: isClosed)
        }
        position = text.count
        return nil
    }

    /// Counts the tags of a page, without reading the text between them.
    ///
    /// - Parameter tag: with its bracket, in lower case: `<code`.
    package static func count(of tag: StaticString, in text: [UInt8]) -> Int {
        text.indices.count { isTag(tag, at: $0, of: text) }
    }

    /// Counts the tags that have no end tag before the next such tag, in the same way.
    package static func countWithoutEnd(_ tag: StaticString, end: StaticString, in text: [UInt8]) -> Int {
        var count = 0
        var isOpen = false
        for index in text.indices {
            if isTag(tag, at: index, of: text) {
                if isOpen { count += 1 }
                isOpen = true
            } else if isOpen, isTag(end, at: index, of: text) {
                isOpen = false
            }
        }
        return count + (isOpen ? 1 : 0)
    }

    /// Whether a tag is at an index of a page.
    private static func isTag(_ tag: StaticString, at index: Int, of text: [UInt8]) -> Bool {
        let length = tag.utf8CodeUnitCount
        guard text[index] == UInt8(ascii: "<"), index + length <= text.count,
            (1..<length).allSatisfy({ ASCII.lowercased(text[index + $0]) == tag.utf8Start[$0] })
        else { return false }
        return index + length == text.count || !isName(text[index + length])
    }

    /// The index of a byte, or of the end.
    private func index(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int {
        let end = end ?? text.count
        return text.span.firstIndex(of: byte, in: min(start, end)..<end) ?? end
    }

    /// Cut short if it is longer than the names that matter.
    private func name(at start: Int) -> String {
        let name = text.dropFirst(start).prefix(Self.longestName).prefix(while: Self.isName)
        return String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte == ASCII.slash || ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10
    }
}

/// Elements that an app writes in its page. Others may be a newer version's, with accounts in them.
extension KnownNames {
    /// Those of every page, also as browsers save it.
    private static let ofEveryPage: StaticString = "html head meta link base title style script body"

    /// - Parameters:
    ///   - elements: further names, separated by spaces.
    ///   - taken: the element whose text a reader always takes, or rejects.
    package init(page elements: StaticString, taking taken: StaticString = "") {
        self.init([Self.ofEveryPage: .known, elements: .known, taken: .taken], ignoringCase: true)
    }

    /// Names what is on a page and in no account: other elements, comments, text behind the end, and links, secrets and
    /// recovery codes anywhere.
    ///
    /// - Parameter text: the page, or what there is if it is cut off.
    package func look(at text: [UInt8], _ document: inout ImportedDocument) {
        document.name(unread: unread(inPage: text))
        let accounts = document.accounts, known = Set(accounts.map(\.secret))
        let hasRejected = accounts.count < document.entries.count
        var leftovers = Leftovers(), pieces = HTMLPieces(text), isTaken = false, isEnded = false
        func look(_ range: Range<Int>, or other: Leftover.Kind? = nil, isShown: Bool = false) {
            guard other != nil || range.count >= SecretForm.shortest else { return }
            let piece = text.span.extracting(range)
            guard piece.indices.contains(where: { piece[$0] &- 48 < 10 || ASCII.lowercased(piece[$0]) &- 97 < 26 }),
                let kind = Leftover.Kind(in: piece, besides: known) ?? other,
                // Rejected entries have theirs there.
                !(isShown && hasRejected && kind == .secret)
            else { return }
            leftovers.add(kind)
        }
        while let piece = pieces.next() {
            switch piece {
            case .comment(let range): look(range, or: text[range].starts(with: "!--".utf8) ? .comment : nil)
            case .text where isTaken && !isEnded: break
            case .text(let range): look(range, or: isEnded ? .text : nil, isShown: true)
            case .tag(let tag):
                isTaken = !tag.isEnd && roles(of: tag.name).contains(.taken)
                isEnded = isEnded || tag.isEnd && tag.name == "html"
                guard tag.attributes.count >= SecretForm.shortest else { break }
                for (_, value) in tag.values(in: text) where DataAddress.content(text[value]) == nil { look(value) }
            }
        }
        document.leftovers.add(leftovers)
    }

    /// The names of other elements, in the order of the page.
    package func unread(inPage text: [UInt8]) -> UnreadNames {
        var unread = UnreadNames(), index = 0
        while let start = text.span.firstIndex(of: UInt8(ascii: "<"), in: index..<text.count) {
            index = start + 1
            let name = text[index...].prefix { $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || $0 == ASCII.hyphen }
            guard let first = name.first, first | 0x20 &- 97 < 26, name.count <= Limit.csvName,
                // A name at the end may be cut off.
                name.endIndex < text.count
            else { continue }
            if !roles(of: name).contains(.known) {
                unread.add(raw: String(decoding: name, as: UTF8.self), entries: 0)
            }
        }
        return unread
    }
}
