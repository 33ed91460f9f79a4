import Encodings
import TOTPDomain

/// The end of a link in its text: some programs cut links (`Docs/formats/otpauth.md`, “Links without their end”).
///
/// OTPClient 3 counts the characters of a link, and writes as many bytes. Its links have the issuer as it is, with letters
/// beyond ASCII; so the line break and some more bytes are missing, and the last link of a file looks whole.
package enum LinkEnd: Sendable, Hashable {
    /// The end of a QR code, an argument, a paste or a field: where its author put it.
    case given
    /// An end of line or other text follows.
    case inText
    /// The text ends with the link, without an end of line.
    case ofText(line: Int)

    /// - Parameters:
    ///   - index: where the link ends in the text.
    ///   - count: the length of the text.
    ///   - line: from 1.
    init(at index: Int, of count: Int, line: Int) { self = index == count ? .ofText(line: line) : .inText }

    /// Whether a link ends too early: in the middle of a parameter, or of the text's last number.
    func isCut(_ link: Span<UInt8>, _ scheme: KeyURIScheme) -> Bool {
        guard self != .given, scheme.readAs == .otpauth || scheme == .motp,
            let question = link.firstIndex(of: ASCII.question, in: link.indices)
        else { return false }
        var start = question + 1
        while let next = link.firstIndex(of: ASCII.ampersand, in: start..<link.count) { start = next + 1 }
        let equals = link.firstIndex(of: ASCII.equals, in: start..<link.count)
        let name = start..<(equals ?? link.count), value = min(name.upperBound + 1, link.count)..<link.count
        if equals == nil, KeyURIParameter.allCases.contains(where: { link.isStart(of: $0.name, in: name) }) {
            return true
        }
        let parameter = KeyURIParameter(link, name)
        let isNumber = parameter == .digits || parameter == .period || parameter == .counter
        if value.isEmpty, isNumber || parameter == .algorithm { return true }
        guard case .ofText(let line) = self else { return false }
        let text = link.extracting(value).withUnsafeBufferPointer { Array($0) }
        if LinkBreak.isPart(text, ofUsual: parameter), Self.hasLetters(link, link.indices) { return true }
        // So many bytes are missing, the line break among them.
        guard link.indices.count(where: { link[$0] & 0xC0 == 0x80 }) > 1 else { return false }
        let parts = KeyURIParts(link, scheme: scheme)
        let isOfOTPClient =
            parts.issuer.map { $0.contains { link[$0] >= 0x80 } } == true && Self.hasLetters(link, parts.label)
            && !parts.label.contains { link[$0] >= 0x80 }
        if parameter == .counter { return line > 1 || isOfOTPClient }
        return isOfOTPClient && parts.period == nil && parts.counter == nil
    }

    /// Whether a part of a link has letters beyond ASCII, encoded or not.
    private static func hasLetters(_ link: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.contains { index in
            let isEncoded = link[index] == ASCII.percent && index + 1 < range.upperBound
            return link[index] >= 0x80 || isEncoded && (ASCII.hexValue(link[index + 1]) ?? 0) >= 8
        }
    }
}

extension EntryError {
    static let linkCut = EntryError(
        .linkWrapped, "the end of the link is missing", "write the rest as the app shows it, and a line break after it")
}
