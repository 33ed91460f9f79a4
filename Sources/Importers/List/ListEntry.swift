import Encodings
import Links
import TOTPDomain

/// A line of a list.
enum ListEntry: Sendable, ExportedAccount {
    case link(String)
    case secret(OneName, String, digits: String?, counter: String?)
    /// Somebody's code, in the place of a secret.
    case code(OneName)

    var names: (issuer: String, name: String) {
        switch self {
        case .link: ("", "")
        case .secret(let names, _, _, _), .code(let names): (names.issuer, names.name)
        }
    }

    func draft() throws(EntryError) -> AccountDraft {
        switch self {
        case .link(let text): return try AccountDraft(link: Array(text.utf8))
        case .code: throw EntryError(.secretTooShort, "the secret is a code, not a secret or a link")
        case .secret(_, let text, let digits, let counter):
            var draft = try AccountDraft(kind: counter == nil ? .totp : .hotp, base32: text)
            try draft.take(digits: digits.map { .text($0) }, counter: try counter.map(Self.next))
            return draft
        }
    }

    /// 2fa stores the counter of the code that it showed last.
    private static func next(after counter: String) throws(EntryError) -> LenientNumber {
        guard let number = Int64(counter), number < .max else {
            throw EntryError(.counterOutOfRange, "the counter is too large")
        }
        return .number(number + 1)
    }
}

// MARK: - 2fa

extension ListEntry {
    /// `NAME DIGITS SECRET[ COUNTER]`, with single spaces: a line of 2fa.
    init?(twoFA line: String) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard 3...4 ~= parts.count, !parts[0].isEmpty, ["6", "7", "8"].contains(parts[1]) else { return nil }
        let secret = parts[2]
        let digits = secret.utf8.prefix { $0 != ASCII.equals }
        let padding = secret.utf8.count - digits.count
        guard !digits.isEmpty, digits.allSatisfy({ Base32.values[Int($0)] < 32 }),
            secret.utf8.suffix(padding).allSatisfy({ $0 == ASCII.equals }),
            // `chapter 7 introduction` is not an account.
            digits.count >= 16 || padding > 0 || digits.contains(where: { $0 &- 48 < 10 })
        else { return nil }
        let counter = parts.count == 4 ? parts[3] : nil
        if let counter {
            guard counter.utf8.count == 20, counter.utf8.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
        }
        self = .secret(OneName(parts[0]), secret, digits: parts[1], counter: counter)
    }
}

// MARK: - Pairs

extension ListEntry {
    /// `NAME: SECRET`, `NAME=SECRET`, a tab or spaces between them, or a link.
    init?(pair line: String) {
        let bullets = ["- ", "* ", "+ ", "• "]
        let line = bullets.contains(where: line.hasPrefix) ? String(line.dropFirst(2)).trimmingWhitespace : line
        if let (scheme, start) = KeyURIScheme.find(in: Array(line.utf8).span), scheme.readAs != .migration {
            guard start == 0 else { return nil }
            self = .link(line)
            return
        }
        guard let (name, secret) = Self.afterSeparator(line) ?? Self.lastWord(line) ?? Self.groups(line),
            // `Secret: …` and `Password: …` are parts of something else, and the name of a damaged link is its start.
            AccountPart(named: name) == nil, !name.contains("://"), !Self.isVariable(name),
            !Self.isOfPassword(name)
        else { return nil }
        let names = OneName(name)
        self = SecretEvidence.isCode(secret) ? .code(names) : .secret(names, secret, digits: nil, counter: nil)
    }

    /// The same after a number, as in `1. Acorn: …`: that of the line, if all have one.
    init?(numberedPair line: String, _ number: Int) {
        guard let mark = [".", ")"].first(where: { line.hasPrefix("\(number)\($0) ") }) else { return nil }
        self.init(pair: String(line.dropFirst("\(number)\(mark) ".count)).trimmingWhitespace)
    }

    /// Whether a line above the others is their title, and certainly not an account with a mistake in it.
    static func isTitle(_ line: String) -> Bool {
        guard line.utf8.count <= 80, !line.utf8.contains(ASCII.equals), !line.utf8.contains(9) else { return false }
        let colon = line.utf8.firstIndex(of: ASCII.colon)
        guard colon == nil || colon == line.utf8.index(before: line.utf8.endIndex) else { return false }
        return words(line).allSatisfy { word in
            let isMixed = word.contains { "0"..."9" ~= $0 } && word.contains { $0.properties.isAlphabetic }
            return word.count < (isMixed ? 4 : 16)
        }
    }

    /// Whether a name is that of a password, or has such a word: `The password of Acorn is …`. Shorter words are also in
    /// the names of apps, such as Proton Pass.
    private static func isOfPassword(_ name: String) -> Bool {
        LoginTableColumns.isPassword(name)
            || words(name).contains { $0.count > 4 && LoginTableColumns.isPassword(String($0)) }
    }

    /// Whether a name is that of a variable, such as `SESSION_SECRET`: keys of servers are base32, too.
    private static func isVariable(_ name: String) -> Bool {
        name.utf8.contains(ASCII.underscore)
            && name.utf8.allSatisfy { $0 &- 65 < 26 || $0 &- 48 < 10 || $0 == ASCII.underscore }
    }

    /// The part after the last separator, without the padding of a secret.
    private static func afterSeparator(_ line: String) -> (name: String, secret: String)? {
        let scalars = line.unicodeScalars
        let padding = scalars.reversed().prefix { $0 == "=" }.count
        let body = scalars.dropLast(padding)
        guard let mark = body.lastIndex(where: { $0 == ":" || $0 == "=" || $0 == "\t" }) else { return nil }
        let name = String(body[..<mark]).trimmingWhitespace
        let secret = String(body[mark...].dropFirst()).trimmingWhitespace
        guard !name.isEmpty, SecretEvidence.canBeSecret(secret) || SecretEvidence.isCode(secret) else { return nil }
        return (name, secret)
    }

    private static func words(_ line: String) -> [Substring.UnicodeScalarView] {
        line.unicodeScalars.split { $0.isSpace }
    }

    private static func lastWord(_ line: String) -> (name: String, secret: String)? {
        let words = words(line)
        guard words.count > 1, let last = words.last, SecretEvidence.canBeSecret(String(last)) else { return nil }
        return name(words.dropLast()).map { ($0, String(last)) }
    }

    /// Groups of four at the end, of which the last may be shorter.
    private static func groups(_ line: String) -> (name: String, secret: String)? {
        let words = words(line)
        var first = words.count
        while first > 0, words[first - 1].count == 4 || (first == words.count && words[first - 1].count < 4) {
            first -= 1
        }
        let run = Array(words[first...])
        let secret = run.map { String($0) }.joined(separator: " ")
        guard run.count < words.count, SecretEvidence.canBeSecret(secret), !isAmbiguous(run) else { return nil }
        return name(words.dropLast(run.count)).map { ($0, secret) }
    }

    /// Whether the first groups may be words of the name: they are without digits, and the others are a usual secret.
    private static func isAmbiguous(_ groups: [Substring.UnicodeScalarView]) -> Bool {
        let words = groups.prefix { $0.allSatisfy { !("0"..."9" ~= $0) } }.count
        guard words > 0 else { return false }
        return (1...words).contains { count in
            [16, 26, 32, 52].contains(groups.dropFirst(count).reduce(0) { $0 + $1.count })
        }
    }

    /// The words of a name; nil if a number of digits is among them, which would be lost.
    private static func name(_ words: some BidirectionalCollection<Substring.UnicodeScalarView>) -> String? {
        var words = words.map { String($0) }
        if let last = words.last, ["-", "–", "|"].contains(last) { words.removeLast() }
        guard let last = words.last, Int(last).map({ 4...10 ~= $0 }) != true || words.count == 1,
            words.contains(where: { $0.utf8.contains { !(0x21...0x2F ~= $0 || 0x3A...0x40 ~= $0) } })
        else { return nil }
        return words.joined(separator: " ")
    }
}
