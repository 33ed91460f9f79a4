import Encodings
import TOTPDomain

/// RTF: the text of a document, the links of its fields, and its images.
struct RichText {
    static let signature = Array("{\\rtf".utf8)

    private let bytes: [UInt8]
    private var position = 0
    private var group = Group()
    private var groups: [Group] = []
    private var line = ""
    /// The rows of a table, and the cells of the row that is open.
    private var rows: [[String]] = []
    private var cells: [String] = []
    private var isInRow = false
    /// The first half of a character in two.
    private var highSurrogate: UInt32?
    /// How many fallback characters to skip: they repeat the character before them for programs without Unicode.
    private var replaced = 0
    /// Bytes of a code page.
    private var pending: [UInt8] = []
    /// The code pages of the document and of its fonts.
    private var codePage = windows1252
    private var fonts: [Int: Int] = [:]
    private var pictures = 0

    private struct Group {
        var use = Use.text
        /// How many fallback characters follow a character of Unicode.
        var replacements = 1
        var font = 0
        var content: [UInt8] = []
        var isPicture = false
    }

    private enum Use { case text, dropped, instruction, picture }

    private static let mostGroups = 256
    private static let droppedGroups: Set<String> = [
        "fonttbl", "colortbl", "stylesheet", "info", "listtable", "listoverridetable", "themedata", "nonshppict",
        "generator", "filetbl", "revtbl",
    ]

    private static let windows1252 = 1252
    /// By their numbers in `\fcharset`.
    private static let codePages = [
        128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257,
        204: 1251, 222: 874, 238: 1250,
    ]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(into parts: inout DocumentParts) throws(SourceError) {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"):
                endBytes()
                guard groups.count < Self.mostGroups else {
                    throw SourceError(.limitExceeded, "the document is nested deeper than \(Self.mostGroups) levels")
                }
                groups.append(group)
                group.content = []
            case UInt8(ascii: "}"): end(&parts)
            case UInt8(ascii: "\\"): try control(&parts)
            case ASCII.newline, ASCII.carriageReturn: break
            case _ where byte >= 0x80 || !pending.isEmpty: put(byte: byte)
            default: put(UInt32(byte))
            }
        }
        endBytes()
        try endLine(&parts)
    }

    private mutating func end(_ parts: inout DocumentParts) {
        endBytes()
        let ended = group
        group = groups.popLast() ?? Group()
        switch ended.use {
        case .instruction:
            if group.use == .instruction {
                group.content += ended.content
            } else if let target = TextDecoding.lenientString(ended.content).hyperlink {
                parts.add(target: target)
            }
        case .picture where group.use != .picture:
            guard ended.isPicture else { return }
            pictures += 1
            parts.add(picture: Hex.decode(ended.content.span) ?? ended.content, named: "image \(pictures)")
        default: break
        }
    }

    private mutating func control(_ parts: inout DocumentParts) throws(SourceError) {
        guard position < bytes.count else { return }
        let first = bytes[position]
        if first != UInt8(ascii: "'") { endBytes() }
        guard ASCII.lowercased(first) &- 97 < 26 else {
            position += 1
            switch first {
            case UInt8(ascii: "'"):
                let digits = bytes[position..<min(position + 2, bytes.count)]
                position += digits.count
                if let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) { put(byte: code) }
            case UInt8(ascii: "*"):
                // What follows is for programs that know it.
                let word = bytes.dropFirst(position).drop { ASCII.isWhitespace($0) }
                let isKnown = ["\\fldinst", "\\shppict"].contains { word.starts(with: $0.utf8) }
                if !isKnown, group.use == .text { group.use = .dropped }
            case UInt8(ascii: "~"): put(0xA0)
            case UInt8(ascii: "_"): put(0x2011)
            case ASCII.newline, ASCII.carriageReturn: if group.use == .text, !isInRow { try endLine(&parts) }
            case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): put(UInt32(first))
            default: break
            }
            return
        }
        let start = position
        while position < bytes.count, ASCII.lowercased(bytes[position]) &- 97 < 26, position - start < 32 {
            position += 1
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        let numberStart = position
        if position < bytes.count, bytes[position] == ASCII.hyphen { position += 1 }
        while position < bytes.count, bytes[position] &- 48 < 10, position - numberStart < 10 { position += 1 }
        let number = Int(String(decoding: bytes[numberStart..<position], as: UTF8.self))
        if position < bytes.count, bytes[position] == ASCII.space { position += 1 }
        try apply(word, number, &parts)
    }

    private mutating func apply(_ word: String, _ number: Int?, _ parts: inout DocumentParts) throws(SourceError) {
        switch word {
        case "par", "line", "sect", "page":
            guard group.use == .text else { break }
            if isInRow { put(UInt32(ASCII.space)) } else { try endLine(&parts) }
        case "trowd": if group.use == .text, !isInRow { try startRow(&parts) }
        case "cell":
            guard group.use == .text else { break }
            cells.append(takenLine())
        case "row":
            guard group.use == .text else { break }
            rows.append(cells)
            (cells, isInRow) = ([], false)
        case "tab": put(9)
        case "u":
            let code = UInt32(truncatingIfNeeded: number ?? 0) & 0xFFFF
            replaced = 0
            put(code)
            replaced = group.replacements
        case "ansicpg": codePage = number ?? codePage
        case "f", "deff": group.font = number ?? 0
        case "fcharset": fonts[group.font] = number.flatMap { Self.codePages[$0] }
        case "uc": group.replacements = max(0, min(number ?? 1, 255))
        case "bin":
            let end = min(bytes.count, position + max(0, number ?? 0))
            if group.use == .picture { group.content = Array(bytes[position..<end]) }
            position = end
        case "emdash": put(0x2014)
        case "endash": put(0x2013)
        case "lquote", "rquote": put(UInt32(UInt8(ascii: "'")))
        case "ldblquote", "rdblquote": put(UInt32(UInt8(ascii: "\"")))
        case "fldinst": if group.use == .text { group.use = .instruction }
        case "pict": if group.use == .text { group.use = .picture }
        case "pngblip", "jpegblip": group.isPicture = true
        case "deleted": if number != 0, group.use == .text { group.use = .dropped }
        case _ where Self.droppedGroups.contains(word): group.use = .dropped
        default: break
        }
    }

    /// Characters of a code page are known together: some have two bytes, of which the second may look like ASCII.
    private mutating func put(byte: UInt8) {
        if replaced > 0 { replaced -= 1 } else { pending.append(byte) }
    }

    private mutating func endBytes() {
        guard !pending.isEmpty else { return }
        let bytes = pending
        pending = []
        let page = fonts[group.font] ?? codePage
        let text = page == Self.windows1252 ? nil : TextEncoding(named: "CP\(page)")?.text(bytes)
        let characters = text.map { Array(TextDecoding.lenientString($0).unicodeScalars) }
        for character in characters ?? bytes.map(TextDecoding.windows1252) { put(character.value) }
    }

    private mutating func put(_ code: UInt32) {
        if replaced > 0 {
            replaced -= 1
            return
        }
        switch group.use {
        case .dropped: return
        case .picture:
            if code < 0x80, !ASCII.isWhitespace(UInt8(code)) { group.content.append(UInt8(code)) }
            return
        case .text, .instruction: break
        }
        var code = code
        if 0xD800...0xDBFF ~= code {
            highSurrogate = code
            return
        }
        if 0xDC00...0xDFFF ~= code, let high = highSurrogate {
            code = 0x10000 + (high - 0xD800) << 10 + (code - 0xDC00)
        }
        highSurrogate = nil
        guard let scalar = Unicode.Scalar(code) else { return }
        if group.use == .instruction {
            group.content += Array(String(scalar).utf8)
        } else {
            line.unicodeScalars.append(scalar)
        }
    }

    private mutating func startRow(_ parts: inout DocumentParts) throws(SourceError) {
        let text = takenLine()
        if !text.isEmpty {
            try endTable(&parts)
            try parts.add(line: text)
        }
        isInRow = true
    }

    /// Ends a line, and the table before it.
    private mutating func endLine(_ parts: inout DocumentParts) throws(SourceError) {
        try endTable(&parts)
        let text = takenLine()
        if !text.isEmpty { try parts.add(line: text) }
    }

    private mutating func endTable(_ parts: inout DocumentParts) throws(SourceError) {
        if !cells.isEmpty { rows.append(cells) }
        if !rows.isEmpty { try parts.add(table: rows) }
        (rows, cells, isInRow) = ([], [], false)
    }

    private mutating func takenLine() -> String {
        let text = line.limitingMarks.trimmingWhitespace
        line = ""
        return text
    }
}
