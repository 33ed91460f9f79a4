import Encodings
import Links
import TOTPDomain

extension FileKind {
    /// How a kind of file is told.
    struct Sign: Sendable {
        let isIn: @Sendable (File) -> Bool

        init(_ isIn: @escaping @Sendable (File) -> Bool) { self.isIn = isIn }

        /// One of these is enough.
        static func any(_ signs: Sign...) -> Sign { Sign { file in signs.contains { $0.isIn(file) } } }

        /// A binary file, or a text, that starts so.
        static func start(_ signatures: [UInt8]..., at offset: Int = 0) -> Sign {
            Sign { file in signatures.contains { file.has($0, at: offset) } }
        }

        static func start(_ signatures: String..., at offset: Int = 0) -> Sign {
            Sign { file in signatures.contains { file.has(Array($0.utf8), at: offset) } }
        }

        /// A text that starts so, after white space.
        static func text(_ words: String...) -> Sign {
            Sign { file in words.contains { file.start.starts(with: $0.utf8) } }
        }

        /// A text that starts so, and in which all of these occur.
        static func text(from start: String, with words: String...) -> Sign {
            Sign { file in file.start.starts(with: start.utf8) && words.allSatisfy(file.mentions) }
        }

        /// An SQLite database with these tables.
        static func tables(_ names: String...) -> Sign {
            Sign { file in file.content.kind == .sqlite && file.tables.isSuperset(of: names) }
        }

        /// JSON whose outermost object has these members.
        static func members(_ names: String...) -> Sign {
            Sign { file in
                file.content.jsonOutline.map { outline in
                    outline.shape == .object && names.allSatisfy { outline.members[$0] != nil }
                } ?? false
            }
        }

        /// A file without a signature, by its name and its first bytes.
        static func name(_ words: String, ending: String, start: [UInt8] = []) -> Sign {
            Sign { file in
                file.content.kind == .binary && file.has(start) && file.name.hasSuffix(ending)
                    && file.name.contains(words)
            }
        }
    }
}

extension FileKind.Sign {
    /// A file that is looked at.
    struct File {
        let content: SourceContent
        /// Its own name, in lower case.
        let name: Substring
        /// The start of its text, without white space before it; empty unless it is a text.
        let start: ArraySlice<UInt8>
        /// The names of the tables of a database.
        let tables: Set<String>

        init(_ content: SourceContent, named path: String) {
            self.content = content
            name = path.lowercased().split { $0 == "/" || $0 == ":" }.last ?? ""
            start = content.text.drop(while: ASCII.isWhitespace)
            tables = content.kind == .sqlite ? Self.tables(of: content.bytes) : []
        }

        func has(_ magic: [UInt8], at offset: Int = 0) -> Bool {
            (content.kind == .binary || content.kind == .text) && content.bytes.dropFirst(offset).starts(with: magic)
        }

        func contains(_ name: String) -> Bool { content.bytes.span.firstIndex(of: Array(name.utf8)) != nil }

        func mentions(_ name: String) -> Bool { content.text.span.firstIndex(of: Array(name.utf8)) != nil }

        /// As the statements that made them say: a database keeps these, and nothing is parsed but the name.
        private static func tables(of bytes: [UInt8]) -> Set<String> {
            var names: Set<String> = [], start = 0
            let statement = Array("CREATE TABLE ".utf8)
            while names.count < mostTables, let place = bytes.span.extracting(start...).firstIndex(of: statement) {
                start += place + statement.count
                let name = bytes[start...].prefix(longestName).drop { quotes.contains($0) }
                    .prefix { $0 == UInt8(ascii: "_") || $0 &- 48 < 10 || ASCII.lowercased($0) &- 97 < 26 }
                names.insert(String(decoding: name, as: UTF8.self))
            }
            return names
        }

        private static let mostTables = 1000, longestName = 64
        private static let quotes = Array("\"'`[".utf8)
    }

    /// Whether it is one secret, without a name: one word, or groups of one length, of which the last may be shorter.
    static let secret = Self { file in
        guard let lines = file.lines, lines.count == 1 else { return false }
        let groups = lines[0].split { ASCII.isWhitespace($0) || $0 == ASCII.hyphen }.map(\.count)
        guard groups.count == 1 || Set(groups.dropLast()).count == 1 && groups[0] >= max(3, groups[groups.count - 1])
        else { return false }
        return SecretForm(lines[0]).map { $0.hasDigit && $0.characters.count <= 128 } ?? false
    }

    /// Codes that work once each: all lines are codes of one length.
    static let codes = Self { file in
        guard let lines = file.lines, lines.count >= 5 else { return false }
        let codes = lines.compactMap(BackupCode.length)
        return codes.count == lines.count && Set(codes).count == 1
    }
}

extension FileKind.Sign.File {
    private static let longestList = 4096

    /// The lines of a short text that are not empty; nil for others.
    fileprivate var lines: [ArraySlice<UInt8>]? {
        guard content.kind == .text, content.text.count <= Self.longestList else { return nil }
        return content.text.split { $0 == ASCII.newline || $0 == ASCII.carriageReturn }.map(\.trimmingWhitespace)
            .filter { !$0.isEmpty }
    }
}
