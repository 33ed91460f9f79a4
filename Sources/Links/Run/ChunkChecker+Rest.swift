import Encodings
import TOTPDomain

/// Lines that are not checked alone: lines in which a link goes on, and lines with too many links.
extension ChunkChecker {
    /// Whether a line has more links than a file may have entries.
    static func hasTooManyLinks(_ line: Span<UInt8>) -> Bool {
        guard line.count > mostLinks * shortestLink else { return false }
        var count = 0, from = 0
        while count <= mostLinks, let (_, start) = KeyURIScheme.findAnywhere(in: line, from: from) {
            count += 1
            from = start + shortestLink
        }
        return count > mostLinks
    }

    static let mostLinks = Limit.entries
    /// No scheme is shorter.
    private static let shortestLink = 6

    /// Whether the line at an index may be the rest of the link before it: nearly always it is another link.
    @inline(__always)
    func mayGoOn(at start: Int, in chunk: RecordChunk) -> Bool {
        guard start < chunk.count, chunk.layout == .lines else { return false }
        let byte = chunk.bytes[start]
        guard byte >= ASCII.space || byte == UInt8(ascii: "\t") else { return false }
        return !KeyURIScheme.startsWithOTPAuth(chunk.bytes.span.extracting(start..<chunk.count))
    }

    /// Whether a line is a link that goes on in the next line, or may.
    func isBroken(_ line: Range<Int>, in chunk: RecordChunk) -> Bool {
        LinkListReader.hasBrokenLink(in: Array(chunk.bytes[line.lowerBound..<endOfRest(after: line, in: chunk)]))
    }

    /// Where the lines end in which a link of a line can go on.
    func endOfRest(after line: Range<Int>, in chunk: RecordChunk) -> Int {
        let text = chunk.bytes.span
        guard KeyURIScheme.mayGoOn(after: text.extracting(line)) else { return line.upperBound }
        var end = line.upperBound
        for _ in 0..<BrokenLink.mostLines where mayGoOn(at: end + 1, in: chunk) {
            let next = Self.lineFeed(in: chunk, from: end + 1)
            let rest = text.extracting((end + 1)..<next)
            var lines = TextLines()
            // There are other ends of lines as well.
            guard let first = lines.next(in: rest), KeyURIScheme.findAnywhere(in: rest.extracting(first.range)) == nil
            else { break }
            end = next
        }
        return end
    }
}
