import Encodings

/// A code of a service that works once, for the loss of an authenticator: `a1b2c-3d4e5`, `1234 5678`.
package enum BackupCode {
    /// The number of its characters if a line is such a code, with a number or a bullet before it.
    package static func length(_ line: ArraySlice<UInt8>) -> Int? {
        var words = line.split { $0 == ASCII.space || $0 == 9 }
        if words.count > 1, let first = words.first, first.count <= 3,
            first.last.map({ "#.*-)".utf8.contains($0) }) ?? false
        {
            words.removeFirst()
        }
        let groups = words.flatMap { $0.split(separator: ASCII.hyphen) }
        let count = groups.reduce(0) { $0 + $1.count }
        let isCode = groups.allSatisfy { group in
            group.count >= 3 && group.allSatisfy { $0 &- 48 < 10 || ASCII.lowercased($0) &- 97 < 26 }
        }
        // A secret has sixteen characters at least, and a word no digit.
        let hasDigit = groups.contains { group in group.contains { $0 &- 48 < 10 } }
        return isCode && hasDigit && (8...12).contains(count) && groups.count <= 3 ? count : nil
    }

    /// Whether the first line that is not empty starts with such a code.
    static func isFirst(in text: Span<UInt8>) -> Bool {
        let start = text.indices.first { !"#;/*-> \t\r\n".utf8.contains(text[$0]) } ?? text.count
        let line = (start..<text.count).prefix { !ASCII.isLineEnd(text[$0]) }.map { text[$0] }
        let words = line.split { $0 == ASCII.space || $0 == 9 || $0 == UInt8(ascii: ",") }
        return (1...3).contains { length(Array(words.prefix($0).joined(separator: [ASCII.space]))[...]) != nil }
    }
}
