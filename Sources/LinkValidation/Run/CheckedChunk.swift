import TOTPDomain

/// One link of a chunk and what was found about it.
struct CheckedLink: Sendable {
    /// Its record, in the bytes of the chunk.
    var record: Range<Int32>
    /// Lines from the chunk's first.
    var line: Int32
    /// Where what was rendered for it ends.
    var renderedEnd: Int32
    var verdict: Verdict
}

/// A chunk of which every link was checked.
public struct CheckedChunk: Sendable {
    var chunk: RecordChunk
    var links: [CheckedLink] = []
    /// What the report says of the links, one after the other.
    var rendered: [UInt8] = []
    /// Of links that hold several accounts, by their index.
    var accounts: [Int: [Fingerprints]] = [:]
    var parts: [(link: Int, part: MigrationPart)] = []
    /// Records without a link in their field.
    var emptyFields = 0
    /// What is to be said beside the report.
    var notes: [String] = []

    init(chunk: RecordChunk) { self.chunk = chunk }

    /// The chunk's room, and whether it is worth to be used again.
    public var buffer: [UInt8] { chunk.bytes }
    public var isReusable: Bool { chunk.code == nil && chunk.bytes.count >= 1 << 18 }
}
