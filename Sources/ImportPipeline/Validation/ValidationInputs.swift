import Links
import TOTPDomain

/// What one task of a validation works on.
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
    /// What people should know about the input, for its first records.
    private var remark: String?
    private var folders = FolderTally()
    /// Failures of folders, once all inputs were opened.
    private var failures: ArraySlice<SourceResult>?

    /// - parameter opener: decides what an input is, and reads the codes of images.
    package init(_ inputs: [Input], _ opener: SourceReader, field: Field) {
        queue = InputQueue(inputs, opener)
        self.opener = opener
        self.field = field
    }

    /// The next piece, nil at the end.
    ///
    /// - parameter buffers: buffers that are no longer needed.
    package mutating func next(from buffers: inout [[UInt8]]) async -> ValidationPiece? {
        while true {
            do throws(SourceError) {
                if var chunk = try reader?.next(from: &buffers) {
                    chunk.source = number
                    chunk.name = input.name
                    chunk.remark = remark
                    remark = nil
                    return .records(chunk)
                }
                reader = nil
                guard let (input, stream) = await queue.nextOpened() else { return nextFailure() }
                number += 1
                self.input = input
                if let piece = try open(stream) { return take(piece) }
                if let folder = input.folder { folders.add(folder, isSkipped: false) }
            } catch {
                let isInside = reader != nil
                reader = nil
                let result = SourceResult(input, status: .failed, failure: error)
                return take(isInside ? .brokenOff(result) : .unread(result))
            }
        }
    }

    private mutating func take(_ piece: ValidationPiece) -> ValidationPiece {
        switch piece {
        case .unread(let result), .brokenOff(let result): folders.add(result)
        case .records, .image: if let folder = input.folder { folders.add(folder, isSkipped: false) }
        }
        return piece
    }

    private mutating func nextFailure() -> ValidationPiece? {
        if failures == nil { failures = folders.failures[...] }
        return (failures?.popFirst()).map { .unread($0) }
    }

    /// - returns: nil for a text, which is read from then on.
    private mutating func open(_ opened: (any ByteStream)?) throws(SourceError) -> ValidationPiece? {
        if case .skipped(let reason) = input.location { return .unread(SourceResult(input, skipped: reason)) }
        switch try opener.open(input, opened) {
        case .image(let bytes, let kind): return .image(input, source: number, bytes: bytes, kind: kind)
        case .other(let content): return .unread(.unread(input, content, as: Self.notAText))
        case .text(let text):
            let isJSON = LinkText.isJSON(text.head.span)
            let isSkippable = input.folder != nil || input.promisesImage
            if isSkippable, field == .line, text.isWhole, !LinkText.containsLink(text.head.span, isJSON: isJSON) {
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

    /// Of CSV, the column that contains links is read: in a line, the cells after a link would be part of it.
    private mutating func lineReader(_ text: OpenedText, isJSON: Bool) throws(SourceError) -> RecordReader {
        guard !isJSON, let column = try CSVLinkColumn.find(in: text.head, isWhole: text.isWhole) else {
            return RecordReader(text.stream, layout: isJSON ? .json : .lines)
        }
        remark = "the links are in \(column.text); --csv-field names another one"
        return try RecordReader(text.stream, csvColumn: column)
    }

    private static let notAText = SourceError(
        .unrecognised, "not a text or an image", "totp-import list and import read exports")
}
