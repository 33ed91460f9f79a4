import Encodings
import TOTPDomain

/// Reads one message after the other: a whole `.eml` file, or each message of an mbox file (RFC 4155), in which a line
/// with `From `, a sender and a time starts each.
///
/// Needs memory for one message.
struct Mailbox {
    private var stream: any ByteStream
    /// Whether it contains several messages.
    let isBox: Bool
    private let limit: Int
    private var buffer: [UInt8] = []
    /// Where the next message starts in the buffer, and how far it was looked at.
    private var start = 0
    private var seen = 0
    private var isAtEnd = false

    enum Message {
        case whole([UInt8])
        /// Larger than the limit.
        case tooLarge
    }

    /// - Parameters:
    ///   - stream: from its first byte.
    ///   - limit: the most bytes of a message.
    init(_ stream: any ByteStream, limit: Int) throws(SourceError) {
        var stream = stream
        buffer = try stream.bytes(upTo: MailHead.boxLine.count)
        isBox = buffer == MailHead.boxLine
        (self.stream, self.limit) = (stream, limit)
    }

    /// The next message, nil after the last.
    mutating func next() throws(SourceError) -> Message? {
        var isTooLarge = false
        var skipped = 0
        seen = start
        while true {
            if let end = endOfMessage() ?? (isAtEnd ? buffer.count : nil) {
                defer { start = end }
                if isTooLarge || end - start > limit { return .tooLarge }
                return start < end ? .whole(Array(buffer[start..<end])) : nil
            }
            if buffer.count - start > limit + Self.lookahead {
                isTooLarge = true
                // The rest of the message is skipped, except its last lines: they may be the start of the next message.
                let message = start
                start = max(seen, buffer.count - Limit.mailLine)
                skipped += start - message
                guard skipped <= limit * Limit.mailSkipped else { throw endless }
                seen = start
            }
            try fill()
        }
    }

    private mutating func fill() throws(SourceError) {
        // Messages that were read are removed only here: a box has many small messages.
        buffer.removeFirst(start)
        seen -= start
        start = 0
        let count = buffer.count
        let missing = limit + Self.lookahead + 1 - count
        buffer += [UInt8](repeating: 0, count: max(Self.portion, min(count, missing)))
        let read = try stream.read(into: &buffer, from: count)
        buffer.removeLast(buffer.count - count - read)
        if read == 0 { isAtEnd = true }
    }

    private var endless: SourceError {
        SourceError(
            .limitExceeded,
            "a message of more than \((limit * Limit.mailSkipped) >> 20) MiB, and what is after it is not read",
            "save the messages one by one")
    }

    private static let portion = 1 << 16
    /// How much of the next message shows where a message ends. A line has at most 998 characters (RFC 5322, 2.1.1),
    /// but some programs write longer lines.
    private static let lookahead = 2 * Limit.mailLine

    /// The start of the next message, nil if it is not in the buffer.
    ///
    /// It starts after an empty line, and its second line is a field: a sentence may start with “From” as well.
    private mutating func endOfMessage() -> Int? {
        guard isBox else { return nil }
        let all = buffer[...]
        while let line = MailLine(in: all, from: seen), line.next < all.endIndex || isAtEnd {
            guard line.isEmpty, let first = MailLine(in: all, from: line.next) else {
                if line.isEmpty, !isAtEnd { return nil }
                seen = line.next
                continue
            }
            guard let second = MailLine(in: all, from: first.next), second.next < all.endIndex || isAtEnd else {
                if isAtEnd {
                    seen = line.next
                    continue
                }
                // A line without end is not the start of a message.
                guard first.next - line.next > Limit.mailLine else { return nil }
                seen = line.next
                continue
            }
            seen = line.next
            if MailHead.startsMessage(all[first.range], all[second.range]) { return line.next }
        }
        return nil
    }
}
