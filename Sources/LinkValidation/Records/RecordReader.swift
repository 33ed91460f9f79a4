import Encodings
public import TOTPDomain

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Cuts a stream into chunks of whole records, in memory of one chunk.
public struct RecordReader {
    private var stream: any ByteStream
    public private(set) var layout: RecordLayout
    private let chunkByteCount: Int
    /// Bytes that were read and not handed out: the begin of a record.
    private var rest: [UInt8] = []
    private var line = 1
    private var isAtEnd = false
    /// Within a record that is too long, whose begin was handed out.
    private var isSkipping = false

    /// - parameter chunkByteCount: more than any record that is looked into.
    public init(_ stream: any ByteStream, layout: RecordLayout, chunkByteCount: Int = 1 << 18) {
        self.stream = stream
        self.layout = layout
        self.chunkByteCount = max(chunkByteCount, RecordChunk.maximumRecordByteCount + 2)
    }

    /// The next chunk, nil at the end.
    ///
    /// - parameter buffers: arrays that are no longer needed; one of them is taken.
    /// - throws: ``SourceError`` where the stream breaks off. The records before that were handed out.
    public mutating func next(from buffers: inout [[UInt8]]) throws(SourceError) -> RecordChunk? {
        var bytes = buffers.popLast() ?? []
        while true {
            var count = try fill(&bytes)
            guard count > 0 else { return nil }
            if isSkipping {
                guard let end = Self.firstIndex(of: ASCII.newline, in: bytes, 0..<count) else { continue }
                isSkipping = false
                line += 1
                rest = Array(bytes[(end + 1)..<count])
                continue
            }
            let firstLine = line
            if !isAtEnd || failure != nil {
                if let end = endOfRecords(bytes, count) {
                    rest = Array(bytes[end..<count])
                    count = end
                } else if count > RecordChunk.maximumRecordByteCount {
                    // One record fills it all: enough of it to see that it is too long.
                    isSkipping = true
                    let kept = RecordChunk.maximumRecordByteCount + 1
                    line += Self.newlines(in: bytes, count)
                    var chunk = RecordChunk(bytes: bytes, firstLine: firstLine, layout: layout)
                    chunk.count = kept
                    chunk.isCut = true
                    return chunk
                }
            }
            line += Self.newlines(in: bytes, count)
            var chunk = RecordChunk(bytes: bytes, firstLine: firstLine, layout: layout)
            chunk.count = count
            return chunk
        }
    }

    /// Takes the first record away: the header of a CSV file.
    ///
    /// - returns: its bytes, nil in an empty file.
    mutating func header() throws(SourceError) -> [UInt8]? {
        var none: [[UInt8]] = []
        guard let chunk = try next(from: &none) else { return nil }
        let end = firstRecordEnd(chunk.bytes, chunk.count) ?? chunk.count
        rest = Array(chunk.bytes[end..<chunk.count]) + rest
        line = chunk.firstLine + Self.newlines(in: chunk.bytes, end)
        return Array(chunk.bytes[..<end])
    }

    /// Says where links stand, once the header told it.
    mutating func setLayout(_ layout: RecordLayout) { self.layout = layout }

    /// Undoes ``header()``.
    mutating func putBack(_ header: [UInt8]) {
        rest = header + rest
        line = 1
    }

    /// A stream that broke off: what came before is handed out first.
    private var failure: SourceError?

    /// The rest, and behind it what the stream gives, up to a whole chunk.
    private mutating func fill(_ bytes: inout [UInt8]) throws(SourceError) -> Int {
        if bytes.count != chunkByteCount { bytes = [UInt8](repeating: 0, count: chunkByteCount) }
        var count = rest.count
        if count > chunkByteCount { bytes += [UInt8](repeating: 0, count: count - chunkByteCount) }
        for index in 0..<count { bytes[index] = rest[index] }
        rest.removeAll(keepingCapacity: true)
        while count < bytes.count, !isAtEnd, failure == nil {
            do throws(SourceError) {
                let read = try readPortion(&bytes, from: count)
                if read == 0 { isAtEnd = true }
                count += read
            } catch {
                failure = error
            }
        }
        if count == 0, let failure { throw failure }
        return count
    }

    private mutating func readPortion(_ bytes: inout [UInt8], from start: Int) throws(SourceError) -> Int {
        do {
            return try bytes.withUnsafeMutableBytes { buffer in
                try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
            }
        } catch let failure as SourceError {
            throw failure
        } catch {
            throw SourceError(.readFailed, "cannot be read")
        }
    }

    /// Behind the last record that is whole.
    private func endOfRecords(_ bytes: [UInt8], _ count: Int) -> Int? {
        guard let delimiter = layout.delimiter else {
            var end = count
            while end > 0, bytes[end - 1] != ASCII.newline { end -= 1 }
            return end > 0 ? end : nil
        }
        var cursor = CSVCursor(delimiter: delimiter)
        var end: Int?
        let span = bytes.span
        for index in 0..<count where cursor.step(span[index]) == .record { end = index + 1 }
        return end
    }

    private func firstRecordEnd(_ bytes: [UInt8], _ count: Int) -> Int? {
        var cursor = CSVCursor(delimiter: layout.delimiter ?? UInt8(ascii: ","))
        let span = bytes.span
        for index in 0..<count where cursor.step(span[index]) == .record { return index + 1 }
        return nil
    }

    private static func firstIndex(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        let span = bytes.span
        for index in range where span[index] == byte { return index }
        return nil
    }

    private static func newlines(in bytes: [UInt8], _ count: Int) -> Int {
        bytes.withUnsafeBytes { text in
            guard var place = text.baseAddress else { return 0 }
            let end = place + count
            var lines = 0
            while let found = memchr(place, Int32(ASCII.newline), end - place) {
                lines += 1
                place = UnsafeRawPointer(found) + 1
            }
            return lines
        }
    }
}
