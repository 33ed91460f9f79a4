/// A text with QR codes as programs print them to a terminal: half blocks, `##`, or colors (ECMA-48, 8.3.117).
package struct TextPicture {
    /// The codes below each other, dark on light, each row as wide as the others. A column of the text is one pixel
    /// wide, and a line is two pixels high: so a module is a square with a side of one or two pixels.
    package private(set) var rows: [[UInt8]] = []
    /// The words before, beside and after the codes, in UTF-8.
    package private(set) var words: [UInt8] = []

    /// Nil without a code.
    package init?(_ text: [UInt8]) {
        guard Self.mayHaveCodes(text.span) else { return nil }
        var terminal = TerminalColors()
        var block: [TextLine] = []
        func finish() {
            defer { block = [] }
            guard let picture = TextLine.picture(of: block) else { return words += block.flatMap(\.text) }
            if !rows.isEmpty { rows += repeatElement([], count: Self.gap) }
            rows += picture
            words += block.flatMap(\.words)
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == ASCII.newline }) {
            let line = TextLine(line, &terminal)
            if !line.hasShapes || block.count == Self.longest { finish() }
            if line.hasShapes { block.append(line) } else { words += line.text }
            // No image may be so high.
            if rows.count > Limit.imageSide { break }
        }
        finish()
        guard let width = rows.map(\.count).max() else { return nil }
        for row in rows.indices { rows[row] += repeatElement(.light, count: width - rows[row].count) }
    }

    /// Whether a text has one of the block elements, a color, or number signs: every such code has them.
    private static func mayHaveCodes(_ text: Span<UInt8>) -> Bool {
        let pairs: [(first: UInt8, second: UInt8)] = [(0xE2, 0x96), (ASCII.escape, 0x5B), (ASCII.hash, ASCII.hash)]
        return pairs.contains { first, second in
            var from = 0
            while let index = text.firstIndex(of: first, in: from..<text.count) {
                if index + 1 < text.count, text[index + 1] == second { return true }
                from = index + 1
            }
            return false
        }
    }

    /// Rows between two codes: their quiet zones.
    private static let gap = 8
    /// Lines of a block: many codes of the largest version without a line between them.
    private static let longest = 2_000
}

extension UInt8 {
    fileprivate static let dark: UInt8 = 0, light: UInt8 = 255
    /// The background of the terminal.
    fileprivate static let background: UInt8 = 1
}

/// One line as a terminal shows it.
private struct TextLine {
    /// The upper and the lower halves of its columns: dark, light, or the background of the terminal.
    private var upper: [UInt8] = [], lower: [UInt8] = []
    /// As it is, without colors.
    private(set) var text: [UInt8] = []
    /// Without blocks and number signs.
    private(set) var words: [UInt8] = []
    /// Whether some column is more than words on the terminal's background.
    private(set) var hasShapes = false

    /// Bytes of a line that may be a row of a code. One of the largest version has 370 columns, and two colors in each.
    private static let longest = 1 << 14

    init(_ line: ArraySlice<UInt8>, _ terminal: inout TerminalColors) {
        guard line.count <= Self.longest, terminal.hasPaper || line.contains(where: Self.isSign) else {
            text = line + [ASCII.newline]
            return
        }
        var rest = String(decoding: line, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" {
                terminal.follow(&rest)
                continue
            }
            text += String(scalar).utf8
            let (ink, paper) = terminal.colors
            switch scalar {
            case "█", "■", "#": append(ink, ink)
            case "▀": append(ink, paper)
            case "▄": append(paper, ink)
            case "\r": continue
            default:
                if !scalar.properties.isWhitespace { words += String(scalar).utf8 } else { words.append(ASCII.space) }
                append(paper, paper)
            }
        }
        text.append(ASCII.newline)
        words.append(ASCII.newline)
    }

    /// Whether a byte starts a color or a block element, or is a number sign.
    private static func isSign(_ byte: UInt8) -> Bool { byte == 0xE2 || byte == ASCII.hash || byte == ASCII.escape }

    private mutating func append(_ above: UInt8, _ below: UInt8) {
        upper.append(above)
        lower.append(below)
        if above != .background || below != .background { hasShapes = true }
    }

    /// The lines as pixels, dark on light with a quiet zone; nil if they do not contain the corner of a code.
    static func picture(of lines: [TextLine]) -> [[UInt8]]? {
        // A white terminal needs no color for the light modules.
        let background: UInt8 =
            lines.contains { $0.upper.contains(.light) || $0.lower.contains(.light) } ? .dark : .light
        let width = lines.map(\.upper.count).max() ?? 0
        let rows = lines.flatMap { [$0.upper, $0.lower] }.map { row in
            row.map { $0 == .background ? background : $0 } + repeatElement(background, count: width - row.count)
        }
        let halves = lines.contains { $0.upper != $0.lower } ? [1, 2] : [2]
        guard let dark = halves.lazy.compactMap({ centerOfCorners(rows, module: $0) }).first else { return nil }
        let side = [UInt8](repeating: .light, count: quietZone)
        let margin = [[UInt8]](repeating: [], count: quietZone)
        return margin + rows.map { row in side + row.map { $0 == dark ? .dark : .light } + side } + margin
    }

    /// Four modules of two pixels.
    private static let quietZone = 8

    /// The color in the middle of a corner's pattern, which has modules of it 1:1:3:1:1 in three rows of modules.
    private static func centerOfCorners(_ rows: [[UInt8]], module: Int) -> UInt8? {
        // By the column where the three modules start.
        var counts: [Int: Int] = [:]
        for row in rows {
            var next: [Int: Int] = [:]
            let starts = row.indices.filter { $0 == 0 || row[$0] != row[$0 - 1] } + [row.count]
            let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
            for middle in lengths.indices.dropFirst(2).dropLast(2)
            where lengths[middle] == 3 * module && lengths[middle - 1] == module && lengths[middle + 1] == module
                && min(lengths[middle - 2], lengths[middle + 2]) >= module
            {
                let start = starts[middle], count = counts[start, default: 0] + 1
                if count == 3 * module { return row[start] }
                next[start] = count
            }
            counts = next
        }
        return nil
    }
}

/// The colors that a terminal writes in, dark or light.
private struct TerminalColors {
    private var ink = UInt8.light, paper = UInt8.background
    private var isReversed = false

    var colors: (ink: UInt8, paper: UInt8) {
        isReversed ? (paper == .background ? .dark : paper, ink) : (ink, paper)
    }

    /// Whether spaces have a color.
    var hasPaper: Bool { colors.paper != .background }

    /// Follows what is after an escape: `[`, numbers, and a letter, which is `m` for colors. No number is above 255.
    mutating func follow(_ rest: inout Substring.UnicodeScalarView) {
        guard rest.first == "[" else { return }
        rest.removeFirst()
        let codes = rest.prefix { $0.value < 0x40 }
        rest = rest.dropFirst(codes.count)
        guard rest.popFirst() == "m" else { return }
        var numbers = codes.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
            .map { max(0, min(Int(String($0)) ?? 0, 255)) }[...]
        while let number = numbers.popFirst() { set(number, &numbers) }
    }

    private mutating func set(_ number: Int, _ rest: inout ArraySlice<Int>) {
        switch number {
        case 0: self = TerminalColors()
        case 7, 27: isReversed = number == 7
        case 30...37, 90...97: ink = Self.shade(ofName: number % 10)
        case 38: ink = Self.shade(&rest)
        case 39: ink = .light
        case 40...47, 100...107: paper = Self.shade(ofName: number % 10)
        case 48: paper = Self.shade(&rest)
        case 49: paper = .background
        default: break
        }
    }

    /// The number of a color, 0 to 255, after 5, or red, green and blue after 2.
    private static func shade(_ rest: inout ArraySlice<Int>) -> UInt8 {
        guard rest.popFirst() == 5 else { return shade((0..<3).map { _ in rest.popFirst() ?? 0 }) }
        let color = rest.popFirst() ?? 0
        switch color {
        case ..<16: return shade(ofName: color % 8)
        case ..<232: return shade([36, 6, 1].map { (color - 16) / $0 % 6 * 51 })
        default: return shade([Int](repeating: (color - 232) * 10, count: 3))
        }
    }

    /// Black, red, green, yellow, blue, magenta, cyan, white.
    private static func shade(ofName color: Int) -> UInt8 { shade([1, 2, 4].map { color & $0 == 0 ? 0 : 255 }) }

    private static func shade(_ parts: [Int]) -> UInt8 {
        77 * parts[0] + 150 * parts[1] + 29 * parts[2] < 128 * 256 ? .dark : .light
    }
}
