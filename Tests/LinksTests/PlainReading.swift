import TOTPDomain

/// The parts that determine codes, read out of an `otpauth` link a second time, without code of the program: the slow
/// and plain way that the format's page describes. The result is compared, so it may take more than the program does.
struct PlainReading: Equatable {
    var isCounted: Bool
    var secret: [UInt8]
    var algorithm: String
    var digits: Int64
    /// The period, or the counter.
    var factor: Int64

    /// - Parameter line: a line that the program takes for an account by time or by counter.
    init?(_ line: [UInt8]) {
        // Latin-1: a character for each byte.
        let text = String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
        let lower = text.lowercased()
        guard let scheme = lower.firstRange(of: "otpauth:/") else { return nil }
        let link = text.dropFirst(lower.distance(from: lower.startIndex, to: scheme.upperBound))
            .trimming { "/ \t\r\n\u{B}\u{C}".contains($0) }
        isCounted = link.lowercased().hasPrefix("hotp")
        let query = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
        var values: [String: String] = [:]
        for pair in (query.split(separator: "#", omittingEmptySubsequences: false).first ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].lowercased()
            if values[name] == nil { values[name] = parts.count > 1 ? Self.decoded(parts[1]) : "" }
        }
        func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty || $0 == "null" ? nil : $0 } }
        func number(_ name: String) -> Int64? {
            value(name).flatMap { Int64($0.trimming { $0.isWhitespace }) }
        }
        guard let base32 = value("secret") else { return nil }
        secret = Self.bytes(base32)
        let name = (value("algorithm") ?? "SHA1").uppercased().filter { $0.isLetter || $0.isNumber }
        let hash = name.hasPrefix("HMAC") ? String(name.dropFirst(4)) : name
        algorithm = hash.isEmpty || hash == "NULL" ? "SHA1" : hash
        digits = number("digits") ?? 6
        factor = isCounted ? number("counter") ?? 0 : number("period") ?? 30
    }

    init(_ item: Account) {
        isCounted = item.parameters.kind == .hotp
        secret = item.secret.bytes
        algorithm = item.parameters.algorithm.rawValue
        digits = Int64(item.parameters.digits)
        factor = item.parameters.counter ?? Int64(item.parameters.period ?? 0)
    }

    /// `+` is a space, `%XX` a character.
    private static func decoded(_ text: Substring) -> String {
        var decoded = ""
        var rest = Array(text)[...]
        while let character = rest.popFirst() {
            if character == "%", rest.count >= 2, let byte = UInt8(String(rest.prefix(2)), radix: 16),
                rest.first != "+", rest.first != "-"
            {
                decoded.unicodeScalars.append(Unicode.Scalar(byte))
                rest = rest.dropFirst(2)
            } else {
                decoded.append(character == "+" ? " " : character)
            }
        }
        return decoded
    }

    /// Blanks, hyphens and padding do not count, nor does a rest of less than a byte.
    private static func bytes(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.uppercased().compactMap { alphabet.firstIndex(of: $0) }
            .flatMap { value in (0..<5).map { value >> (4 - $0) & 1 } }
        return stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
            bits[start..<(start + 8)].reduce(0) { $0 << 1 | UInt8($1) }
        }
    }
}

extension StringProtocol {
    /// Without the characters of that kind on both ends.
    fileprivate func trimming(_ isWhitespace: (Character) -> Bool) -> String {
        var text = self[...]
        while let first = text.first, isWhitespace(first) { text = text.dropFirst() }
        while let last = text.last, isWhitespace(last) { text = text.dropLast() }
        return String(text)
    }
}
