import Encodings
import TOTPDomain

/// One link of a chunk and its findings.
struct CheckedLink: Sendable {
    /// Its place in the bytes of the chunk, or that of its field; a field without a link also has a place.
    var place: Range<Int32>
    /// Where its line or its record starts in the bytes of the chunk.
    var start: Int32
    /// Lines from the chunk's first to that in which its line or its record starts.
    var line: Int32
    /// Lines from there to the link, and its column.
    var lineInRecord: Int32 = 0
    var column: Int32 = 1
    /// As ``LinkRecord/unclearEnd``, in the bytes of the chunk.
    var unclearEnd: Int32?
    /// The end of its rendered text.
    var renderedEnd: Int32 = 0
    var verdict: Verdict

    init(_ range: Range<Int>, start: Int, line: Int, _ verdict: Verdict) {
        place = Int32(range.lowerBound)..<Int32(range.upperBound)
        (self.start, self.line, self.verdict) = (Int32(start), Int32(line), verdict)
    }

    /// ``place``, for an access to the bytes.
    var range: Range<Int> { Int(place.lowerBound)..<Int(place.upperBound) }
}

/// A chunk with all its links checked.
package struct CheckedChunk: Sendable {
    package internal(set) var chunk: RecordChunk
    var links: [CheckedLink] = []
    /// The bytes of links that are written with escapes, by their index.
    var texts: [Int: [UInt8]] = [:]
    /// The start of the report's text for each plain link.
    var plainStart: [UInt8] = []
    /// The report's text for the links, in order.
    var rendered: [UInt8] = []
    /// The text with its links in normal form, if that is asked for in place of a report.
    var corrected: LinkRewriter?
    /// Rows for the accounts of the links, in order, if fingerprints are written.
    package internal(set) var fingerprints: [UInt8] = []
    /// The first cell of each of these rows.
    var sourceCell = ""
    /// The accounts of links that contain several, by the index of the link.
    var accounts: [Int: [Fingerprints]] = [:]
    var parts: [(link: Int, part: MigrationPart)] = []
    /// Records whose field is empty or missing.
    var emptyFields = 0
    /// Lines and strings of JSON without a link; comments and empty lines aside.
    var linesWithoutLink = 0
    /// Fingerprints of possible secrets outside of links.
    var secretsWithoutLink: [UInt64] = []
    /// The place of the last link that does not start its line or record.
    var cursor = TextPlace(start: 0)

    /// Counts a record without a link, and possible secrets beside links.
    mutating func count(_ record: LinkRecord, _ key: FingerprintKey) {
        if record.kind == .noLink { linesWithoutLink += 1 }
        for secret in record.secrets { secretsWithoutLink.append(key.fingerprint(ofSecret: secret.secret.bytes)) }
    }

    /// Whether the chunk's buffer may be used again.
    package var isReusable: Bool { chunk.code == nil && chunk.bytes.count == 1 << 18 }
}

extension LinkReport {
    /// The place of a link.
    init(of link: CheckedLink, in chunk: RecordChunk) {
        self.init(source: chunk.name, code: chunk.code)
        guard chunk.code == nil else { return }
        line = chunk.firstLine + Int(link.line) + Int(link.lineInRecord)
        column = Int(link.column)
    }
}

extension LinkChecker.Workspace {
    /// Puts the label of the last link, which has no finding, into ``plainLabel``; empty if
    /// ``KeyURI/label(of:scheme:)`` has to read it.
    mutating func readPlainLabel() {
        var line: [UInt8] = []
        swap(&line, &plainLabel)
        line.removeAll(keepingCapacity: true)
        appendLabel(to: &line)
        if !Self.isSafe(line.span) { line.removeAll(keepingCapacity: true) }
        swap(&line, &plainLabel)
    }

    private func appendLabel(to line: inout [UInt8]) {
        guard hasPlainNames, label.count + issuer.count < 190 else { return }
        let text = label.bytes.span.extracting(0..<label.count)
        let value = issuer.bytes.span.extracting(0..<issuer.count)
        let parameter = KeyURINames.trimmed(value, value.indices)
        let names = KeyURINames(label: text, parameter: value.extracting(parameter))
        if let prefix = names.issuer {
            line.append(text, prefix)
        } else {
            line.append(value, parameter)
        }
        if !line.isEmpty, !names.name.isEmpty { line.append(text: ": ") }
        line.append(text, names.name)
    }

    /// Whether a text is printable ASCII that means itself in JSON, and without “secret=”, which a mistyped separator
    /// leaves in a label.
    private static func isSafe(_ text: Span<UInt8>) -> Bool {
        func isSafe(at index: Int) -> Bool {
            let word = text.word(at: index)
            return ByteWord.isPlainJSON(word) && ByteWord.places(of: ASCII.equals, in: word) == 0
        }
        var index = 0
        while index + 8 <= text.count {
            guard isSafe(at: index) else { return false }
            index += 8
        }
        // The last eight bytes, some of which were looked at.
        if index > 0 { return index == text.count || isSafe(at: text.count - 8) }
        return (index..<text.count).allSatisfy { index in
            let byte = text[index]
            return byte &- 0x20 < 0x7F - 0x20 && byte != ASCII.equals && byte != UInt8(ascii: "\"")
                && byte != UInt8(ascii: "\\")
        }
    }
}
