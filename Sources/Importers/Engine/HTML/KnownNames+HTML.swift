import Containers
import Encodings
import Links
import TOTPDomain

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
    /// recovery codes anywhere. `text` is the page, or what there is if it is cut off.
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
