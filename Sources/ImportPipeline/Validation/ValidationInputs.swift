import Links
import TOTPDomain

/// The work of one validation task.
package enum ValidationPiece: Sendable {
    case records(RecordChunk)
    case image(Input, source: Int, bytes: [UInt8], kind: SourceContent.ImageKind)
    /// A failure, or a file in a folder that is skipped.
    case unread(SourceResult)
    /// A failure in the middle of a text, of which earlier records were read.
    case brokenOff(SourceResult)
}

/// Opens one input after the other and splits it into pieces. Needs memory for one piece.
package struct ValidationInputs {
    /// Where links are in texts.
    package enum Field: Sendable, Hashable {
        case line
        case csv(String)
        case json(String)
    }

    private let queue: InputQueue
    private let opener: SourceReader
    private let field: Field
    private var number = -1
    private var input = Input(name: "", location: .standardInput)
    private var reader: RecordReader?
    /// A note for the user about the input, for its first records.
    private var remark: String?
    private var folders = FolderTally()
    /// Failures of folders, once all inputs were opened.
    private var failures: ArraySlice<SourceResult>?

    /// - Parameter opener: decides the type of an input, and reads the codes of images.
    package init(_ inputs: [Input], _ opener: SourceReader, field: Field) {
        queue = InputQueue(inputs, opener)
        (self.opener, self.field) = (opener, field)
    }

    /// The next piece, nil at the end.
    ///
    /// - Parameter buffers: buffers that are no longer needed.
    package mutating func next(from buffers: inout [[UInt8]]) async -> ValidationPiece? {
        while true {
            do throws(SourceError) {
                if var chunk = try reader?.next(from: &buffers) {
                    chunk.source = number
                    chunk.name = input.name
                    chunk.isPasted = input.isPasted
                    chunk.remark = remark
                    remark = nil
                    return .records(chunk)
                }
                reader = nil
                guard let (input, stream) = await queue.nextOpened() else {
                    if failures == nil { failures = folders.failures[...] }
                    return (failures?.popFirst()).map { .unread($0) }
                }
                number += 1
                self.input = input
                if let piece = try open(stream) { return take(piece) }
                if let folder = input.folder { folders.add(folder, isSkipped: false) }
            } catch {
                let isInside = reader != nil
                reader = nil
                let result = SourceResult.unread(input, error)
                return take(isInside ? .brokenOff(result) : .unread(result))
            }
        }
    }

    /// Checks all inputs.
    ///
    /// - Parameters:
    ///   - width: pieces that are checked at once.
    ///   - collect: called with each result, in the order of the inputs.
    package mutating func check(
        width: Int, _ checker: ChunkChecker, collect: (ValidationResult) throws -> Void
    ) async throws {
        // Buffers of chunks that are done.
        var buffers: [[UInt8]] = []
        try await BoundedTasks.run(width: width, waiting: width) {
            await next(from: &buffers)
        } work: { [opener] piece in
            ValidationResult(of: piece, checker, opener)
        } collect: { result in
            try collect(result)
            for chunk in result.chunks where chunk.isReusable { buffers.append(chunk.chunk.bytes) }
        }
    }

    private mutating func take(_ piece: ValidationPiece) -> ValidationPiece {
        switch piece {
        case .unread(let result), .brokenOff(let result): folders.add(result)
        case .records, .image: if let folder = input.folder { folders.add(folder, isSkipped: false) }
        }
        return piece
    }

    /// - Returns: nil for a text, which is read from then on.
    private mutating func open(_ opened: (any ByteStream)?) throws(SourceError) -> ValidationPiece? {
        if case .skipped(let reason) = input.location { return .unread(SourceResult(input, skipped: reason)) }
        switch try opener.open(input, opened) {
        case .image(let bytes, let kind): return .image(input, source: number, bytes: bytes, kind: kind)
        case .other(let content): return .unread(.unread(input, content, as: Self.notAText))
        case .text(let text):
            let isJSON = LinkRecords.isJSON(text.head.span)
            let isSkippable = input.folder != nil || input.isNamedLikeImage
            if isSkippable, field == .line, text.isWhole, !LinkRecords.containsLink(text.head.span, isJSON: isJSON) {
                return .unread(.unread(input, SourceContent(text: text.head), as: Self.notAText))
            }
            switch field {
            case .line: reader = try lineReader(text, isJSON: isJSON)
            case .json(let member): reader = RecordReader(text.stream, layout: .jsonLines(member: member))
            case .csv(let column): reader = try RecordReader(text.stream, csvColumn: column)
            }
            return nil
        }
    }

    /// In CSV, only the column that contains links is read: in a whole line, the cells after a link would be part of
    /// it.
    private mutating func lineReader(_ text: OpenedText, isJSON: Bool) throws(SourceError) -> RecordReader {
        guard !isJSON, let column = try CSVLinkColumn.find(in: text.head, isWhole: text.isWhole) else {
            return RecordReader(text.stream, layout: isJSON ? .json : .lines)
        }
        remark = "the links are in \(column.text); --csv-field names another one"
        return try RecordReader(text.stream, csvColumn: column)
    }

    private static let notAText = SourceError(
        .unrecognised, "not a text or an image",
        .text("totp-import list and import read exports", onPage: "if it is an export, drop it under Add"))
}

/// The findings in one piece.
package struct ValidationResult: Sendable {
    package private(set) var chunks: [CheckedChunk] = []
    /// The input, if the piece is all of it.
    package private(set) var source: SourceResult?

    /// Whether a text was not read to its end, or not all of its lines: a report that rewrites it is not complete.
    package private(set) var isIncomplete = false

    /// Whether something was not read that may contain a link.
    package var hasProblem: Bool { source.map { [.failed, .partial, .noCode].contains($0.status) } ?? false }

    /// - Parameter reader: reads the codes of images.
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
                let scan = try reader.codes(inImage: bytes, kind)
                chunks = Self.chunks(of: scan, input, number).map { checker.check($0) }
                var result = SourceResult(input, format: kind.rawValue)
                if scan.hasProblem { result.status = scan.isPartial ? .partial : .noCode }
                result.warnings = scan.complaints
                let isPlain = scan.codes.isEmpty && !scan.isPartial && scan.doubts.isEmpty
                source = isPlain && input.isInDocument ? SourceResult(input, skipped: .picture) : result
            } catch {
                let failed = SourceResult.unread(input, error)
                source = SourceReader.passedOver(failed, kind, input) ?? failed
            }
        }
    }

    /// A chunk for each code that is about accounts. Codes are counted over all pages.
    private static func chunks(of scan: ImageScan, _ input: Input, _ number: Int) -> [RecordChunk] {
        scan.codes.enumerated().filter { $0.element.document != nil }.map { index, code in
            // What is not UTF-8 is a finding.
            let bytes = code.text.doubt == nil ? code.text.bytes : code.payload.bytes
            var chunk = RecordChunk(bytes: bytes, layout: LinkRecords.isJSON(bytes.span) ? .json : .lines)
            (chunk.source, chunk.name, chunk.code) = (number, input.name, index + 1)
            return chunk
        }
    }
}
