import Links
import TOTPDomain

/// What was found in one piece.
package struct ValidationResult: Sendable {
    package private(set) var chunks: [CheckedChunk] = []
    /// The input, if the piece is all of it.
    package private(set) var source: SourceResult?

    /// Whether a text was not read to its end, or not all of its lines: a report that rewrites it is not complete.
    package private(set) var isIncomplete = false

    /// Whether something was not read that may contain a link.
    package var hasProblem: Bool { source.map { [.failed, .partial, .noCode].contains($0.status) } ?? false }

    /// - parameter reader: reads the codes of images.
    package init(of piece: ValidationPiece, _ checker: ChunkChecker, _ reader: SourceReader) {
        switch piece {
        case .records(let chunk):
            chunks = [checker.check(chunk)]
            isIncomplete = chunk.isCut
        case .unread(let result): source = result
        case .brokenOff(let result):
            source = result
            isIncomplete = true
        case .image(let input, let number, let bytes, let kind):
            do throws(SourceError) {
                let scan = try reader.scan(bytes, kind)
                chunks = Self.chunks(of: scan, input, number).map { checker.check($0) }
                var result = SourceResult(input, format: kind.rawValue)
                if scan.hasProblem { result.status = scan.isPartial ? .partial : .noCode }
                result.warnings = scan.complaints
                source = result
            } catch {
                source = SourceResult(input, status: .failed, failure: error)
            }
        }
    }

    /// One for each code that is about accounts. Codes are counted over all pages.
    private static func chunks(of scan: ImageScan, _ input: Input, _ number: Int) -> [RecordChunk] {
        scan.codes.enumerated().filter { $0.element.document != nil }.map { index, code in
            let bytes = code.payload.bytes
            var chunk = RecordChunk(bytes: bytes, layout: LinkText.isJSON(bytes.span) ? .json : .lines)
            (chunk.source, chunk.name, chunk.code) = (number, input.name, index + 1)
            return chunk
        }
    }
}
