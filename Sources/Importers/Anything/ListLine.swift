import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A line of a list, before the others say what it means.
enum ListLine: Sendable {
    case link(String)
    /// `NAME: SECRET`, `NAME = "SECRET"`, `NAME - SECRET`, or a tab or spaces between them.
    case pair(LineAccount)
    /// A secret alone.
    case secret(String)
    case text(String)

    init(_ line: String) {
        let bullets = ["- ", "* ", "+ ", "• "]
        let line = bullets.contains(where: line.hasPrefix) ? String(line.dropFirst(2)).trimmingWhitespace : line
        if let (scheme, start) = KeyURIScheme.find(in: Array(line.utf8).span), scheme.readAs != .migration {
            self = start == 0 ? .link(line) : .text(line)
            return
        }
        if SecretEvidence.canBeSecret(line) {
            self = .secret(line)
            return
        }
        guard let pair = LineAccount(in: line),
            // `Secret: …` and `Password: …` are parts of something else, and the name of a damaged link is its start.
            AccountPart(named: pair.name) == nil, !pair.name.contains("://"), !Self.isVariable(pair.name),
            !Self.isOfPassword(pair.name)
        else {
            self = LineAccount(inCommand: line).map { .pair($0) } ?? .text(line)
            return
        }
        self = .pair(pair)
    }

    /// The line without its number, as in `1. Acorn: …`; nil for another number, and for a secret without a name.
    init?(_ line: String, without number: Int) {
        guard let mark = ["\(number). ", "\(number)) "].first(where: line.hasPrefix) else { return nil }
        self.init(String(line.dropFirst(mark.count)).trimmingWhitespace)
        if case .secret = self { return nil }
    }

    /// Whether a line is a title of others or the name of the secret below, and not an account with a mistake in it.
    ///
    /// - Parameter longestMixed: the length of words with letters and digits.
    static func isText(_ line: String, longestMixed: Int) -> Bool {
        guard line.utf8.count <= 80, !line.utf8.contains(ASCII.equals), !line.utf8.contains(9) else { return false }
        let colon = line.utf8.firstIndex(of: ASCII.colon)
        guard colon == nil || colon == line.utf8.index(before: line.utf8.endIndex) else { return false }
        return line.words.allSatisfy { word in
            let isMixed = word.utf8.contains { $0 &- 48 < 10 } && word.contains(where: \.isLetter)
            return word.contains("@") || word.count <= (isMixed ? longestMixed : 15)
        }
    }

    /// Whether a name means a password, or has such a word: `The password of Acorn is …`. Shorter words are also in the
    /// names of apps, such as Proton Pass.
    private static func isOfPassword(_ name: String) -> Bool {
        AccountPart.isPassword(named: name)
            || name.words.contains { $0.count > 4 && AccountPart.isPassword(named: $0) }
    }

    /// Whether a variable has such a name, as `SESSION_SECRET`: keys of servers are base32, too.
    private static func isVariable(_ name: String) -> Bool {
        name.utf8.contains(ASCII.underscore)
            && name.utf8.allSatisfy { $0 &- 65 < 26 || $0 &- 48 < 10 || $0 == ASCII.underscore }
    }
}

// MARK: - A name and a secret in one line

extension LineAccount {
    private init(pair name: String, _ secret: String) {
        self.init(secret, name)
        if SecretEvidence.isCode(secret) { problem = Self.code } else if saysParameters { problem = Self.parameters }
    }

    private static let code = EntryError(.secretTooShort, "the secret is a code, not a secret or a link")
    private static let parameters = EntryError(
        .fieldDamaged, "the line says how the codes are made, which is only read from a link",
        "write it as an otpauth link with algorithm, digits and period")

    /// Whether the name says how the codes are made, or is a command with options.
    private var saysParameters: Bool {
        let words = name.split(whereSeparator: Self.isBetweenWords).map(String.init)
        let numbers = words.suffix(2).compactMap { Int($0) }
        // As in lines of 2fa.
        if numbers.count == 2, 5...10 ~= numbers[0], 5...3600 ~= numbers[1] { return true }
        return Self.isCommand(words) || zip(words, words.dropFirst() + [""]).contains(where: Self.isParameter)
    }

    /// The secret in a command such as `alias vpn='oathtool -b --totp=sha256 SECRET'`, without a name.
    fileprivate init?(inCommand line: String) {
        let bytes = Array(line.utf8)
        guard let secret = BareSecret.find(in: bytes.span, bytes.indices).first,
            Self.isCommand(line.split { Self.isBetweenWords($0) || "\"'`$|".contains($0) }.map(String.init))
        else { return nil }
        let text = String(decoding: bytes[secret.range], as: UTF8.self).limitingMarks
        self.init(text, problem: SecretEvidence.isCode(text) ? Self.code : Self.parameters)
    }

    private static func isBetweenWords(_ character: Character) -> Bool {
        character.isWhitespace || "()[],;".contains(character)
    }

    private static func isCommand(_ words: [String]) -> Bool {
        words.contains { isOption($0) || commands.contains(String($0.split(separator: "/").last ?? "")) }
    }

    /// Commands that take a secret without options.
    private static let commands: Set<String> = ["oathtool", "ykman"]

    /// `--totp`, `-d` or `-d8`.
    private static func isOption(_ word: String) -> Bool {
        let letters = word.drop { $0 == "-" }, hyphens = word.count - letters.count
        guard let first = letters.first, first.isASCII, first.isLetter else { return false }
        return hyphens == 2 || hyphens == 1 && letters.dropFirst().allSatisfy { "0"..."9" ~= $0 || $0 == "=" }
    }

    /// An unusual number of digits or seconds: `8 digits`, `60s`. `iPhone 5s` is a name.
    private static func hasUnit(_ text: String) -> Bool {
        guard let number = Int(GuessedNumber.plain(text)), number != 6, number != 30 else { return false }
        let letters = text.count { $0.isLetter }
        return letters > 1 || letters == 1 && number >= 10
    }

    /// `SHA256`, `hotp`, `60s`, `8 digits` or `digits=8`.
    private static func isParameter(_ word: String, next: String) -> Bool {
        let parts = word.split { $0 == "=" || $0 == ":" }.map(String.init)
        guard let first = parts.first, let value = parts.last else { return false }
        if ["hotp", "motp"].contains(value.lowercased()) { return true }
        // All others have a digit.
        guard word.utf8.contains(where: { $0 &- 48 < 10 }) else { return false }
        return (try? OTPAlgorithm(named: value)) ?? .sha1 != .sha1 || hasUnit(word) || hasUnit("\(word) \(next)")
            || parts.count > 1 && AccountPart(named: first)?.isParameter == true
    }

    fileprivate init?(in line: String) {
        guard let pair = Self.afterSeparator(line) ?? Self.lastWord(line.words) ?? Self.groups(line.words) else {
            return nil
        }
        self = pair
    }

    /// The part after the last separator, without the padding of a secret.
    private static func afterSeparator(_ line: String) -> LineAccount? {
        let scalars = line.unicodeScalars
        let padding = scalars.reversed().prefix { $0 == "=" }.count
        let body = scalars.dropLast(padding)
        guard let mark = body.lastIndex(where: { $0 == ":" || $0 == "=" || $0 == "\t" }) else { return nil }
        let name = String(body[..<mark]).trimmingWhitespace
        let secret = unquoted(String(body[mark...].dropFirst()).trimmingWhitespace)
        guard !name.isEmpty, SecretEvidence.canBeSecret(secret) || SecretEvidence.isCode(secret) else { return nil }
        return LineAccount(pair: name, secret)
    }

    static func unquoted(_ text: String) -> String {
        guard let first = text.utf8.first, text.utf8.count > 1, "\"'`".utf8.contains(first), text.utf8.last == first
        else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// The last word, with all words from the first that is surely a secret: a name has none.
    private static func lastWord(_ words: [String]) -> LineAccount? {
        guard words.count > 1, let secret = words.last.map(unquoted), SecretEvidence.canBeSecret(secret) else {
            return nil
        }
        let start = words.dropLast().dropFirst().firstIndex(where: SecretEvidence.isConvincingAlone)
        guard let start else { return pair(words.dropLast(), secret) }
        return pair(words[..<start], words[start...].joined(separator: " "))
    }

    /// Groups of four at the end, of which the last may be shorter.
    private static func groups(_ words: [String]) -> LineAccount? {
        var first = words.count
        while first > 0, words[first - 1].count == 4 || (first == words.count && words[first - 1].count < 4) {
            first -= 1
        }
        let secret = words[first...].joined(separator: " ")
        guard first > 0, SecretEvidence.canBeSecret(secret), !isAmbiguous(words[first...]) else { return nil }
        return pair(words[..<first], secret)
    }

    /// Whether the first groups may be words of the name: they are without digits, and the others are a usual secret.
    private static func isAmbiguous(_ groups: ArraySlice<String>) -> Bool {
        let words = groups.prefix { !$0.utf8.contains { $0 &- 48 < 10 } }
        return words.indices.contains { last in
            [16, 26, 32, 52].contains(groups[(last + 1)...].reduce(0) { $0 + $1.count })
        }
    }

    private static func pair(_ words: ArraySlice<String>, _ secret: String) -> LineAccount? {
        var words = Array(words)
        // Marks of YAML before a value: `Acorn: !!str SECRET`.
        if words.dropLast().last?.hasSuffix(":") == true, ["!!", "&"].contains(where: words[words.count - 1].hasPrefix)
        {
            words.removeLast()
        }
        let isSeparated = words.last.map(["-", "–", "—", "|", "->", "=>"].contains) == true
        if isSeparated { words.removeLast() }
        guard let last = words.last,
            words.contains(where: { $0.utf8.contains { !(0x21...0x2F ~= $0 || 0x3A...0x40 ~= $0) } })
        else { return nil }
        var pair = LineAccount(pair: words.joined(separator: " "), secret)
        // It would be lost.
        pair.mayHaveDigits = !isSeparated && words.count > 1 && Int(last).map { 4...10 ~= $0 } == true
        return pair
    }
}

extension String {
    /// What is between white space.
    var words: [String] { unicodeScalars.split { $0.isSpace }.map { String($0) } }
}
