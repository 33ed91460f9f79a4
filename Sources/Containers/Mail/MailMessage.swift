import Encodings
import TOTPDomain

/// The parts of a message that have content: texts, images and other files, also from attached messages (RFC 2046).
struct MailMessage {
    struct Part {
        /// The file's own name, or its number; after the names of the attached messages that it is in.
        var path: String
        /// As it is in the message.
        var body: ArraySlice<UInt8>
        var encoding: MailEncoding
        /// In lower case; empty if the part does not name a character set.
        var charset: String
        /// How its lines are broken, if they are.
        var flow: FlowedText?
    }

    private(set) var parts: [Part] = []
    /// The first limit that parts of the message exceed: these are not read.
    private(set) var excess: Excess?
    /// The bytes of attached messages that were decoded, before their decoding.
    private var encodedCount = 0
    private let maximumEncoded: Int
    /// The names so far: the second of two equal names gets a number.
    private var names: [String: Int] = [:]

    /// The most parts of one message, and how deep they may be in each other.
    static let maximumParts = Limit.mailParts
    static let maximumDepth = Limit.mailDepth

    /// A limit that a message exceeds.
    enum Excess: Hashable {
        case parts, depth
        /// Encoded messages of more than this many bytes together.
        case encoded(limit: Int)

        var problem: String {
            switch self {
            case .parts: "the message has more than \(maximumParts) parts"
            case .depth: "the message has parts nested deeper than \(maximumDepth)"
            case .encoded(let limit): "the messages that are attached to it have more than \(limit >> 20) MiB together"
            }
        }
    }

    /// - Parameters:
    ///   - folder: the start of each part's path.
    ///   - maximumEncoded: the most bytes of attached messages that are encoded, together.
    init(_ bytes: [UInt8], folder: String = "", maximumEncoded: Int = Limit.mailEncoded) {
        self.maximumEncoded = maximumEncoded
        add(bytes[...], MailHeader(bytes[...]), Place(folder: folder, number: "", depth: 0))
    }

    /// Where a part is.
    private struct Place {
        /// The messages that contain it: `message 1/`.
        var folder: String
        /// `2.1` is the first part of the second part.
        var number: String
        var depth: Int

        func child(_ index: Int) -> Place {
            Place(folder: folder, number: number.isEmpty ? "\(index)" : "\(number).\(index)", depth: depth + 1)
        }
    }

    /// - Parameter bytes: from the header on.
    private mutating func add(_ bytes: ArraySlice<UInt8>, _ header: MailHeader, _ place: Place) {
        guard parts.count < Self.maximumParts else { return exceed(.parts) }
        guard place.depth <= Self.maximumDepth else { return exceed(.depth) }
        let body = bytes[header.end...]
        defer { add(outside: header.others, place) }
        if header.type.hasPrefix("multipart/"), let boundary = header.parameters.raw("boundary"), !boundary.isEmpty {
            let split = Self.split(body, at: boundary)
            // Without its boundary, the whole is read as a text.
            if !split.parts.isEmpty {
                let type = header.type == "multipart/digest" ? "message/rfc822" : "text/plain"
                for (index, child) in split.parts.enumerated() {
                    add(child, MailHeader(child, partType: type), place.child(index + 1))
                }
                add(outside: split.outside, place)
                return
            }
        }
        let encoding = MailEncoding(header.encoding)
        if header.type == "message/rfc822" || header.type == "message/global", let message = decoded(body, encoding) {
            let name = name(header, place) ?? "message \(place.number.isEmpty ? "1" : place.number)"
            add(
                message, MailHeader(message),
                Place(folder: "\(place.folder)\(unique(name, place))/", number: "", depth: place.depth + 1))
            return
        }
        guard !body.isEmpty else { return }
        let name = name(header, place) ?? (place.number.isEmpty ? "text" : "part \(place.number)")
        parts.append(
            Part(
                path: place.folder + unique(name, place), body: body, encoding: encoding,
                charset: header.type.hasPrefix("text/") ? (header.parameters["charset"] ?? "").lowercased() : "",
                flow: FlowedText(header)))
    }

    /// Texts before, between and after the parts are for old programs, or belong to a part whose boundary is wrong; in a
    /// header, they are in the wrong place.
    private mutating func add(outside texts: [ArraySlice<UInt8>], _ place: Place) {
        for text in texts where Self.mayHoldAccount(text.span) {
            guard parts.count < Self.maximumParts else { return exceed(.parts) }
            let name = ArchiveMember.textOutsideParts + (place.number.isEmpty ? "" : " of part \(place.number)")
            parts.append(Part(path: place.folder + unique(name, place), body: text, encoding: .plain, charset: ""))
        }
    }

    /// Whether a text may have a link, a secret or recovery codes; what programs write for old programs has none.
    private static func mayHoldAccount(_ text: Span<UInt8>) -> Bool {
        if KeyURIScheme.findAnywhere(in: text) != nil || KeyURIScheme.mayBeBroken(in: text) { return true }
        // In groups, too.
        var start = 0, count = 0
        for end in 0...text.count where end == text.count || !isOfWord(text[end]) {
            defer { start = end + 1 }
            guard end > start else { continue }
            let word = text.extracting(start..<end).withUnsafeBufferPointer { Array($0.prefix(Limit.link)) }
            count = word.allSatisfy { Base32.values[Int($0)] < 32 && $0 < 97 } ? count + word.count : 0
            if count >= SecretForm.shortest || SecretForm(word)?.hasDigit == true { return true }
            if word.map(ASCII.lowercased).starts(with: "code".utf8) { return true }
        }
        return false
    }

    private static func isOfWord(_ byte: UInt8) -> Bool { ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10 }

    /// An attached message. Most are not encoded, and not copied; the others count, because each may contain the next.
    private mutating func decoded(_ body: ArraySlice<UInt8>, _ encoding: MailEncoding) -> ArraySlice<UInt8>? {
        guard encoding != .plain else { return body }
        guard encodedCount + body.count <= maximumEncoded else {
            exceed(.encoded(limit: maximumEncoded))
            return nil
        }
        encodedCount += body.count
        return encoding.decoded(body)?[...]
    }

    private mutating func exceed(_ limit: Excess) { excess = excess ?? limit }

    // MARK: - Names

    /// Longer names are not names of files.
    private static let longestName = 200

    /// The last part of the file's path, without the dots that would hide it.
    private func name(_ header: MailHeader, _ place: Place) -> String? {
        guard let path = header.fileName else { return nil }
        let name = path.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let visible = String(name.unicodeScalars.prefix(Self.longestName)).trimmingWhitespace.drop { $0 == "." }
        return visible.isEmpty ? nil : String(visible)
    }

    /// `image (2).png` for the second `image.png` of a message.
    private mutating func unique(_ name: String, _ place: Place) -> String {
        let count = (names[place.folder + name] ?? 0) + 1
        names[place.folder + name] = count
        guard count > 1 else { return name }
        guard let dot = name.lastIndex(of: ".") else { return "\(name) (\(count))" }
        return "\(name[..<dot]) (\(count))\(name[dot...])"
    }

    // MARK: - Boundaries

    /// The parts between lines that start with two hyphens and the boundary (RFC 2046, 5.1.1), and the text outside of
    /// them. The last part ends with the bytes if its boundary is missing.
    private static func split(
        _ body: ArraySlice<UInt8>, at boundary: [UInt8]
    ) -> (parts: [ArraySlice<UInt8>], outside: [ArraySlice<UInt8>]) {
        let delimiter = Array("--".utf8) + boundary
        var parts: [ArraySlice<UInt8>] = [], outside: [ArraySlice<UInt8>] = []
        var start = body.startIndex, isPart = false
        var index = body.startIndex
        while let line = MailLine(in: body, from: index), parts.count <= maximumParts {
            defer { index = line.next }
            guard line.range.count >= delimiter.count, body[line.range.lowerBound] == ASCII.hyphen,
                body[line.range].starts(with: delimiter)
            else { continue }
            let rest = body[line.range].dropFirst(delimiter.count)
            let isEnd = rest.starts(with: "--".utf8)
            // Another boundary may start with this boundary.
            guard rest.dropFirst(isEnd ? 2 : 0).allSatisfy(ASCII.isWhitespace) else { continue }
            if isPart {
                parts.append(body[start..<endOfPart(body, start: start, before: line.range.lowerBound)])
            } else if line.range.lowerBound > start {
                outside.append(body[start..<line.range.lowerBound])
            }
            (start, isPart) = (line.next, !isEnd)
        }
        if isPart { parts.append(body[start...]) } else if start < body.endIndex { outside.append(body[start...]) }
        return (parts, outside)
    }

    /// The line end before a boundary belongs to the boundary.
    private static func endOfPart(_ body: ArraySlice<UInt8>, start: Int, before end: Int) -> Int {
        guard end > start, body[end - 1] == ASCII.newline else { return end }
        return end - 1 > start && body[end - 2] == ASCII.carriageReturn ? end - 2 : end - 1
    }
}

extension MailMessage.Part {
    /// The content; nil if it is encoded in an unknown way.
    ///
    /// A text is UTF-8, or starts with the byte order mark of UTF-16, so that its encoding is known. A text in an
    /// unknown or wrong character set stays as it is.
    var content: [UInt8]? {
        guard let bytes = encoding.decoded(body) else { return nil }
        guard charset.hasPrefix("utf-16") else {
            let text = flow?.unfolded(bytes) ?? bytes
            return UTF8Text.isValid(text.span) ? text : TextEncoding(declared: charset)?.text(text) ?? text
        }
        guard !TextDecoding.isUTF16(bytes) else { return bytes }
        return (charset == "utf-16le" ? [0xFF, 0xFE] : [0xFE, 0xFF]) + bytes
    }
}
