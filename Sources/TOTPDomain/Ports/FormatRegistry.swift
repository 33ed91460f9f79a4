/// The source formats that a program knows, in the order in which content is tried.
public struct FormatRegistry: Sendable {
    public let formats: [any ImportFormat]

    public init(formats: [any ImportFormat]) { self.formats = formats }

    /// The first format that recognises the content, or nil.
    public func format(of content: SourceContent) -> (any ImportFormat)? {
        formats.first { $0.recognises(content) }
    }

    /// All formats that the content may be of, the likeliest first.
    ///
    /// More than one only where content has no mark of its own: encrypted files that begin with random bytes.
    public func candidates(for content: SourceContent) -> [any ImportFormat] {
        guard let first = formats.firstIndex(where: { $0.recognises(content) }) else { return [] }
        guard formats[first].hasNoSignature(content) else { return [formats[first]] }
        return [formats[first]] + formats[(first + 1)...].filter { $0.recognises(content) }
    }

    public func format(_ id: FormatID) -> (any ImportFormat)? {
        formats.first { $0.description.id == id }
    }
}
