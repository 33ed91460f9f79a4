import Encodings
import TOTPDomain

extension ImportedDocument {
    /// Skips a line that is not an account, and notes what it may hold of one.
    ///
    /// - Parameter line: its number, from 1.
    package mutating func skip(_ reason: SkipReason, _ bytes: Span<UInt8>, line: Int) {
        skipped.add(reason)
        if reason != .blank {
            leftovers.add(Leftover.Kind(in: bytes) ?? (reason == .comment ? .comment : .text), line: line)
        }
    }

    /// Notes what the comments of settings or of a dump may hold of an account: their readers pass over them.
    package mutating func lookAtComments(of content: SourceContent) {
        guard content.kind == .text, let first = content.text.firstNonSpace, !"{[<".utf8.contains(first) else { return }
        let text = content.text.span
        let isSQL = text.firstIndex(of: Array("INSERT INTO".utf8)) != nil
        var lines = TextLines()
        while let line = lines.next(in: text) {
            let bytes = text.extracting(line.range)
            guard let start = isSQL && Self.isNoSQL(bytes) ? 0 : Self.comment(in: bytes),
                let kind = Leftover.Kind(in: bytes.extracting(start..<bytes.count))
            else { continue }
            leftovers.add(kind, line: line.number + 1)
        }
    }

    /// Whether a line of a dump is not a part of a statement, nor of a row with tabs: all of them have one of these.
    private static func isNoSQL(_ line: Span<UInt8>) -> Bool {
        let first = line.indices.first { !ASCII.isWhitespace(line[$0]) }
        return first.map { line[$0] == UInt8(ascii: "{") } == true
            || !line.indices.contains { "`();\t".utf8.contains(line[$0]) }
    }

    /// Where a comment starts: at the start of a line, or after white space outside of quotation marks.
    private static func comment(in line: Span<UInt8>) -> Int? {
        var quotes = 0, isStart = true
        for index in line.indices {
            let byte = line[index], isSpace = ASCII.isWhitespace(byte)
            if byte == ASCII.hash, index == 0 || ASCII.isWhitespace(line[index - 1]), quotes.isMultiple(of: 2) {
                return index
            }
            if isStart, !isSpace, index + 1 < line.count, byte == line[index + 1], "-/".utf8.contains(byte) {
                return index
            }
            if isStart, byte == UInt8(ascii: ";") { return index }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quotes += 1 }
            isStart = isStart && isSpace
        }
        return nil
    }
}

extension Leftover.Kind {
    /// What a text that no reader uses may hold of an account: a link, a secret or recovery codes.
    ///
    /// - Parameter known: the secrets of accounts: with them, a link or a secret is nothing new.
    /// - Returns: nil for any other text.
    package init?(in line: Span<UInt8>, besides known: Set<OTPSecret> = []) {
        // The characters that start a comment are not part of a word.
        let start = line.indices.first { !"#;/ \t".utf8.contains(line[$0]) } ?? line.count
        let text = line.extracting(start..<line.count)
        let link = KeyURIScheme.findAnywhere(in: text)
        if let link, !Self.isLink(text.extracting(link.start..<text.count), of: known) {
            self = .link
        } else if BareSecret.find(in: text, text.indices).contains(where: { secret in
            !known.contains(secret.secret)
                && !Self.isPassword(BareSecret.label(before: secret.range.lowerBound, in: text))
        }) || link == nil && Self.hasParameter(text) {
            self = .secret
        } else if Self.hasRecoveryCodes(text) {
            self = .recoveryCodes
        } else {
            return nil
        }
    }

    private static func isLink(_ text: Span<UInt8>, of known: Set<OTPSecret>) -> Bool {
        guard !known.isEmpty, let account = try? KeyURI.read(text).account else { return false }
        return known.contains(account.secret)
    }

    package init?(in text: String) { self.init(in: Array(text.utf8).span) }

    /// Whether a name says that its value is a password, or another kind of key.
    private static func isPassword(_ name: String) -> Bool {
        AccountPart.isForeignKey(named: name)
            || name.split(whereSeparator: \.isWhitespace).contains { word in
                AccountPart.passwordNames.contains(AccountPart.folded(String(word)))
            }
    }

    /// Whether it has a secret as a parameter, which `BareSecret` takes for a part of an address: the rest of a link, and
    /// `key=SECRET&size=8`, as plugins of KeePass write it.
    private static func hasParameter(_ text: Span<UInt8>) -> Bool {
        [Array("key=".utf8), Array("secret=".utf8)].contains { name in
            guard let place = text.firstIndex(of: name),
                place == 0 || [ASCII.question, ASCII.ampersand, ASCII.newline].contains(text[place - 1]),
                let end = text.firstIndex(of: ASCII.ampersand, in: (place + name.count)..<text.count)
            else { return false }
            return BareSecret.isAll(of: text.extracting((place + name.count)..<end))
        }
    }

    /// Whether it names recovery codes, and has digits for them.
    private static func hasRecoveryCodes(_ text: Span<UInt8>) -> Bool {
        let digits = text.indices.count { text[$0] &- 48 < 10 }
        guard digits >= 8, text.count <= Limit.link else { return false }
        let words = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }.limitingMarks.lowercased()
        return words.contains("code") && ["backup", "recover", "scratch", "emergency"].contains { words.contains($0) }
    }
}
