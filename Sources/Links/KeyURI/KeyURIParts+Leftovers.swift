import Encodings
import TOTPDomain

/// What a link has beside the values of its parameters: every part of it is used, known to say nothing, or named
/// (`Docs/formats/otpauth.md`, “What is not imported”).
extension KeyURIParts {
    /// Why a link that can be read is refused: it has something else that its codes depend on.
    func problem(in link: Span<UInt8>, of account: Account) -> EntryError? {
        if let encoder, !encoder.isEmpty, !link.isNull(in: encoder), !link.equals("steam", in: encoder) {
            return EntryError(
                .typeUnknown, "the encoder of its codes is not known", "keep the old app for this account")
        }
        guard firstUnknown != nil || mayHaveMisplaced(link) else { return nil }
        if let parameter = misplaced(in: link, account) {
            return EntryError(
                .parameterMisplaced, "the link has another value of \(parameter.name), where no app reads it",
                "write it as &\(parameter.name)=…, once")
        }
        let other = unknown(in: link).first { name, value in
            guard AccountPart(named: name) == .kind else { return false }
            let kind = OTPKind(rawValue: value.trimmingWhitespace.lowercased())
            return kind != nil && kind != account.parameters.kind
        }
        return other.map {
            EntryError(
                .typeUnknown, "the type of the link is not the one that its parameter \($0.name.quoted) says",
                "keep the type whose codes the service accepts")
        }
    }

    // MARK: - Misplaced parameters

    /// Whether the name and the value of a parameter may be in another place: in the label, in another value, behind the
    /// `#`, or under a name that has the value in it.
    func mayHaveMisplaced(_ link: Span<UInt8>) -> Bool {
        if firstUnknown != nil || fragment != nil || !repeated.isEmpty { return true }
        let padding = secret.map { $0.reversed().prefix { link[$0] == ASCII.equals }.count } ?? 0
        var pairs = present.rawValue.nonzeroBitCount + padding, from = 0
        while let index = link.firstIndex(of: ASCII.equals, in: from..<link.count) {
            (from, pairs) = (index + 1, pairs - 1)
        }
        return pairs < 0 || Self.mayHavePair(link, label) || issuer.map { Self.mayHavePair(link, $0) } ?? false
    }

    /// Whether a name may have an encoded `=`, or a number behind a colon.
    private static func mayHavePair(_ link: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let name = link.extracting(range)
        var index = -1
        while true {
            index = name.index(
                from: index + 1,
                candidates: {
                    ByteWord.places(of: ASCII.percent, in: $0) | ByteWord.places(of: ASCII.colon, in: $0)
                },
                where: { $0 == ASCII.percent || $0 == ASCII.colon })
            guard index + 1 < name.count else { return false }
            let isPair =
                name[index] == ASCII.colon
                ? name[index + 1] &- 48 < 10 && mayEndName(name, index)
                : name.hasPrefix("3d", at: index + 1) || name.hasPrefix("25", at: index + 1)
            if isPair { return true }
        }
    }

    /// Whether the name of a parameter that codes depend on may end at an index, or spaces or encoded bytes do.
    private static func mayEndName(_ text: Span<UInt8>, _ end: Int) -> Bool {
        guard end > 1, isInWord(ASCII.lowercased(text[end - 1])), text[end - 2] < 0x80 else { return end > 0 }
        // The ends of `digits`, `period`, `counter`, `algorithm` and `secret`.
        let ends: [StaticString] = ["ts", "od", "er", "hm", "et"]
        return ends.contains { text.hasPrefix($0, at: end - 2) } || (end > 2 && text[end - 3] == ASCII.percent)
    }

    /// A parameter that codes depend on of which the link also has another value, in a place where no app reads it.
    private func misplaced(in link: Span<UInt8>, _ account: Account) -> KeyURIParameter? {
        let decisive = Self.decisive(for: account.parameters.kind)
        guard !decisive.isEmpty else { return nil }
        var text = link.withUnsafeBufferPointer { Array($0) }
        for _ in 0..<3 where text.contains(ASCII.percent) {
            text = PercentCoding.decodedBytes(text.span, plusIsSpace: false)
        }
        text = (InvisibleCharacters.removed(from: text) ?? text).map(ASCII.lowercased)
        let secret = account.secret.bytes
        let isOther = { (bytes: [UInt8]) in !bytes.starts(with: secret) && !secret.starts(with: bytes) }
        let parameters = account.parameters
        return decisive.first { parameter in
            Self.values(of: parameter, in: text).contains { value in
                switch parameter {
                case .digits: Int(value).map { $0 != parameters.digits } ?? false
                case .period: Int(value).map { $0 != parameters.period && parameters.period != nil } ?? false
                case .counter: Int64(value).map { $0 != parameters.counter && parameters.counter != nil } ?? false
                case .algorithm: (try? OTPAlgorithm(named: value)).map { $0 != parameters.algorithm } ?? false
                default: value.utf8.count >= SecretForm.shortest && isOther((try? Base32.decode(value)) ?? secret)
                }
            }
        }
    }

    /// The parameters that the codes of a kind depend on and whose values can be compared: the secret of a `motp` link is
    /// hexadecimal.
    private static func decisive(for kind: OTPKind) -> [KeyURIParameter] {
        switch kind {
        case .totp, .hotp: [.digits, .period, .counter, .algorithm, .secret]
        case .steam: [.period, .secret]
        case .yandex: [.secret]
        case .motp: []
        }
    }

    /// What follows the name of a parameter and a `=` or colon, up to the end of the word.
    private static func values(of parameter: KeyURIParameter, in text: [UInt8]) -> [String] {
        let name = parameter.name.withUTF8Buffer { Array($0) }
        var values: [String] = [], from = 0
        while let found = text.span.extracting(from..<text.count).firstIndex(of: name) {
            let start = from + found
            from = start + name.count
            let isWord = start > 0 && isInWord(text[start - 1])
            let rest = text[from...].drop(while: ASCII.isWhitespace)
            guard !isWord, let sign = rest.first, sign == ASCII.equals || sign == ASCII.colon else { continue }
            let value = rest.drop { $0 == sign || ASCII.isWhitespace($0) }.prefix { isInWord($0) || $0 == ASCII.hyphen }
            if !value.isEmpty { values.append(String(decoding: value, as: UTF8.self).limitingMarks) }
        }
        return values
    }

    private static func isInWord(_ byte: UInt8) -> Bool { byte &- 97 < 26 || byte &- 48 < 10 }

    // MARK: - Names

    /// The names, in quotes, of parameters that are not used although they say something.
    func unread(in link: Span<UInt8>, of account: Account) -> [String] {
        var names: [String] = []
        if let fragment, fragment.contains(where: { Self.isInWord(ASCII.lowercased(link[$0])) }) {
            names.append("what follows the #")
        }
        if account.pin == nil, pin?.isEmpty == false { names.append("\"pin\"") }
        if account.parameters.counter == nil, let number = KeyURI.value(link, counter), number != "0", number != "1" {
            names.append("\"counter\"")
        }
        if contradicted.contains(.issuer) { names.append("a second \"issuer\"") }
        for (name, value) in unknown(in: link) where value.lowercased() != account.parameters.kind.rawValue {
            let bytes = Array(name.utf8)
            names.append(
                name.looksLikeSecret || !BareSecret.find(in: bytes.span, bytes.indices).isEmpty
                    ? "a parameter" : "\"\(name.printable(limit: 24))\"")
        }
        return names
    }

    /// The name and the value of each parameter that is not known, decoded.
    private func unknown(in link: Span<UInt8>) -> [(name: String, value: String)] {
        var unknown: [(name: String, value: String)] = []
        let end = fragment?.lowerBound ?? link.count
        var start = firstUnknown?.lowerBound ?? end
        while start < end {
            let (name, value) = Self.nameAndValue(link, from: start)
            if start < value.upperBound, Self.parameter(link, name, value) == nil, saysSomething(link, name, value) {
                unknown.append(
                    (
                        PercentCoding.decode(link, name, plusIsSpace: true).limitingMarks,
                        PercentCoding.decode(link, value, plusIsSpace: true).limitingMarks
                    ))
            }
            start = value.upperBound + 1
        }
        return unknown
    }

    /// Whether an unknown parameter has a value, or lacks even the `=`, and is not one of Yandex' own.
    func saysSomething(_ link: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> Bool {
        if value.isEmpty, value.lowerBound > name.upperBound { return false }
        let ofYandex: [StaticString] = ["name", "uid", "track_id"]
        return !link.equals("yaotp", in: type) || !ofYandex.contains { link.equals($0, in: name) }
    }
}
