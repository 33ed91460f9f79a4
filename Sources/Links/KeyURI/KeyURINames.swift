import Encodings

/// How the label of a link and its parameter `issuer` make an issuer and a name (`Docs/formats/otpauth.md`).
///
/// Works on decoded bytes, so that bulk validation gets the same names without a String for each.
package struct KeyURINames: Sendable, Hashable {
    /// The issuer, in the label; nil if it is the parameter.
    package var issuer: Range<Int>?
    /// The name, in the label.
    package var name: Range<Int>

    /// - Parameters:
    ///   - label: percent-decoded.
    ///   - Parameter: percent-decoded and trimmed; empty if the link has none.
    package init(label: Span<UInt8>, parameter: Span<UInt8>) {
        let end = label.count
        // Only the parameter can show that the issuer contains a colon.
        if !parameter.isEmpty, parameter.count < end, label[parameter.count] == ASCII.colon,
            label.extracting(0..<parameter.count).isEqual(to: parameter)
        {
            name = Self.name(label, after: 0..<parameter.count, from: parameter.count + 1)
            return
        }
        guard let colon = label.firstIndex(of: ASCII.colon, in: 0..<end) else {
            name = Self.trimmed(label, 0..<end)
            return
        }
        let prefix = Self.trimmed(label, 0..<colon)
        name = Self.name(label, after: prefix, from: colon + 1)
        if !prefix.isEmpty, !Self.isEqual(label, prefix, parameter) { issuer = prefix }
    }

    /// The name, without the issuer once more, as some programs write it: `Acme:Acme:alice`.
    private static func name(_ label: Span<UInt8>, after issuer: Range<Int>, from start: Int) -> Range<Int> {
        let name = trimmed(label, start..<label.count), end = name.lowerBound + issuer.count
        guard !issuer.isEmpty, end < name.upperBound, label[end] == ASCII.colon,
            zip(issuer, name).allSatisfy({ label[$0] == label[$1] })
        else { return name }
        return trimmed(label, (end + 1)..<label.count)
    }

    /// Whether the issuer of a label is the parameter, in which each `+` was read as a space.
    private static func isEqual(_ label: Span<UInt8>, _ range: Range<Int>, _ parameter: Span<UInt8>) -> Bool {
        range.count == parameter.count
            && zip(range, parameter.indices).allSatisfy {
                (label[$0] == ASCII.plus ? ASCII.space : label[$0]) == parameter[$1]
            }
    }

    /// The range without spaces at both ends: ASCII white space, and the no-break and ideographic space of UTF-8.
    package static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound, end = range.upperBound
        // Nearly all names start and end with an ASCII letter.
        if start < end, text[start] &- 0x21 < 0x5E, text[end - 1] &- 0x21 < 0x5E { return range }
        /// The length of the space that is at an index; 0 for another character.
        func lengthOfSpace(at index: Int) -> Int {
            if ASCII.isWhitespace(text[index]) { return 1 }
            return text.has("\u{A0}", at: index) ? 2 : text.has("\u{3000}", at: index) ? 3 : 0
        }
        while start < end, case let length = lengthOfSpace(at: start), length > 0, start + length <= end {
            start += length
        }
        while let length = (1...3).first(where: { end - $0 >= start && lengthOfSpace(at: end - $0) == $0 }) {
            end -= length
        }
        return start..<end
    }
}

extension KeyURI {
    /// The domain in the `issuer` parameter of a link whose label has another issuer, as a draft of a standard wants it.
    ///
    /// - Parameter issuer: that of the label.
    static func matchDomain(_ link: Span<UInt8>, _ parts: KeyURIParts, besides issuer: String) -> String? {
        guard let range = parts.issuer, link.firstIndex(of: UInt8(ascii: "."), in: range) != nil,
            let parameter = value(link, range)?.trimmingWhitespace, parameter != issuer
        else { return nil }
        return DomainName.matches(parameter) ? parameter : nil
    }

    /// Issuer and account name, from the label and the `issuer` parameter.
    package static func names(_ link: Span<UInt8>, _ parts: KeyURIParts) -> (issuer: String, name: String) {
        let label = Array(PercentCoding.decode(link, parts.label, plusIsSpace: false).utf8)
        let parameter = value(link, parts.issuer)?.trimmingWhitespace ?? ""
        let names = KeyURINames(label: label.span, parameter: Array(parameter.utf8).span)
        return (
            names.issuer.map { String(decoding: label[$0], as: UTF8.self) } ?? parameter,
            String(decoding: label[names.name], as: UTF8.self)
        )
    }
}
