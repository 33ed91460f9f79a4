import Encodings
import TOTPDomain

/// Whether a line that ends with a link goes on in the next line.
///
/// Programs break every line at the same width. So a line of that width may go on, and a shorter line only if its link
/// lacks something or the next line has more parameters. If neither is clear, nothing is guessed.
struct LinkBreak: Sendable {
    enum Judgement: Sendable {
        case apart, joined, unclear
        /// It is not certain whether the issuer goes on; codes do not depend on that.
        case unclearName
    }

    /// Whether the line ends where the others end, or the next row of the table continues it.
    let isFull: Bool
    /// Whether other words follow in the next line.
    let hasMore: Bool

    /// - Parameters:
    ///   - link: the link so far.
    ///   - next: the next line, or its first word.
    func judgement(_ link: [UInt8], _ next: [UInt8], _ scheme: KeyURIScheme) -> Judgement {
        if scheme.readAs == .migration { return ofMigration(link, next) }
        if scheme == .steam {
            return ofSecret(Array(link.dropFirst(scheme.prefix.utf8CodeUnitCount)), next, link, scheme)
        }
        guard let question = link.firstIndex(of: ASCII.question) else {
            let isAddress = next.prefix { $0 != ASCII.question }.firstRange(of: "://".utf8) != nil
            return hasMore || isAddress ? .apart : .joined
        }
        let follows = follows(in: next)
        let last = link.lastIndex(of: ASCII.ampersand) ?? question
        let parameter = Self.withoutEntity(Array(link[(last + 1)...]))
        guard !link[question...].contains(ASCII.hash) else { return follows ? .unclear : .apart }
        guard let equals = parameter.firstIndex(of: ASCII.equals) else { return ofName(parameter, next, follows) }
        let name = KeyURIParameter(parameter.span, 0..<equals)
        return ofValue(Array(parameter[(equals + 1)...]), name, next, follows, link, scheme)
    }

    /// Whether another parameter follows a part of a value: `PXP&digits=8`.
    static func hasParameter(_ next: [UInt8]) -> Bool {
        guard let ampersand = next.firstIndex(of: ASCII.ampersand) else { return false }
        let name = withoutEntity(Array(next[(ampersand + 1)...].prefix(40)))
        guard let equals = name.firstIndex(of: ASCII.equals), equals > 1 else { return false }
        return name[..<equals].allSatisfy { ASCII.lowercased($0) &- 97 < 26 || $0 == ASCII.underscore }
    }

    /// Whether another parameter follows, whose name may be cut where the line ends: `PXP&dig`.
    private func follows(in next: [UInt8]) -> Bool {
        if Self.hasParameter(next) { return true }
        guard isFull, !hasMore, let ampersand = next.lastIndex(of: ASCII.ampersand) else { return false }
        return next[(ampersand + 1)...].allSatisfy { ASCII.lowercased($0) &- 97 < 26 || $0 == ASCII.underscore }
    }

    private static func withoutEntity(_ name: [UInt8]) -> [UInt8] {
        name.span.hasPrefix("amp;", at: 0) ? Array(name.dropFirst(4)) : name
    }

    // MARK: - Names

    /// The line ends within or after the name of a parameter.
    private func ofName(_ name: [UInt8], _ next: [UInt8], _ follows: Bool) -> Judgement {
        let end = next.firstIndex { $0 == ASCII.equals || $0 == ASCII.ampersand } ?? next.count
        let whole = Self.withoutEntity(name + next[..<end])
        let isKnown = KeyURIParameter(whole.span, whole.indices) != nil
        if isKnown || follows, end < next.count, next[end] == ASCII.equals { return joined }
        // A name alone is a parameter without a value.
        if follows, end == 0 { return joined }
        return follows ? .unclear : .apart
    }

    private var joined: Judgement { hasMore ? .unclear : .joined }

    // MARK: - Values

    private func ofValue(
        _ value: [UInt8], _ name: KeyURIParameter?, _ next: [UInt8], _ follows: Bool, _ link: [UInt8],
        _ scheme: KeyURIScheme
    ) -> Judgement {
        let head = Array(next.prefix { $0 != ASCII.ampersand })
        // `&digits=8` follows any value.
        if head.isEmpty { return follows ? joined : .apart }
        switch name {
        case .secret: return ofSecret(value, next, link, scheme)
        case .digits, .period, .counter:
            guard head.allSatisfy({ $0 &- 48 < 10 }), head.count <= 10 else { return follows ? .unclear : .apart }
            return follows || value.isEmpty ? joined : ofNumber(value, head, name)
        case .algorithm:
            let algorithm = String(decoding: value + head, as: UTF8.self).limitingMarks
            if (try? OTPAlgorithm(named: algorithm)) != nil { return joined }
            return follows ? .unclear : .apart
        case _ where follows: return joined
        case .issuer: return hasMore ? .apart : ofIssuer(value, head, link, scheme)
        case .pin, .encoder, .steam, .pinLength:
            if value.isEmpty { return joined }
            return isFull && !hasMore ? .unclear : .apart
        default:
            let isSecret = !BareSecret.find(in: head.span, head.indices).isEmpty
            return isFull && !hasMore && !isSecret ? .joined : .apart
        }
    }

    private func ofNumber(_ value: [UInt8], _ head: [UInt8], _ name: KeyURIParameter?) -> Judgement {
        func number(_ digits: [UInt8]) -> Int { digits.reduce(0) { min($0 * 10 + Int($1 &- 48), 1_000_000) } }
        let usual = Self.usualNumbers(of: name)
        if usual.contains(number(value)) {
            // 30 and 300 seconds are both possible.
            let isLonger = name == .period && head.allSatisfy { $0 == UInt8(ascii: "0") }
            return isFull && !hasMore && isLonger ? .unclear : .apart
        }
        if usual.contains(number(value + head)) { return joined }
        return isFull && !hasMore && name == .counter ? .joined : .unclear
    }

    private static func usualNumbers(of name: KeyURIParameter?) -> [Int] {
        switch name {
        case .digits: [6, 7, 8, 10]
        case .period: [10, 15, 20, 30, 45, 60, 90, 120]
        default: []
        }
    }

    /// Whether a value is the start of a number that many links have, and not such a number itself.
    static func isPart(_ value: [UInt8], ofUsual name: KeyURIParameter?) -> Bool {
        let usual = usualNumbers(of: name).map { String($0).utf8 }
        return !usual.contains { $0.elementsEqual(value) } && usual.contains { $0.starts(with: value) }
    }

    /// Codes do not depend on the issuer, and the label has it again.
    private func ofIssuer(_ value: [UInt8], _ head: [UInt8], _ link: [UInt8], _ scheme: KeyURIScheme) -> Judgement {
        if value.isEmpty || value.suffix(2).contains(ASCII.percent) { return .joined }
        func lower(_ bytes: [UInt8]) -> [UInt8] { bytes.map(ASCII.lowercased) }
        let label = Self.label(of: link, scheme)
        let colon = label.firstIndex(of: ASCII.colon) ?? 0
        let prefix = Array(label[..<colon])
        if lower(value) == lower(head) || prefix == lower(value) { return .apart }
        if prefix == lower(value + head) { return .joined }
        return isFull ? .unclearName : .apart
    }

    /// In lower case.
    private static func label(of link: [UInt8], _ scheme: KeyURIScheme) -> [UInt8] {
        link[KeyURIParts(link.span, scheme: scheme).label].map(ASCII.lowercased)
    }

    // MARK: - Secrets

    /// The usual lengths: a secret of one of them is most likely whole.
    private static let usualLengths = [16, 24, 26, 32, 52, 64]
    /// The rest of a secret may have an impossible length only if more lines follow, and then it is as long as a line.
    private static let shortestRest = 8

    private func ofSecret(_ value: [UInt8], _ next: [UInt8], _ link: [UInt8], _ scheme: KeyURIScheme) -> Judgement {
        let follows = follows(in: next)
        let head = Array(next.prefix { $0 != ASCII.ampersand })
        if scheme == .motp { return ofHexadecimal(value, head, follows) }
        let start = Self.digits(value), whole = Self.digits(value + head)
        guard let start, let whole, whole.count >= start.count,
            Self.isOneCase(start, Array(whole[start.count...]))
        else { return follows ? .unclear : .apart }
        if follows || value.isEmpty { return joined }
        // Other text after an ampersand is not known.
        if head.count < next.count { return .unclear }
        let added = Array(whole[start.count...])
        // A page with a code often shows the secret as well.
        if added == start { return isFull && scheme == .steam ? .unclear : .apart }
        // A list may have the name below each link.
        let label = Self.label(of: link, scheme)
        if head.count > 2, label.firstRange(of: head.map(ASCII.lowercased)) != nil { return .apart }
        if added.isEmpty { return joined }
        let hasDigit = added.contains { $0 &- 48 < 10 }
        let isSecret = !BareSecret.find(in: head.span, head.indices).isEmpty
        let isPossible = Base32.canHave(start.count)
        if Self.endsWithPadding(value), isPossible { return isFull && !hasMore ? .unclear : .apart }
        if start.count < SecretForm.shortest || !isPossible {
            if isFull, !hasMore { return hasDigit || !isPossible ? .joined : .unclear }
            if isSecret, isPossible { return .apart }
            if !isPossible { return Base32.canHave(whole.count) && !hasMore ? .joined : .unclear }
            return hasDigit ? .unclear : .apart
        }
        // A number below each link, for example.
        if added.count < Self.shortestRest, !Base32.canHave(whole.count) { return .apart }
        guard isFull, !hasMore else { return hasDigit && !isSecret ? .unclear : .apart }
        if Self.usualLengths.contains(start.count) { return .unclear }
        let isWhole = added.count >= SecretForm.shortest || Self.usualLengths.contains(whole.count)
        return hasDigit || isWhole ? .joined : .unclear
    }

    /// Whether a value ends with the padding that its digits need.
    static func endsWithPadding(_ link: [UInt8]) -> Bool {
        let padding = link.reversed().prefix { $0 == ASCII.equals }.count
        let count = link.dropLast(padding).reversed().prefix { Base32.values[Int($0)] < 32 }.count
        return padding > 0 && Base32.canHave(count) && (count + padding).isMultiple(of: 8)
    }

    /// The base32 digits of a text with padding; nil if it contains anything else.
    private static func digits(_ text: [UInt8]) -> [UInt8]? {
        var text = text[...]
        // Padding may be percent-encoded, and cut.
        while text.last == ASCII.equals { text.removeLast() }
        if let percent = text.firstIndex(of: ASCII.percent), text[percent...].allSatisfy({ "%3Dd".utf8.contains($0) }) {
            text = text[..<percent]
        }
        let digits = text.filter { $0 != ASCII.hyphen }
        return digits.allSatisfy { Base32.values[Int($0)] < 32 } ? digits : nil
    }

    private static func isOneCase(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        let hasUpper = first.contains { $0 &- 65 < 26 }, hasLower = first.contains { $0 &- 97 < 26 }
        return hasUpper == hasLower || !second.contains { $0 &- (hasUpper ? 97 : 65) < 26 }
    }

    private func ofHexadecimal(_ value: [UInt8], _ head: [UInt8], _ follows: Bool) -> Judgement {
        guard head.allSatisfy({ ASCII.hexValue($0) != nil }) else { return follows ? .unclear : .apart }
        if follows || value.isEmpty { return joined }
        if head == value { return isFull ? .unclear : .apart }
        let isWhole = [16, 32].contains(value.count)
        if isFull, !hasMore { return isWhole ? .unclear : .joined }
        if !isWhole, [16, 32].contains(value.count + head.count) { return joined }
        return value.count % 2 == 1 || head.contains { $0 &- 48 < 10 } ? .unclear : .apart
    }

    // MARK: - Google's exports

    /// Whether base64 ends with its padding.
    private static func isPadded(_ link: [UInt8]) -> Bool {
        guard let start = link.firstIndex(of: ASCII.question) else { return false }
        let data = PercentCoding.decodedBytes(link.span.extracting((start + 1)..<link.count), plusIsSpace: false)
            .dropFirst("data=".utf8.count)
        let padding = data.reversed().prefix { $0 == ASCII.equals }.count
        return 1...2 ~= padding && data.count.isMultiple(of: 4)
    }

    private func ofMigration(_ link: [UInt8], _ next: [UInt8]) -> Judgement {
        let isData = next.allSatisfy { byte in
            ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10 || "+/-_=%?:&.".utf8.contains(byte)
        }
        guard isData else { return .apart }
        let message = MigrationLink.message(of: link.span)
        if Self.isPadded(link) { return next.allSatisfy { "=%3Dd".utf8.contains($0) } ? .joined : .apart }
        // The number of parts comes after the accounts: without it, some may be missing.
        if let message, message.batchSize > 0 {
            guard isFull, !hasMore else { return .apart }
            return MigrationLink.message(of: (link + next).span) == nil ? .apart : .joined
        }
        if hasMore { return message == nil ? .unclear : .apart }
        if isFull || message == nil || MigrationLink.message(of: (link + next).span) != nil { return .joined }
        return next.count >= SecretForm.shortest ? .unclear : .apart
    }
}
