import Encodings

/// Tells quotes and brackets in the values of a link from those that end it: `issuer=The "Big" Co&digits=8`.
///
/// A cursor: ``isInValue(_:at:)`` is called with each of them in order.
struct LinkQuotes {
    /// The quote or bracket before the link, and what closes it.
    private let opening: UInt8?
    private let closing: UInt8?
    /// Where the parameters start; nil for a link without parameters.
    private let question: Int?
    /// Where the next parameter is; 0 if it is not known.
    private var parameter = 0
    /// Brackets like that before the link that are open, and where they were counted last.
    private var open = 0
    private var counted: Int
    /// Whether a quote like that before the link was in a value.
    private var isQuoted = false

    /// - Parameters:
    ///   - part: a line up to the next link.
    ///   - start: where the link starts.
    init(_ part: Span<UInt8>, from start: Int) {
        opening = start > 0 ? part[start - 1] : nil
        switch opening {
        case UInt8(ascii: "<"): closing = UInt8(ascii: ">")
        case UInt8(ascii: ">"): closing = UInt8(ascii: "<")
        default: closing = opening.flatMap(LinkFinder.partner) ?? opening
        }
        question = part.firstIndex(of: ASCII.question, in: start..<part.count)
        counted = start
    }

    /// For the rest of a link's parameters, in a line from its start.
    init(closing: UInt8?) { (opening, self.closing, question, counted) = (nil, closing, -1, 0) }

    /// Whether a known parameter follows it. What closes the quote or bracket before the link ends it nevertheless, unless
    /// it closes another in the link, or a word or a parameter follows at once.
    mutating func isInValue(_ part: Span<UInt8>, at index: Int) -> Bool {
        guard let question else { return false }
        if parameter <= index {
            let next =
                index > question
                ? LinkProse.parameter(in: part, afterQuote: index)
                : LinkProse.startsParameter(part, question + 1) ? question : nil
            guard let next else { return false }
            parameter = next
        }
        let byte = part[index]
        guard byte == closing else { return true }
        if opening != closing {
            open += (counted..<index).count { part[$0] == opening }
            counted = index
            if open > 0 {
                open -= 1
                return true
            }
        }
        let next = part[index + 1]
        let isWord = ASCII.lowercased(next) &- 97 < 26 || next &- 48 < 10 || next >= 0x80
        isQuoted = isQuoted || isWord || next == ASCII.ampersand
        return isQuoted
    }
}
