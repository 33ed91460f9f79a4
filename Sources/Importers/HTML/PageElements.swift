import Encodings
import TOTPDomain

/// The elements that an app writes in its page. Others may be a newer version's, with accounts in them.
struct PageElements: Sendable {
    private let names: JSONNameTable

    /// Those of every page, also as browsers save it.
    private static let ofEveryPage = "html head meta link base title style script body"

    /// - Parameter names: further ones, separated by spaces.
    init(_ names: StaticString) {
        self.names = JSONNameTable("\(Self.ofEveryPage) \(names)".split(separator: " ").map(String.init))
    }

    /// The names of other elements, in the order of the page.
    func unread(in text: [UInt8]) -> UnreadNames {
        var unread = UnreadNames(), index = 0
        while let start = text.span.firstIndex(of: UInt8(ascii: "<"), in: index..<text.count) {
            index = start + 1
            let name = text[index...].prefix { $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || $0 == ASCII.hyphen }
            guard let first = name.first, first | 0x20 &- 97 < 26, name.count <= Limit.csvName,
                // A name at the end may be cut off.
                name.endIndex < text.count
            else { continue }
            if !names.contains(name), !names.contains(name.map(ASCII.lowercased)[...]) {
                unread.add(raw: String(decoding: name, as: UTF8.self), entries: 0)
            }
        }
        return unread
    }
}
