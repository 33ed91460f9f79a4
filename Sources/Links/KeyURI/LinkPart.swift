import Encodings

/// The part of a link that is in one line, without its surroundings: quotation marks, indentation, the bars of a table.
struct LinkPart: Sendable {
    var range: Range<Int>
    /// The width of the line up to its end; in a table, of the cell.
    var width: Int
    /// Whether other text follows it.
    var hasMore = false
    /// Whether the link ends with it.
    var isEnd = false
    /// In a table, whether the row before goes on in this row; nil outside of tables.
    var isContinuation: Bool?

    private var quotes = 0
    /// The bars before it.
    private var bars = 0
    private var hasOtherCells = false
    /// The character that closes the bracket before the link.
    private var partner: UInt8?

    /// Nil if the link ends before its line does.
    init?(first line: Range<Int>, _ place: Range<Int>, in text: Span<UInt8>) {
        quotes = Self.quotes(text, line).count
        var end = line.upperBound
        for index in line.lowerBound..<place.lowerBound where Self.lengthOfBar(text, index) > 0 { bars += 1 }
        if bars > 0 {
            end = Self.bar(text, place.lowerBound..<end) ?? end
            hasOtherCells = Self.hasContent(text, line, beside: place.lowerBound..<end)
        }
        range = text.trimmingWhitespace(in: place.lowerBound..<end)
        // Before other text, separators are not part of a link; before the end of its line they are.
        let rest = place.upperBound..<max(place.upperBound, range.upperBound)
        guard !range.isEmpty, rest.allSatisfy({ LinkFinder.isSeparator(text[$0]) }) else { return nil }
        width = Self.width(text, (bars > 0 && hasOtherCells ? range.lowerBound : line.lowerBound)..<range.upperBound)
        if place.lowerBound > line.lowerBound { partner = LinkFinder.partner(of: text[place.lowerBound - 1]) }
    }

    /// Nil if the line cannot be the next part of a link.
    init?(_ line: Range<Int>, after first: LinkPart, in text: Span<UInt8>) {
        (quotes, bars, partner) = (first.quotes, first.bars, first.partner)
        let start = Self.quotes(text, line)
        // Mail programs that break a quoted line mark its first part alone.
        guard start.count == quotes || start.count == 0 else { return nil }
        var place = start.end..<line.upperBound
        if bars > 0, Self.bar(text, line) != nil {
            guard let cell = Self.cell(bars, text, line) else { return nil }
            place = cell
            if first.hasOtherCells { isContinuation = !Self.hasContent(text, line, beside: cell) }
        }
        range = text.trimmingWhitespace(in: place)
        width = 0
        // A line may only separate others.
        guard let byte = range.first.map({ text[$0] }), byte != ASCII.hash,
            !range.allSatisfy({ "-=+:_*~".utf8.contains(text[$0]) }),
            KeyURIScheme.findAnywhere(in: text.extracting(range)) == nil
        else { return nil }
        // psql shows with dots where it broke a cell.
        if isContinuation == true, byte == UInt8(ascii: "."), text[first.range.upperBound - 1] == byte {
            range.removeFirst()
        }
        width = Self.width(text, (isContinuation == nil ? line.lowerBound : range.lowerBound)..<range.upperBound)
        let part = text.extracting(..<range.upperBound)
        var quotes = LinkQuotes(closing: partner)
        let end = range.first {
            (LinkFinder.isQuote(part[$0]) || part[$0] == partner) && !quotes.isInValue(part, at: $0)
        }
        isEnd = end != nil
        let words = range.lowerBound..<(end ?? range.upperBound)
        range = words.prefix { !ASCII.isWhitespace(text[$0]) }
        hasMore = range.count < words.count
        guard !range.isEmpty else { return nil }
    }

    private static func quotes(_ text: Span<UInt8>, _ line: Range<Int>) -> (count: Int, end: Int) {
        let quote = UInt8(ascii: ">")
        let end = line.drop { ASCII.isWhitespace(text[$0]) || text[$0] == quote }.lowerBound
        return ((line.lowerBound..<end).count { text[$0] == quote }, end)
    }

    private static func width(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        range.count { text[$0] & 0xC0 != 0x80 }
    }

    /// `|`, or one of the bars that Unicode has for drawing: `│`, `┃` and `║`.
    private static func lengthOfBar(_ text: Span<UInt8>, _ index: Int) -> Int {
        guard text[index] >= 0x80 else { return text[index] == UInt8(ascii: "|") ? 1 : 0 }
        return text.has("│", at: index) || text.has("┃", at: index) || text.has("║", at: index) ? 3 : 0
    }

    private static func bar(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        range.first { lengthOfBar(text, $0) > 0 }
    }

    /// Returns the cell after this many bars.
    private static func cell(_ bars: Int, _ text: Span<UInt8>, _ line: Range<Int>) -> Range<Int>? {
        var start = line.lowerBound
        for _ in 0..<bars {
            guard let bar = bar(text, start..<line.upperBound) else { return nil }
            start = bar + lengthOfBar(text, bar)
        }
        return start..<(bar(text, start..<line.upperBound) ?? line.upperBound)
    }

    /// Whether there is anything beside a cell that is neither space nor drawn.
    private static func hasContent(_ text: Span<UInt8>, _ line: Range<Int>, beside cell: Range<Int>) -> Bool {
        line.contains {
            !(cell ~= $0) && !ASCII.isWhitespace(text[$0]) && text[$0] < 0x80 && !"|>.".utf8.contains(text[$0])
        }
    }
}
