import Encodings
import TOTPDomain

/// Splits a stream into chunks of whole records. Needs memory for one chunk or the longest record.
package struct RecordReader {
    private var stream: any ByteStream
    package let layout: RecordLayout
    private let chunkByteCount: Int
    /// Bytes that were read and not returned yet: the start of a record.
    private var rest: [UInt8] = []
    private var line = 1
    /// As ``RecordChunk/charactersBefore``, of the next chunk.
    private var charactersBefore = 0
    private var isAtEnd = false
    /// The header of a CSV file, for the first chunk.
    private var header: [UInt8] = []
    private var isFieldGuessed = false
    /// Whether the position is within a line that is too long, whose start was already returned.
    private var isSkipping = false
    /// The error that ended the stream; the records before it are returned first.
    private var failure: SourceError?

    package init(_ stream: any ByteStream, layout: RecordLayout, chunkByteCount: Int = 1 << 18) {
        (self.stream, self.layout) = (stream, layout)
        self.chunkByteCount = max(chunkByteCount, 64)
    }

    /// The records of CSV after its header.
    ///
    /// - Parameter column: a name in the header, ignoring case; or a number from 1, for a file without a header.
    /// - Throws: ``SourceError`` with `corrupt` if the column is missing.
    package init(_ stream: any ByteStream, csvColumn column: String) throws(SourceError) {
        var stream = stream
        let (head, header) = try CSVHeader.read(from: &stream)
        if let number = Int(column) {
            self.init(
                PeekedStream(head: head, rest: stream), layout: .csv(cell: number - 1, delimiter: header.delimiter))
            return
        }
        self.init(head, stream, header, try header.index(of: column, in: head))
    }

    /// Reads the column that contains the links.
    ///
    /// - Parameter column: as it was found in the stream's first bytes.
    package init(_ stream: any ByteStream, csvColumn column: CSVLinkColumn) throws(SourceError) {
        var stream = stream
        let (head, header) = try CSVHeader.read(from: &stream)
        self.init(head, stream, header, column.index)
        isFieldGuessed = true
    }

    private init(_ head: [UInt8], _ stream: any ByteStream, _ header: CSVHeader, _ column: Int) {
        self.init(
            PeekedStream(head: Array(head[header.end...]), rest: stream),
            layout: .csv(cell: column, delimiter: header.delimiter))
        line = header.lines + 1
        self.header = Array(head[..<header.end])
    }

    /// The next chunk, nil at the end.
    ///
    /// - Parameter buffers: arrays that are no longer needed; one of them is used.
    /// - Throws: ``SourceError`` if the stream breaks off, or if a quote of CSV is never closed. The records before
    ///   that were returned.
    package mutating func next(from buffers: inout [[UInt8]]) throws(SourceError) -> RecordChunk? {
        var bytes = buffers.popLast() ?? []
        var size = chunkByteCount
        while true {
            let count = try fill(&bytes, to: size)
            guard count > 0 else { return nil }
            if isSkipping {
                skip(in: bytes, count)
                continue
            }
            var chunk = RecordChunk(bytes: bytes, firstLine: line, layout: layout)
            chunk.count = count
            chunk.charactersBefore = charactersBefore
            chunk.isFieldGuessed = isFieldGuessed
            chunk.header = header
            if case .csv(let cell, let delimiter) = layout {
                if try takeCells(of: &chunk, cell, delimiter) { return chunk }
            } else if takeLines(of: &chunk) {
                return chunk
            }
            // Not even one whole record: read more.
            guard count < RecordChunk.maximumLineByteCount else {
                switch layout {
                case .lines, .jsonLines:
                    chunk.isCut = true
                    isSkipping = true
                    return chunk
                case .csv:
                    throw SourceError(
                        .limitExceeded, "the record in line \(line) is longer than \(RecordChunk.maximumLineText)",
                        "check its quotes")
                case .json:
                    throw SourceError(
                        .limitExceeded,
                        "line \(line) contains a value of JSON longer than \(RecordChunk.maximumLineText), and nothing "
                            + "after it was checked", "remove the value")
                }
            }
            rest = Array(bytes[..<count])
            size = min(max(size, count) * 2, RecordChunk.maximumLineByteCount)
        }
    }

    // MARK: - Lines

    /// - Returns: whether the chunk has a whole line.
    private mutating func takeLines(of chunk: inout RecordChunk) -> Bool {
        if !isAtEnd {
            if let end = Self.endOfLines(chunk.bytes, chunk.count).flatMap({ endOfLinks(chunk, $0) }) {
                rest = Array(chunk.bytes[end..<chunk.count])
                chunk.count = end
                charactersBefore = 0
            } else if failure == nil {
                guard layout == .json, let end = splitLine(of: chunk) else { return false }
                rest = Array(chunk.bytes[end..<chunk.count])
                chunk.count = end
                // Text of one line may have other ends of line, which do not count.
                return true
            }
        }
        line += chunk.bytes.span.extracting(..<chunk.count).lineEndCount
        return true
    }

    /// Splits a line of JSON after a string that is not the name of a member.
    ///
    /// - Returns: where the string ends; nil without a string.
    private mutating func splitLine(of chunk: RecordChunk) -> Int? {
        let text = chunk.bytes.span.extracting(0..<chunk.count)
        var lines = TextLines()
        var last = 0..<0
        while let line = lines.next(in: text) { last = line.range }
        let line = text.extracting(last)
        // A comment is a comment to its end.
        guard line.indices.first(where: { !ASCII.isWhitespace(line[$0]) }).map({ line[$0] != ASCII.hash }) == true
        else { return nil }
        var pieces = JSONStringSplitter()
        var end: Int?
        while let piece = pieces.next(in: line) {
            guard piece.isString else { continue }
            var next = piece.range.upperBound + 1
            while next < line.count, ASCII.isWhitespace(line[next]) { next += 1 }
            guard next < line.count else { break }
            switch line[next] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): end = piece.range.upperBound + 1
            default: continue
            }
        }
        guard let end else { return nil }
        let characters = (0..<end).count { line[$0] & 0xC0 != 0x80 }
        charactersBefore = (last.lowerBound == 0 ? charactersBefore : 0) + characters
        return last.lowerBound + end
    }

    /// The index after the last line that is whole.
    private static func endOfLines(_ bytes: [UInt8], _ count: Int) -> Int? {
        if let last = bytes[..<count].lastIndex(of: ASCII.newline) { return last + 1 }
        // A CR at the very end may be one half of CRLF.
        return bytes[..<max(0, count - 1)].lastIndex(of: ASCII.carriageReturn).map { $0 + 1 }
    }

    /// The last lines stay for the next chunk if a link in them may go on after them.
    ///
    /// - Parameter end: where the last line ends.
    /// - Returns: nil if there is nothing before them.
    private func endOfLinks(_ chunk: RecordChunk, _ end: Int) -> Int? {
        let text = chunk.bytes.span
        guard layout == .lines, failure == nil,
            !KeyURIScheme.startsWithOTPAuth(text.extracting(end..<chunk.count))
        else { return end }
        var start = end, found: Int?
        for _ in 0...BrokenLink.mostLines where start > 0 {
            var line = start - 1
            if line > 0, text[line] == ASCII.newline, text[line - 1] == ASCII.carriageReturn { line -= 1 }
            let last = line
            while line > 0, text[line - 1] != ASCII.newline, text[line - 1] != ASCII.carriageReturn { line -= 1 }
            guard line < last else { break }
            start = line
            if KeyURIScheme.mayGoOn(after: text.extracting(line..<last)) {
                found = start
                // Text after other line ends may be the rest of a link before it.
                var lines = TextLines()
                let part = text.extracting(line..<last)
                if let first = lines.next(in: part), KeyURIScheme.mayGoOn(after: part.extracting(first.range)) { break }
            }
        }
        // Longer links are not put together.
        guard let found, end - found <= 4 * KeyURI.maximumByteCount else { return end }
        return found > 0 ? found : nil
    }

    private mutating func skip(in bytes: [UInt8], _ count: Int) {
        let text = bytes.span
        for index in 0..<count where ASCII.isLineEnd(text[index]) {
            isSkipping = false
            line += 1
            let isPair = text[index] == ASCII.carriageReturn && index + 1 < count && text[index + 1] == ASCII.newline
            rest = Array(bytes[(index + (isPair ? 2 : 1))..<count])
            return
        }
    }

    // MARK: - CSV

    /// - Returns: whether the chunk has a whole record.
    private mutating func takeCells(
        of chunk: inout RecordChunk, _ cell: Int, _ delimiter: UInt8
    ) throws(SourceError) -> Bool {
        var reader = CSVReader(delimiter: delimiter)
        var cells: [CellPlace] = []
        do throws(CSVError) {
            let bytes = chunk.bytes.span.extracting(0..<chunk.count)
            while let record = try reader.next(in: bytes, isWhole: isAtEnd && failure == nil) {
                if isFieldGuessed {
                    // A link in another column than that of the first records must not be overlooked.
                    for index in record.cells.indices
                    where index != cell && KeyURIScheme.find(in: bytes.extracting(record.cells[index].range)) != nil {
                        cells.append(CellPlace(of: record, index))
                    }
                }
                cells.append(CellPlace(of: record, cell))
            }
            if isFieldGuessed { cells.sort { ($0.cell?.range.lowerBound ?? 0) < ($1.cell?.range.lowerBound ?? 0) } }
        } catch {
            isAtEnd = true
            failure = CSVHeader.failure(error, line: line + error.line - 1)
        }
        if cells.isEmpty, let failure { throw failure }
        guard !cells.isEmpty else { return false }
        if !isAtEnd { rest = Array(chunk.bytes[reader.position..<chunk.count]) }
        chunk.count = reader.position
        chunk.cells = cells
        header = []
        line += reader.line - 1
        return true
    }

    // MARK: - Bytes

    /// The remaining bytes and then bytes of the stream, up to a size.
    private mutating func fill(_ bytes: inout [UInt8], to size: Int) throws(SourceError) -> Int {
        if bytes.count != size { bytes = [UInt8](repeating: 0, count: max(size, rest.count)) }
        var count = rest.count
        bytes.replaceSubrange(0..<count, with: rest)
        rest.removeAll(keepingCapacity: true)
        while count < bytes.count, !isAtEnd, failure == nil {
            do throws(SourceError) {
                let read = try stream.read(into: &bytes, from: count)
                if read == 0 { isAtEnd = true }
                count += read
            } catch { failure = error }
        }
        if count == 0, let failure { throw failure }
        return count
    }
}
