import Encodings

/// JSON Lines: one object per line.
enum JSONLines {
    /// The objects with their lines, from 1; nil for a line that is damaged.
    ///
    /// - Returns: nil if the text is JSON, or starts with anything but two such lines.
    static func objects(in text: [UInt8]) -> [(object: JSONValue?, line: Int)]? {
        // Most JSON is on one line, or its first one is a bracket.
        guard let first = text.firstIndex(of: ASCII.newline),
            text[..<first].trimmingWhitespace.last.map({ $0 == UInt8(ascii: "}") }) ?? true
        else { return nil }
        var objects: [(object: JSONValue?, line: Int)] = []
        var line = 0
        for bytes in text.split(separator: ASCII.newline, omittingEmptySubsequences: false) {
            line += 1
            let bytes = bytes.trimmingWhitespace
            if bytes.isEmpty { continue }
            let value = try? JSONValue(text: Array(bytes))
            let object = value.flatMap { $0.kind == .object ? $0 : nil }
            if object == nil, objects.count < 2 { return nil }
            objects.append((object, line))
        }
        return objects.count > 1 ? objects : nil
    }

    /// The number of lines that are not empty, counted without their objects.
    static func count(in text: [UInt8]) -> Int {
        text.split(separator: ASCII.newline).count { !$0.allSatisfy(ASCII.isWhitespace) }
    }
}
