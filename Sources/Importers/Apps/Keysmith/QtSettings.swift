import Encodings
import TOTPDomain

/// A settings file as Qt writes it: groups of keys and values, in the file's order.
///
/// The format of QSettings: https://doc.qt.io/qt-6/qsettings.html#Format-enum
struct QtSettings {
    struct Group {
        let name: String
        /// If a key is repeated, its last value, as in Qt.
        var values: [String: String] = [:]
    }

    private(set) var groups: [Group] = []

    /// Keys of a group beyond this number are ignored; accounts have fewer.
    private static let maximumKeys = Limit.qtKeys

    /// Groups in addition to the groups of accounts.
    private static let otherGroups = 10

    /// - Throws: ``SourceError`` with `limit-exceeded` if there are more groups than entries are allowed.
    init(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) {
        var lines = Lines(text)
        while let line = lines.next() {
            switch line {
            case .group(let name):
                try limits.check(records: groups.count - Self.otherGroups)
                groups.append(Group(name: name))
            case .value(let key, let raw):
                guard let last = groups.indices.last,
                    groups[last].values.count < Self.maximumKeys || groups[last].values[key] != nil
                else { continue }
                groups[last].values[key] = Self.value(raw)
            }
        }
        groups = PlantedLoss.applied(to: groups)
    }

    /// The number of groups in a text, by the brackets that lines start with.
    static func groupCount(in text: [UInt8]) -> Int {
        text.split { $0 == ASCII.newline || $0 == ASCII.carriageReturn }.count { line in
            let line = line.trimmingWhitespace
            return line.first == UInt8(ascii: "[") && line.contains(UInt8(ascii: "]"))
        }
    }

    /// Whether the first line is the name of a group, as in these files but hardly elsewhere.
    static func matches(_ text: [UInt8]) -> Bool {
        let start = text.drop(while: ASCII.isWhitespace)
        guard start.first == UInt8(ascii: "["), let end = start.prefix(256).firstIndex(of: UInt8(ascii: "]")),
            end > start.startIndex + 1
        else { return false }
        return start[(start.startIndex + 1)..<end].allSatisfy { byte in
            // Letters, digits, and other characters that Qt writes in names.
            ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10 || "%-_.{}".utf8.contains(byte)
        }
    }

    // MARK: - Lines

    enum Line {
        /// The name, percent-decoded.
        case group(String)
        /// A key, and its value as it is written.
        case value(key: String, raw: ArraySlice<UInt8>)
    }

    /// The lines of a file that contain a group or a value.
    struct Lines {
        private var rest: ArraySlice<UInt8>

        init(_ text: [UInt8]) { rest = text[...] }

        mutating func next() -> Line? {
            while !rest.isEmpty {
                let end = rest.firstIndex { $0 == ASCII.newline || $0 == ASCII.carriageReturn } ?? rest.endIndex
                let line = rest[..<end].trimmingWhitespace
                rest = rest[min(end + 1, rest.endIndex)...]
                if line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")) {
                    return .group(Self.name(line[(line.startIndex + 1)..<close]))
                }
                if line.first != UInt8(ascii: ";"), let equals = line.firstIndex(of: ASCII.equals) {
                    return .value(
                        key: Self.name(line[..<equals]), raw: line[(equals + 1)...].trimmingWhitespace)
                }
            }
            return nil
        }

        private static func name(_ bytes: ArraySlice<UInt8>) -> String {
            TextDecoding.lenientString(
                PercentCoding.decodedBytes(Array(bytes.trimmingWhitespace).span, plusIsSpace: false))
        }
    }

    // MARK: - Values

    /// The text of a value: without quotes, escapes replaced.
    static func value(_ raw: ArraySlice<UInt8>) -> String {
        let text = unescaped(TextDecoding.lenientString(raw))
        // A text that starts with @ has another @ in front, because a single @ starts a value of another type.
        return text.hasPrefix("@@") ? String(text.dropFirst()) : text
    }

    private static func unescaped(_ raw: String) -> String {
        var units: [UInt16] = []
        var rest = raw.unicodeScalars[...]
        var isQuoted = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": isQuoted.toggle()
            // The start of a comment.
            case ";" where !isQuoted: rest = rest[rest.endIndex...]
            case "\\": units += escape(&rest)
            default: units += Array(String(scalar).utf16)
            }
        }
        return String(decoding: units, as: UTF16.self).limitingMarks
    }

    private static let controls: [Unicode.Scalar: UInt16] = [
        "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13,
    ]

    /// The UTF-16 units of an escape, after its backslash. All hexadecimal or octal digits that follow are part of it.
    private static func escape(_ rest: inout Substring.UnicodeScalarView) -> [UInt16] {
        guard let first = rest.first else { return [] }
        let isHexadecimal = first == "x"
        let digits = isHexadecimal ? rest.dropFirst() : rest
        let radix: UInt32 = isHexadecimal ? 16 : 8
        let count = digits.prefix { digit($0, radix) != nil }.count
        guard count > 0 else {
            rest.removeFirst()
            return controls[first].map { [$0] } ?? Array(String(first).utf16)
        }
        let number = digits.prefix(count).reduce(UInt32(0)) { number, scalar in
            min(number * radix + (digit(scalar, radix) ?? 0), 1 << 24)
        }
        rest = digits.dropFirst(count)
        // Half a surrogate pair: the other half is in the next escape.
        if let unit = UInt16(exactly: number) { return [unit] }
        return Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf16)
    }

    private static func digit(_ scalar: Unicode.Scalar, _ radix: UInt32) -> UInt32? {
        guard let byte = UInt8(exactly: scalar.value), let value = ASCII.hexValue(byte), value < radix else {
            return nil
        }
        return UInt32(value)
    }
}
