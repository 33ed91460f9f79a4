import Encodings
import TOTPDomain

/// Links in the strings of a JSON text, for a report that rewrites the text: only the links change.
extension ChunkChecker {
    func rewriteJSON(_ result: inout CheckedChunk, _ workspace: inout LinkChecker.Workspace) {
        let bytes = result.chunk.bytes
        var escaped: EscapedString?
        let text = bytes.span.extracting(0..<result.chunk.count)
        LinkRecords.forEachRecord(in: text, isJSON: true, firstLine: 0, findsSecrets: true) { record, link in
            result.count(record, checker.key)
            guard case .link(let scheme) = record.kind else { return true }
            var checked = CheckedLink(
                place: Int32(record.range.lowerBound)..<Int32(record.range.upperBound),
                start: Int32(record.lineStart), line: Int32(record.line),
                verdict: checker.check(link, scheme, record.textAround, &workspace))
            checked.unclearEnd = record.unclearEnd.map { Int32($0) }
            let rendered = result.rendered.count
            add(checked, text: record.isVerbatim ? nil : link, &result, &workspace)
            let written = takeBack(from: rendered, &result)
            if escaped?.range != record.range {
                finish(&escaped, &result)
                if !record.isVerbatim { escaped = EscapedString(bytes, record.range) }
            }
            guard !link.withUnsafeBufferPointer({ $0.elementsEqual(written) }) else { return true }
            if escaped != nil {
                escaped?.replace(link, by: written)
            } else if !NormalForm.runsTogether(bytes.span, at: record.range.upperBound) {
                copy(to: record.range.lowerBound, &result)
                result.rendered += JSONStringSplitter.escaped(written)
                result.copied = record.range.upperBound
            }
            return true
        }
        finish(&escaped, &result)
        copy(to: result.chunk.count, &result)
        // In damaged JSON, a link in normal form could end elsewhere than the one before it.
        if !isSame(result.rendered, result.links) {
            result.rendered = Array(bytes[..<result.chunk.count])
            result.unchanged.append(
                UnchangedPlace(
                    "\(result.chunk.name.sanitized):\(result.chunk.firstLine)",
                    "links run together, or the JSON is damaged"))
        }
    }

    /// Whether a rewritten text contains the same number of links, with the same ones in error.
    private func isSame(_ text: [UInt8], _ links: [CheckedLink]) -> Bool {
        var workspace = LinkChecker.Workspace()
        var count = 0
        var isSame = true
        LinkRecords.forEachRecord(in: text.span, isJSON: true) { record, link in
            guard case .link(let scheme) = record.kind else { return true }
            let verdict = checker.check(link, scheme, record.textAround, &workspace)
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
            copy(to: string.range.lowerBound, &result)
            result.rendered += JSONStringSplitter.escaped(text)
            result.copied = string.range.upperBound
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
    private var isChanged = false

    /// Nil if it contains no escapes.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return nil }
        self.range = range
        text = JSONStringSplitter.unescaped(bytes.span.extracting(range))
    }

    /// Replaces the next occurrence of a link.
    mutating func replace(_ link: Span<UInt8>, by fixed: [UInt8]) {
        let link = link.withUnsafeBufferPointer { Array($0) }
        guard let start = text[taken...].firstRange(of: link)?.lowerBound else { return }
        if NormalForm.runsTogether(text.span, at: start + link.count) { return }
        output += text[taken..<start]
        output += fixed
        taken = start + link.count
        isChanged = true
    }

    /// The content with its links replaced, nil if none was.
    var fixed: [UInt8]? { isChanged ? output + text[taken...] : nil }
}
