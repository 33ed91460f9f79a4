import Encodings
import Images
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
    /// The type of an input that is read in portions.
    enum Opened {
        case text(OpenedText)
        case image([UInt8], SourceContent.ImageKind)
        /// The start of anything else.
        case other(SourceContent)
    }

    /// An input as a whole, unpacked.
    func content(of input: Input) throws(SourceError) -> SourceContent {
        let bytes = try input.bytes(limit: settings.limits.sourceBytes)
        guard let compression = compression(of: bytes) else { return try checked(bytes) }
        var stream: any ByteStream = try IdleStream(ByteArrayStream(bytes), compression)
        return try checked(try whole([], &stream))
    }

    private func checked(_ bytes: [UInt8]) throws(SourceError) -> SourceContent {
        let content = SourceContent(bytes, as: settings.encoding)
        let count = bytes.count
        switch content.kind {
        case .text where count > settings.limits.textBytes:
            throw SourceError(
                .tooLarge, "a text of more than \(settings.limits.textBytes >> 20) MiB, the most that is read",
                "split it")
        case .sqlite where count > settings.limits.databaseBytes, .binary where count > settings.limits.databaseBytes:
            throw SourceError(
                .tooLarge, "larger than \(settings.limits.databaseBytes >> 20) MiB, the most that is read",
                "save it without attachments")
        default: return try Self.notEmpty(content)
        }
    }

    /// An input in portions, unpacked: its kind is decided as for ``content(of:)``, and a text may have any size.
    ///
    /// - Parameter opened: the input's bytes, if it was opened before and cannot be opened again.
    func open(_ input: Input, _ opened: (any ByteStream)? = nil) throws(SourceError) -> Opened {
        var stream = if let opened { opened } else { try input.stream() }
        var head = try stream.bytes(upTo: Self.headByteCount)
        if let compression = compression(of: head) {
            stream = try IdleStream(PeekedStream(head: head, rest: stream), compression)
            head = try stream.bytes(upTo: Self.headByteCount)
        }
        let isWhole = head.count < Self.headByteCount
        let start = try Self.notEmpty(SourceContent(head, as: settings.encoding))
        if case .image(let kind) = start.kind { return .image(try whole(head, &stream), kind) }
        if TextDecoding.isUTF16(head) || settings.encoding != nil && start.kind == .text {
            let content = isWhole ? start : SourceContent(try whole(head, &stream), as: settings.encoding)
            try content.doubt?.check()
            guard content.kind == .text else { return .other(content) }
            return .text(OpenedText(head: content.text, rest: ByteArrayStream([]), isWhole: true))
        }
        guard start.kind == .text else { return .other(start) }
        // As it is: what is not UTF-8 is a finding.
        return .text(OpenedText(head: TextDecoding.withoutMark(head), rest: stream, isWhole: isWhole))
    }

    /// Enough to tell a text from other data, as ``SourceContent`` does.
    private static let headByteCount = 1 << 16

    /// With `--from`, the bytes go to that format as they are.
    func compression(of bytes: [UInt8]) -> Compression? {
        guard settings.forced == nil else { return nil }
        return compressions.first { bytes.starts(with: $0.signature) }
    }

    /// All bytes of a stream whose first were read.
    func whole(_ head: [UInt8], _ stream: inout any ByteStream) throws(SourceError) -> [UInt8] {
        let limit = settings.limits.sourceBytes
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

extension SourceError {
    package static let emptyFile = SourceError(.emptyFile, "the file is empty", .copyAgain)
}

extension SourceReader {
    /// Returns the QR codes of a camera frame, each with its content.
    ///
    /// - Returns: the codes, and the corner points of others that were found but not read: the next frame may show them
    ///   better.
    package func codes(on frame: LumaImage) -> (codes: [ImageScan.Code], unread: [[QRPayload.Point]]) {
        let scan = images.scanner.scan(frame)
        return (codes(of: scan), scan.unreadPlaces)
    }

    /// The ledger's view of one of these codes.
    ///
    /// - Parameter name: the name of the code in messages.
    package func result(of code: ImageScan.Code, named name: String) -> SourceResult {
        let page = ImageReader.PageReading(scan: QRScanResult(payloads: [code.payload]), codes: [code])
        var result = ImageScan(kind: .png, pages: [page]).result(Input(name: name, location: .memory([])))
        result.format = code.document?.format.rawValue
        return result
    }

    /// Opens a file that is to be written again, in the same way as inputs: first without a passphrase, then with each
    /// known passphrase, then with typed passphrases.
    ///
    /// - Parameters:
    ///   - app: the app of the file, for the question.
    ///   - mayNeedKeyFile: whether the app's files can have a key file.
    ///   - open: called until a passphrase is right.
    /// - Returns: the opened file, and the request that opened it.
    /// - Throws: ``SourceError``.
    package func open<Opened>(
        _ input: Input, of app: String, mayNeedKeyFile: Bool,
        _ open: (ImportRequest) throws(SourceError) -> Opened
    ) async throws(SourceError) -> (opened: Opened, request: ImportRequest) {
        let content = try content(of: input)
        guard content.doubt == nil else {
            throw SourceError(.corrupt, "not UTF-8, so names would be written wrongly", "save it as UTF-8")
        }
        var request = request(for: content, of: input)
        var failure: SourceError
        do throws(SourceError) { return (try open(request), request) } catch {
            guard error.isAboutPassphrase else { throw error }
            failure = error
        }
        let question = PassphraseQuestion(
            input: input.name, app: app, mayNeedKeyFile: mayNeedKeyFile && request.keyFile == nil)
        var attempts = PassphraseAttempts(known, settings.passphrases, question)
        while let candidate = await attempts.next(turn: {}) {
            request.passphrase = candidate
            do throws(SourceError) { return (try open(request.restarted), request) } catch {
                guard error.isAboutPassphrase else { throw error }
                failure = error
            }
        }
        throw attempts.failure(failure)
    }
}
