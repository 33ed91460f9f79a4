import Encodings
import Platform
import TOTPDomain

/// Writes the text of a chunk again, with its links in normal form: `--fix`.
///
/// For lines and QR codes, it writes each link as a line, and the other lines as they are. In CSV and JSON, it changes
/// only the links.
struct LinkRewriter: Sendable {
    private(set) var text: [UInt8]
    /// The places of links that stay as they are.
    private(set) var unchanged: [UnchangedPlace] = []
    /// How many links are not as they were.
    var correctionCount = 0
    /// Whether the last line is a link. Words after it in the input are not written.
    private var endsWithLink = false
    /// The number of bytes of the chunk that are written, of CSV and JSON.
    private var copied = 0

    init(_ chunk: RecordChunk) {
        text = chunk.header
        guard !chunk.isCut else {
            let length = "the line is longer than \(RecordChunk.maximumLineText)"
            unchanged.append(
                UnchangedPlace(
                    "\(chunk.name.sanitized):\(chunk.firstLine)", "\(length); put each link on a line of its own",
                    was: "left out"))
            return
        }
        // Enough for usual links, so that the buffer seldom has to grow.
        if !chunk.keepsText { text.reserveCapacity(chunk.count / 2 * 3) }
    }

    // MARK: - Lines

    /// Writes a link as a line.
    ///
    /// - Parameters:
    ///   - severity: of its worst finding that counts.
    ///   - parts: those of the link, if they were found already.
    mutating func appendLine(
        _ bytes: Span<UInt8>, of link: CheckedLink, in chunk: RecordChunk, severity: Severity?, parts: KeyURIParts?
    ) {
        let start = text.count
        Self.write(bytes, of: link, in: chunk, severity: severity, parts, into: &text, &unchanged)
        if !text.span.extracting(start..<text.count).isEqual(to: bytes) { correctionCount += 1 }
        let isWrapped = link.verdict.rules.contains(.linkWrapped)
        // At the end of a line, the end of a link that was cut would seem to be there.
        if !isWrapped || Int(link.place.upperBound) < chunk.count { text.append(ASCII.newline) }
        endsWithLink = !isWrapped
    }

    /// Writes a line without a link as it is.
    mutating func keep(_ line: Span<UInt8>) {
        if endsWithLink, !line.isEmpty {
            // The link must not go on in this line.
            let start = text.dropLast().lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
            var both = Array(text[start...])
            both.append(line)
            if LinkListReader.hasBrokenLink(in: both) { text.append(ASCII.newline) }
        }
        text.append(line)
        text.append(ASCII.newline)
        endsWithLink = false
    }

    // MARK: - Fields and strings

    /// The normal form of a link, which ``correctionCount`` counts if it is used; or the link as it is.
    mutating func corrected(
        _ bytes: Span<UInt8>, of link: CheckedLink, in chunk: RecordChunk, severity: Severity?
    ) -> [UInt8] {
        var written: [UInt8] = []
        Self.write(bytes, of: link, in: chunk, severity: severity, nil, into: &written, &unchanged)
        return written
    }

    /// Copies the bytes of a chunk that are not written yet, up to a place, and writes other bytes for the place.
    mutating func replace(_ place: Range<Int>, of chunk: RecordChunk, by bytes: some Sequence<UInt8>) {
        copy(to: place.lowerBound, of: chunk)
        text += bytes
        copied = place.upperBound
    }

    /// Copies the bytes of a chunk that are not written yet, up to an index.
    mutating func copy(to index: Int, of chunk: RecordChunk) {
        text += chunk.bytes[copied..<index]
        copied = index
    }

    /// Writes the chunk as it is, in place of what was written.
    mutating func leave(_ chunk: RecordChunk, because reason: String) {
        text = Array(chunk.bytes[..<chunk.count])
        correctionCount = 0
        unchanged.append(UnchangedPlace("\(chunk.name.sanitized):\(chunk.firstLine)", reason))
    }

    /// - Parameter unchanged: gets the place, if the link stays as it is and should not.
    private static func write(
        _ bytes: Span<UInt8>, of link: CheckedLink, in chunk: RecordChunk, severity: Severity?, _ parts: KeyURIParts?,
        into output: inout [UInt8], _ unchanged: inout [UnchangedPlace]
    ) {
        let isRight = severity != .error, isClear = link.unclearEnd == nil
        if isRight, isClear, PlainNormalForm.append(bytes, parts, to: &output) { return }
        let form =
            isClear
            ? NormalForm(of: bytes) : .left(reason: "words after its secret could belong to it", kind: "unclear")
        let place = LinkReport(of: link, in: chunk)
        switch form {
        case .link(let text) where isRight: output += text.utf8
        case .left(let reason, let kind):
            output.append(bytes)
            unchanged.append(UnchangedPlace(place.place, reason, kind: kind, line: place.line))
        case .link, .foreign:
            output.append(bytes)
            if !isRight { unchanged.append(UnchangedPlace(place.place, "it cannot be read", line: place.line)) }
        }
    }
}

extension Span<UInt8> {
    /// Whether these are the same bytes.
    @inline(__always)
    func isEqual(to other: Span<UInt8>) -> Bool {
        other.withUnsafeBytes { other in
            count == other.count && (other.baseAddress.map { hasBytes($0, other.count, at: 0) } ?? true)
        }
    }

    /// Whether a text is at an index.
    @inline(__always)
    func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        return index >= 0 && index + length <= count && hasBytes(text.utf8Start, length, at: index)
    }

    /// Whether the range is the start of a text (in lower case) and not all of it, ignoring case.
    func isStart(of text: StaticString, in range: Range<Int>) -> Bool {
        range.count < text.utf8CodeUnitCount
            && range.allSatisfy { ASCII.lowercased(self[$0]) == text.utf8Start[$0 - range.lowerBound] }
    }

    /// - Parameter length: not more than there are from the index on.
    @inline(__always)
    private func hasBytes(_ other: UnsafeRawPointer, _ length: Int, at index: Int) -> Bool {
        withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0 + index, other, length) == 0 } ?? true
        }
    }
}

/// A place that `--fix` left as it was.
package struct UnchangedPlace: Sendable, Hashable {
    /// Where, and why.
    package let message: String
    /// Equal for reasons that differ only in their quotations.
    package let kind: String
    /// The line of a link, from 1.
    package let line: Int?

    init(
        _ place: String, _ reason: String, was what: String = "left as it was", kind: String? = nil, line: Int? = nil
    ) {
        message = "\(place): \(what): \(reason)"
        self.kind = kind ?? reason
        self.line = line
    }
}
