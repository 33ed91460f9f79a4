import Encodings
import TOTPDomain

/// The limits of an archive and of the archives in it: a small file must not fill the memory, nor take forever.
final class ArchiveBudget {
    /// Bytes that were read from the input so far, or its size if that is known.
    private var packed: Int
    private let isSizeKnown: Bool
    /// Bytes of members that were read.
    private var unpacked = 0
    /// Bytes that came out of a compression around an archive.
    private var streamed = 0
    private var members = 0
    /// Set if the input is an archive: other compressed inputs have limits of their own.
    var isEnforced = false
    /// Whether a limit was exceeded: then no more members are read, not even from an archive that contains this
    /// archive.
    private(set) var isExhausted = false

    /// - Parameter size: of the input, in bytes; nil if it is not known.
    init(size: Int? = nil) {
        packed = size ?? 0
        isSizeKnown = size != nil
    }

    /// The most bytes that the next member may have.
    func remaining(for kind: ArchiveKind) -> Int {
        // A tar archive is as large as its members, and comes with them. So does e-mail.
        let isRatioKnown = isSizeKnown || (kind != .tar && kind != .mail)
        guard isRatioKnown else { return Limit.archiveTotal - unpacked }
        return min(max(Limit.memberHarmless, largest), min(ratioLimit, Limit.archiveTotal) - unpacked)
    }

    /// The number of bytes that the ratio allows: members shrink to a hundredth at most, except that all members
    /// together may have some size, as with many copies of one image, and so may each member.
    private var largest: Int {
        let (limit, isHuge) = packed.multipliedReportingOverflow(by: Limit.archiveRatio)
        return isHuge ? .max : limit
    }

    private var ratioLimit: Int { max(Limit.archiveHarmless, largest) }

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func addMember() throws(SourceError) {
        members += 1
        guard members <= Limit.archiveMembers else {
            isExhausted = true
            throw SourceError(
                .limitExceeded,
                "the archive contains more than \(Limit.archiveMembers) files", "unpack it and name the folder")
        }
    }

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func add(unpacked count: Int) throws(SourceError) {
        unpacked += count
        if unpacked > ratioLimit { throw exceeded() }
    }

    /// Counts the bytes of an input without a size, including skipped bytes: a pipe or a device may have no end.
    ///
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func add(packed count: Int) throws(SourceError) {
        packed += count
        if isEnforced, packed > Limit.archiveTotal { throw exceeded() }
    }

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func add(streamed count: Int) throws(SourceError) {
        streamed += count
        if isEnforced, streamed > min(ratioLimit, Limit.archiveTotal) { throw exceeded() }
    }

    /// The error for a member of more than ``remaining(for:)`` bytes.
    func exceeded() -> SourceError {
        isExhausted = true
        guard ratioLimit > Limit.archiveTotal else {
            return SourceError(
                .limitExceeded, "the archive unpacks to more than \(Limit.archiveRatio) times its size",
                "if you trust it, unpack it and name the folder")
        }
        return SourceError(
            .limitExceeded,
            "the archive unpacks to more than \(Limit.archiveTotal >> 30) GiB", "unpack it and name the folder")
    }
}

/// Counts the bytes of a stream.
struct MeteredStream: ByteStream {
    private var stream: any ByteStream
    /// Called with the number of bytes of each portion.
    private let count: (Int) throws(SourceError) -> Void

    init(_ stream: any ByteStream, _ count: @escaping (Int) throws(SourceError) -> Void) {
        (self.stream, self.count) = (stream, count)
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        let size = try stream.read(into: buffer)
        try count(size)
        return size
    }
}
