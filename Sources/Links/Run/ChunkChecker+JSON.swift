import Encodings
import TOTPDomain

/// Links in the strings of a JSON text, for the corrected input: only the links change.
extension ChunkChecker {
    func correctJSON(_ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace) {
        let chunk = result.chunk, bytes = chunk.bytes
        var escaped: EscapedString?
        let text = bytes.span.extracting(0..<result.chunk.count)
        LinkRecords.forEachRecord(in: text, isJSON: true, firstLine: 0, findsSecrets: true) { record, link in
            result.count(record, checker.key)
            guard case .link(let scheme) = record.kind else { return true }
            var checked = CheckedLink(
                record.range, start: record.lineStart, line: record.line,
                checker.check(link, scheme, in: record, &workspace))
            checked.unclearEnd = record.unclearEnd.map { Int32($0) }
            let written = addField(checked, link, isVerbatim: record.isVerbatim, &result, &workspace) ?? []
            if escaped?.range != record.range {
                finish(&escaped, &result)
                if !record.isVerbatim { escaped = EscapedString(bytes, record.range) }
            }
            guard !link.withUnsafeBufferPointer({ $0.elementsEqual(written) }) else { return true }
            if escaped != nil {
                if escaped?.replace(link, by: written) == true { result.corrected?.correctionCount += 1 }
            } else if !NormalForm.runsTogether(bytes.span, at: record.range.upperBound) {
                result.corrected?.correctionCount += 1
                result.corrected?.replace(record.range, of: chunk, by: JSONStringSplitter.escaped(written))
            }
            return true
        }
        finish(&escaped, &result)
        result.corrected?.copy(to: chunk.count, of: chunk)
        // In damaged JSON, a link in normal form could end elsewhere than the link as it was.
        if let text = result.corrected?.text, !isSame(text, result.links) {
            result.corrected?.leave(chunk, because: "links run together, or the JSON is damaged")
        }
    }

    /// Whether a rewritten text contains as many links, and the same links have errors.
    private func isSame(_ text: [UInt8], _ links: [CheckedLink]) -> Bool {
        var workspace = LinkChecker.Workspace()
        var count = 0
        var isSame = true
        LinkRecords.forEachRecord(in: text.span, isJSON: true) { record, link in
            guard case .link(let scheme) = record.kind else { return true }
            let verdict = checker.check(link, scheme, in: record, &workspace)
            isSame =
                count < links.count
                && (verdict.rules.worst == .error) == (links[count].verdict.rules.worst == .error)
            count += 1
            return isSame
        }
        return isSame && count == links.count
    }

    private func finish(_ escaped: inout EscapedString?, _ result: inout CheckedChunk) {
        if let string = escaped, let text = string.fixed {
            result.corrected?.replace(string.range, of: result.chunk, by: JSONStringSplitter.escaped(text))
        }
        escaped = nil
    }
}

/// A string of JSON with escapes, in which links are replaced.
private struct EscapedString {
    /// The place of its content in the text.
    let range: Range<Int>
    private let text: [UInt8]
    private var output: [UInt8] = []
    private var taken = 0

    /// Nil if it contains no escapes.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return nil }
        self.range = range
        text = JSONStringSplitter.unescaped(bytes.span.extracting(range))
    }

    /// Replaces the next occurrence of a link.
    ///
    /// - Returns: false if it has to stay.
    mutating func replace(_ link: Span<UInt8>, by fixed: [UInt8]) -> Bool {
        let link = link.withUnsafeBufferPointer { Array($0) }
        guard let start = text[taken...].firstRange(of: link)?.lowerBound,
            !NormalForm.runsTogether(text.span, at: start + link.count)
        else { return false }
        output += text[taken..<start]
        output += fixed
        taken = start + link.count
        return true
    }

    /// The content with its links replaced, nil if none was.
    var fixed: [UInt8]? { taken == 0 ? nil : output + text[taken...] }
}
