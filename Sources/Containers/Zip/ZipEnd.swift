import Encodings
import TOTPDomain

/// The record at the end of a zip archive, which says where its directory is.
struct ZipEnd {
    /// Where the archive starts in its file: not at 0 if another archive is before it.
    let start: Int
    /// Data that follows it, or a comment with letters or digits.
    private(set) var leftovers = Leftovers()

    /// The error for an archive that does not start at offset 0: programs disagree about which archive to read.
    static let joined = SourceError(
        .corrupt, "the file is several zip archives, one after the other, and only the last can be read",
        "copy each to a file of its own")

    private enum Record {
        static let file: UInt32 = 0x0403_4B50, entry: UInt32 = 0x0201_4B50, end: UInt32 = 0x0605_4B50
        /// Signatures in an archive that may be larger than 4 GiB, before the end record.
        static let largeEnd: UInt32 = 0x0606_4B50, locator: UInt32 = 0x0706_4B50
    }

    private static let byteCount = 22, longestComment = 0xFFFF
    private static let largeByteCount = 56, locatorByteCount = 20

    /// Nil if the bytes do not contain it.
    init?(of stream: any SeekableByteStream) throws(SourceError) {
        var stream = stream
        let tailStart = max(0, stream.count - Self.byteCount - Self.longestComment)
        try stream.seek(to: tailStart)
        let tail = try stream.bytes(upTo: Self.byteCount + Self.longestComment)
        guard let place = tail.indices.last(where: { tail.record(at: $0) == Record.end }) else { return nil }
        let comment = tail.dropFirst(place + Self.byteCount)
        let length = tail.integer(UInt16.self, at: place + 20, .little).map(Int.init)
        if comment.prefix(length ?? 0).contains(where: { $0 > ASCII.space }) { leftovers.add(.archiveComment) }
        if length != comment.count { leftovers.add(.data) }
        guard let (start, directory) = Self.places(tail, place, tailStart) else {
            self.start = 0
            return
        }
        // The numbers are right only if an archive starts there.
        try stream.seek(to: start)
        self.start = Self.startsArchive(try stream.bytes(upTo: 4)) ? start : 0
        if directory.count <= Self.largestDirectory {
            try look(at: directory, of: &stream)
        } else {
            leftovers.add(.closedParts)
        }
    }

    /// Whether bytes start a zip archive. An archive without files starts with its end.
    static func startsArchive(_ head: [UInt8]) -> Bool {
        let first = head.record(at: 0)
        return first == Record.file || first == Record.end
    }

    /// Looks at the comments of files, and for data between them: a program that replaces a file may leave old data.
    ///
    /// - Parameter directory: the place of the directory in the stream.
    private mutating func look(at directory: Range<Int>, of stream: inout any SeekableByteStream) throws(SourceError) {
        try stream.seek(to: directory.lowerBound)
        let bytes = try stream.bytes(upTo: directory.count)
        func number(_ index: Int) -> Int? { bytes.integer(UInt16.self, at: index, .little).map(Int.init) }
        func large(_ index: Int) -> Int? { bytes.integer(UInt32.self, at: index, .little).map(Int.init) }
        var entry = 0, files: [(start: Int, end: Int)] = []
        while bytes.record(at: entry) == Record.entry, let flags = number(entry + 8), let name = number(entry + 28),
            let extra = number(entry + 30), let comment = number(entry + 32), let size = large(entry + 20),
            let offset = large(entry + 42)
        {
            let text = entry + 46 + name + extra
            if bytes.dropFirst(text).prefix(comment).contains(where: { $0 > ASCII.space }) {
                leftovers.add(.archiveComment)
            }
            // The name and the further fields before the content have other lengths there.
            try stream.seek(to: start + offset + 26)
            let lengths = try stream.bytes(upTo: 4)
            guard let before = lengths.integer(UInt16.self, at: 0, .little).map(Int.init),
                let further = lengths.integer(UInt16.self, at: 2, .little).map(Int.init)
            else { return leftovers.add(.closedParts) }
            let fields = [
                bytes.dropFirst(entry + 46 + name).prefix(extra),
                try stream.bytes(upTo: before + further).dropFirst(before),
            ]
            if fields.contains(where: Self.hasUnknown) { leftovers.add(.closedParts) }
            let end = offset + 30 + before + further + size
            files.append((offset, end + (flags & 8 == 0 ? 0 : Self.longestDescriptor)))
            entry = text + comment
        }
        files.sort { $0.start < $1.start }
        let starts = files.map(\.start) + [directory.lowerBound - start]
        if zip([0] + files.map(\.end), starts).contains(where: { $0 < $1 }) { leftovers.add(.data) }
    }

    /// Whether further fields of a file are of another kind than programs write: sizes, times, owners, names in
    /// Unicode, encryption, padding.
    private static func hasUnknown(_ fields: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(fields)
        var index = 0
        while let kind = bytes.integer(UInt16.self, at: index, .little),
            let length = bytes.integer(UInt16.self, at: index + 2, .little)
        {
            let field = bytes.dropFirst(index + 4).prefix(Int(length))
            if !usualFields.contains(kind), field.contains(where: { $0 > ASCII.space }) { return true }
            index += 4 + Int(length)
        }
        return false
    }

    private static let usualFields: Set<UInt16> = [
        0x0001, 0x000A, 0x000D, 0x5455, 0x5855, 0x7855, 0x7875, 0x7075, 0x9901, 0xA220, 0xCAFE, 0xD935,
    ]

    /// The checksum and the sizes of a file, after its content.
    private static let longestDescriptor = 24
    private static let largestDirectory = 1 << 24

    /// Where the archive starts if its numbers are right, and its directory: that ends where the last records start.
    private static func places(_ tail: [UInt8], _ place: Int, _ tailStart: Int) -> (start: Int, directory: Range<Int>)?
    {
        guard let size = tail.integer(UInt32.self, at: place + 12, .little),
            let offset = tail.integer(UInt32.self, at: place + 16, .little)
        else { return nil }
        var end = tailStart + place
        var directory = (size: UInt64(size), offset: UInt64(offset))
        let large = place - locatorByteCount - largeByteCount
        if tail.record(at: place - locatorByteCount) == Record.locator, tail.record(at: large) == Record.largeEnd,
            let largeSize = tail.integer(UInt64.self, at: large + 40, .little),
            let largeOffset = tail.integer(UInt64.self, at: large + 48, .little)
        {
            end = tailStart + large
            directory = (largeSize, largeOffset)
        }
        guard let size = Int(exactly: directory.size), let offset = Int(exactly: directory.offset), size <= end,
            offset <= end - size
        else { return nil }
        return (end - size - offset, (end - size)..<end)
    }
}

extension [UInt8] {
    /// The number that a record starts with.
    fileprivate func record(at index: Int) -> UInt32? { integer(at: index, .little) }
}

/// The rest of another stream after its first bytes.
struct LaterStream: SeekableByteStream {
    private var stream: any SeekableByteStream
    private let start: Int

    /// - Parameter start: at most the stream's count.
    init(_ stream: any SeekableByteStream, from start: Int) throws(SourceError) {
        (self.stream, self.start) = (stream, start)
        try seek(to: 0)
    }

    var count: Int { stream.count - start }

    mutating func seek(to offset: Int) throws(SourceError) { try stream.seek(to: start + max(0, offset)) }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        try stream.read(into: buffer)
    }
}
