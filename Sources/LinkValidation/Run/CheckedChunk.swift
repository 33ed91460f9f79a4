import TOTPDomain

/// One link of a chunk and what was found about it.
struct CheckedLink: Sendable {
    /// Its place in the bytes of the chunk, or that of its field; a field without a link also has a place.
    var place: Range<Int32>
    /// Where its line or its record starts in the bytes of the chunk.
    var start: Int32
    /// Lines from the chunk's first.
    var line: Int32
    /// Where what was rendered for it ends.
    var renderedEnd: Int32 = 0
    var verdict: Verdict
}

/// A chunk with all its links checked.
public struct CheckedChunk: Sendable {
    var chunk: RecordChunk
    var links: [CheckedLink] = []
    /// The bytes of links that are written with escapes, by their index.
    var texts: [Int: [UInt8]] = [:]
    /// The report's text for the links, in order.
    var rendered: [UInt8] = []
    /// Of links that contain several accounts, by their index.
    var accounts: [Int: [Fingerprints]] = [:]
    var parts: [(link: Int, part: MigrationPart)] = []
    /// Records whose field is empty or missing.
    var emptyFields = 0
    /// Lines without a link, and strings of JSON without one; comments and empty lines aside.
    var linesWithoutLink = 0
    /// Messages for the user that are not in the report.
    var notes: [String] = []

    init(chunk: RecordChunk) { self.chunk = chunk }

    /// The chunk's buffer, and whether to reuse it.
    public var buffer: [UInt8] { chunk.bytes }
    public var isReusable: Bool { chunk.code == nil && chunk.bytes.count == 1 << 18 }
}
