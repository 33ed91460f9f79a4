import Encodings

/// Lines without a link that seem to contain one: escaped, or glued to other letters.
struct UnclearLinks {
    private var count = 0
    private var first = 0

    private static let scheme = Array("otpauth".utf8), secret = Array("secret".utf8)

    mutating func look(at line: Span<UInt8>, _ number: Int) {
        // Before other letters: hardly any line has the scheme.
        guard line.firstIndex(of: Self.scheme) != nil || line.firstIndex(of: Array("OTPAUTH".utf8)) != nil else {
            return
        }
        let lower = line.withUnsafeBufferPointer { $0.map(ASCII.lowercased) }
        guard let start = lower.span.firstIndex(of: Self.scheme),
            lower.span.extracting(start..<lower.count).firstIndex(of: Self.secret) != nil
        else { return }
        count += 1
        if first == 0 { first = number }
    }

    var warning: String? {
        guard count > 0 else { return nil }
        let lines = count == 1 ? "line \(first) seems" : "\(count) lines, the first of them line \(first), seem"
        return "\(lines) to contain a link that cannot be read; write each link as otpauth://… on a line of its own"
    }
}
