import Containers
import ImportPipeline
import LinkValidation
import TOTPDomain

/// What one task of a validation works on.
enum ValidationPiece: Sendable {
    case records(RecordChunk)
    case picture(name: String, source: Int, bytes: [UInt8], kind: SourceContent.ImageKind)
    case failed(name: String, SourceError)
    /// In a folder: not an image or a text with a link.
    case skipped(name: String, SkippedInput)
}

/// Opens one input after the other and splits it into pieces. Needs memory for one piece.
///
/// The kind of an input is detected from its content, also in gzip.
struct ValidationInputs {
    /// Where links are in texts.
    enum Field: Sendable, Hashable {
        case line
        case csv(String)
        case json(String)
    }

    private var inputs: ArraySlice<Input>
    private let field: Field
    private var number = -1
    private var name = ""
    private var reader: RecordReader?

    init(_ inputs: [Input], field: Field) {
        self.inputs = inputs[...]
        self.field = field
    }

    /// The next piece, nil at the end.
    ///
    /// - Parameter buffers: buffers that are no longer needed.
    mutating func next(from buffers: inout [[UInt8]]) -> ValidationPiece? {
        while true {
            do throws(SourceError) {
                if var chunk = try reader?.next(from: &buffers) {
                    chunk.source = number
                    chunk.name = name
                    return .records(chunk)
                }
                reader = nil
                guard let input = inputs.popFirst() else { return nil }
                number += 1
                name = input.name
                if let piece = try open(input) { return piece }
            } catch {
                reader = nil
                return .failed(name: name, error)
            }
        }
    }

    /// - Returns: nil for a text, which is read from then on.
    private mutating func open(_ input: Input) throws(SourceError) -> ValidationPiece? {
        if case .skipped(let reason) = input.location { return .skipped(name: input.name, reason) }
        var stream = try input.stream()
        var head = try Self.bytes(&stream, limit: Self.headByteCount)
        if head.starts(with: GzipStream.magic) {
            stream = try GzipStream(PeekedStream(head: head, rest: stream))
            head = try Self.bytes(&stream, limit: Self.headByteCount)
        }
        // Fewer bytes than requested: this is the whole input.
        let isWhole = head.count < Self.headByteCount
        let content = SourceContent(head)
        switch content.kind {
        case .empty: throw SourceError.emptyFile
        case .image(let kind):
            let bytes = try Self.all(head, &stream)
            return .picture(name: input.name, source: number, bytes: bytes, kind: kind)
        case .text: return try openText(input, content, stream, isWhole: isWhole)
        case .binary, .sqlite, .zip:
            if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
                return try openWideText(head, &stream)
            }
            if input.folder != nil { return .skipped(name: input.name, .content) }
            throw SourceError(.unrecognised, "not a text or an image; import or list it to read an app's export")
        }
    }

    private mutating func openText(
        _ input: Input, _ content: SourceContent, _ stream: any ByteStream, isWhole: Bool
    ) throws(SourceError) -> ValidationPiece? {
        var stream = stream
        if content.bytes.starts(with: [0xFF, 0xFE]) || content.bytes.starts(with: [0xFE, 0xFF]) {
            return try openWideText(content.bytes, &stream)
        }
        let isJSON = LinkText.isJSON(content.text.span)
        if input.folder != nil, field == .line, isWhole, !Self.hasLink(content.text, isJSON: isJSON) {
            return .skipped(name: input.name, .content)
        }
        try read(PeekedStream(head: content.text, rest: stream), isJSON: isJSON)
        return nil
    }

    /// UTF-16 is converted to UTF-8 as a whole.
    private mutating func openWideText(
        _ head: [UInt8], _ stream: inout any ByteStream
    ) throws(SourceError) -> ValidationPiece? {
        let content = SourceContent(try Self.all(head, &stream))
        guard content.kind == .text else {
            throw SourceError(.corrupt, "the text is damaged: it starts as UTF-16 and is not; save it as UTF-8")
        }
        try read(ByteArrayStream(content.text), isJSON: LinkText.isJSON(content.text.span))
        return nil
    }

    private static func hasLink(_ text: [UInt8], isJSON: Bool) -> Bool {
        var isFound = false
        LinkText.forEachRecord(in: text.span, isJSON: isJSON) { record, _ in
            if case .link = record.kind { isFound = true }
            return !isFound
        }
        return isFound
    }

    private mutating func read(_ stream: any ByteStream, isJSON: Bool) throws(SourceError) {
        switch field {
        case .line: reader = RecordReader(stream, layout: isJSON ? .json : .lines)
        case .json(let member): reader = RecordReader(stream, layout: .jsonLines(member: member))
        case .csv(let column): reader = try RecordReader(stream, csvColumn: column)
        }
    }

    // MARK: - Bytes

    private static let headByteCount = 1 << 16

    private static func bytes(_ stream: inout any ByteStream, limit: Int) throws(SourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var portion = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count: Int
            do {
                count = try portion.withUnsafeMutableBytes { try stream.read(into: $0) }
            } catch let failure as SourceError {
                throw failure
            } catch {
                throw SourceError(.readFailed, "cannot be read")
            }
            if count == 0 { break }
            bytes += portion[..<count]
        }
        return bytes
    }

    private static func all(_ head: [UInt8], _ stream: inout any ByteStream) throws(SourceError) -> [UInt8] {
        let limit = ImportLimits().sourceBytes
        let bytes = try head + Self.bytes(&stream, limit: limit)
        guard bytes.count <= limit else {
            throw SourceError(.tooLarge, "larger than \(limit >> 20) MiB; split it")
        }
        return bytes
    }
}
