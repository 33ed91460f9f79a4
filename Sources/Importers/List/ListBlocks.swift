import Encodings
import Links
import TOTPDomain

/// A text of blocks, each an account: lines of a name and a value, such as `Issuer: Acorn`.
struct ListBlocks: Sendable {
    private let text: [UInt8]
    private let blocks: [Block]
    private let comments: Int

    /// nil if a line has another form, or a block is not surely an account.
    init?(_ text: [UInt8]) {
        guard let (blocks, comments) = Self.blocks(of: text), Self.areAccounts(blocks),
            !LinkListReader.hasBrokenLink(in: text)
        else { return nil }
        self.text = text
        self.blocks = blocks
        self.comments = comments
    }

    func document(_ format: FormatID, _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        var list = LoginList(format, limits)
        for block in PlantedLoss.applied(to: blocks) {
            try list.add(try block.entry ?? LoginEntry(rejected: .notAnObject), at: EntryPosition(line: block.line))
        }
        list.add(.comment, count: comments)
        return list.finished(records: Self.recordCount(text))
    }

    /// The number of comments and blocks, by the names of lines: a block starts after an empty line or a rule, and with
    /// a name that the last one has.
    private static func recordCount(_ text: [UInt8]) -> Int {
        var count = 0
        var names: Set<String> = []
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if bytes.isEmpty || isRule(bytes) {
                names = []
            } else if bytes.first == ASCII.hash {
                count += 1
            } else if let name = field(bytes)?.name {
                if names.isEmpty || names.contains(name) {
                    count += 1
                    names = []
                }
                names.insert(name)
            }
        }
        return count
    }

    // MARK: - Blocks

    private struct Block: Sendable {
        /// From 1.
        let line: Int
        var fields: [(name: String, value: String)] = []

        /// What a table with one row says of the account.
        var entry: LoginEntry? {
            get throws(SourceError) {
                var text: [UInt8] = []
                CSVWriter.append(fields.map(\.name), to: &text)
                CSVWriter.append(fields.map(\.value), to: &text)
                var rows = try CSVTable(text)
                let columns = LoginTableColumns(rows.header)
                var keys: [Int: SecretEncoding] = [:]
                for key in columns.keys + columns[.possibleKey] { keys[key] = columns.encoding(ofKeyAt: key) }
                let table = LoginTable(rows, columns, keys: keys)
                return try rows.next().map(table.entry)
            }
        }
    }

    private static func blocks(of text: [UInt8]) -> (blocks: [Block], comments: Int)? {
        var found: [Block] = []
        var comments = 0
        var isOpen = false
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if bytes.isEmpty || isRule(bytes) {
                isOpen = false
                continue
            }
            if bytes.first == ASCII.hash {
                comments += 1
                continue
            }
            guard let field = field(bytes) else { return nil }
            // A name that the block has starts the next one, but only if blocks start with it.
            if isOpen, let fields = found.last?.fields, fields.contains(where: { $0.name == field.name }) {
                guard fields.first?.name == field.name else { return nil }
                isOpen = false
            }
            if !isOpen {
                found.append(Block(line: line.number + 1))
                isOpen = true
            }
            found[found.count - 1].fields.append(field)
        }
        return found.isEmpty ? nil : (found, comments)
    }

    /// Whether every block has a secret and a name, and the secrets prove that they are some.
    private static func areAccounts(_ blocks: [Block]) -> Bool {
        var evidence = SecretEvidence(isStrict: true)
        for block in blocks {
            var hasSecret = false, hasName = false
            for (name, value) in block.fields where !value.isBlank {
                switch AccountPart(named: name) {
                case .key, .possibleKey:
                    guard SecretEvidence.isLink(value) || SecretEvidence.canBeSecret(value) else { return false }
                    evidence.add(value)
                    hasSecret = true
                case .hexKey, .base64Key: hasSecret = true
                case .issuer, .title, .user, .account: hasName = true
                case nil: hasSecret = hasSecret || SecretEvidence.isLink(value)
                case .kind, .algorithm, .digits, .period, .counter: break
                }
            }
            guard hasSecret, hasName else { return false }
        }
        return !evidence.isPossible || evidence.isConvincing
    }

    /// The name in lower case, and the value of a line; nil for a name that says nothing of an account.
    private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        guard let mark = line.firstIndex(where: { $0 == ASCII.colon || $0 == ASCII.equals }),
            mark - line.startIndex <= longestName
        else { return nil }
        let name = String(decoding: line[..<mark], as: UTF8.self).limitingMarks.trimmingWhitespace.lowercased()
        guard AccountPart(named: name) != nil || otherNames.contains(AccountPart.folded(name)) else { return nil }
        return (name, String(decoding: line[(mark + 1)...], as: UTF8.self).limitingMarks.trimmingWhitespace)
    }

    private static let longestName = 40
    /// A link, perhaps, and what people add to an account.
    private static let otherNames: Set<String> = ["url", "uri", "link", "note", "notes", "comment", "website"]

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= 3 && line.allSatisfy { "-=*_~#".utf8.contains($0) }
    }
}
