import Encodings
import TOTPDomain

/// A text that is read in portions.
struct OpenedText {
    /// The start: UTF-8 without a byte order mark.
    var head: [UInt8]
    var rest: any ByteStream
    /// Whether the start is all of it.
    var isWhole: Bool

    var stream: any ByteStream { PeekedStream(head: head, rest: rest) }
}

extension SourceReader {
    /// What an input is, if it is read in portions.
    enum Opened {
        case text(OpenedText)
        case image([UInt8], SourceContent.ImageKind)
        /// The start of anything else.
        case other(SourceContent)
    }

    /// An input as a whole, unpacked.
    func content(of input: Input) throws(SourceError) -> SourceContent {
        let bytes = try input.bytes(limit: limits.sourceBytes)
        guard let compression = compression(of: bytes) else { return try checked(SourceContent(bytes)) }
        var stream: any ByteStream = try IdleStream(ByteArrayStream(bytes), compression)
        return try checked(SourceContent(try whole([], &stream)))
    }

    private func checked(_ content: SourceContent) throws(SourceError) -> SourceContent {
        let count = content.bytes.count
        switch content.kind {
        case .text where count > limits.textBytes:
            throw SourceError(
                .tooLarge, "a text of more than \(limits.textBytes >> 20) MiB, the most that is read", "split it")
        case .sqlite where count > limits.databaseBytes, .binary where count > limits.databaseBytes:
            throw SourceError(
                .tooLarge,
                "larger than \(limits.databaseBytes >> 20) MiB, the most that is read",
                "save it without attachments")
        default: return try Self.notEmpty(content)
        }
    }

    /// An input in portions, unpacked: its kind is decided as for ``content(of:)``, and a text may have any size.
    ///
    /// - parameter opened: the input's bytes, if it was opened before and cannot be opened again.
    func open(_ input: Input, _ opened: (any ByteStream)? = nil) throws(SourceError) -> Opened {
        var stream = if let opened { opened } else { try input.stream() }
        var head = try stream.bytes(upTo: Self.headByteCount)
        if let compression = compression(of: head) {
            stream = try IdleStream(PeekedStream(head: head, rest: stream), compression)
            head = try stream.bytes(upTo: Self.headByteCount)
        }
        let isWhole = head.count < Self.headByteCount
        let start = try Self.notEmpty(SourceContent(head))
        if case .image(let kind) = start.kind { return .image(try whole(head, &stream), kind) }
        guard !TextDecoding.isUTF16(head) else {
            let content = isWhole ? start : SourceContent(try whole(head, &stream))
            guard content.kind == .text else { return .other(content) }
            return .text(OpenedText(head: content.text, rest: ByteArrayStream([]), isWhole: true))
        }
        guard start.kind == .text else { return .other(start) }
        return .text(OpenedText(head: start.text, rest: stream, isWhole: isWhole))
    }

    /// Enough to tell a text from other data, as ``SourceContent`` does.
    private static let headByteCount = 1 << 16

    /// With `--from`, the bytes go to that format as they are.
    func compression(of bytes: [UInt8]) -> Compression? {
        guard forced == nil else { return nil }
        return compressions.first { bytes.starts(with: $0.signature) }
    }

    /// All bytes of a stream whose first were read.
    func whole(_ head: [UInt8], _ stream: inout any ByteStream) throws(SourceError) -> [UInt8] {
        let limit = limits.sourceBytes
        let bytes = try stream.bytes(after: head, upTo: limit + 1)
        guard bytes.count <= limit else {
            throw SourceError(.tooLarge, "larger than \(limit >> 20) MiB, the most that is read")
        }
        return bytes
    }

    private static func notEmpty(_ content: SourceContent) throws(SourceError) -> SourceContent {
        guard content.kind != .empty else { throw .emptyFile }
        return content
    }
}
