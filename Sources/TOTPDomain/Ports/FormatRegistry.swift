/// The known source formats, in the order in which they are tried.
public struct FormatRegistry: Sendable {
    public let formats: [any ImportFormat]

    public init(formats: [any ImportFormat]) { self.formats = formats }

    /// The first format that recognises the content, or nil.
    public func format(of content: SourceContent) -> (any ImportFormat)? {
        formats.first { $0.recognises(content) }
    }

    /// All formats that the content may have, the likeliest first.
    ///
    /// More than one only if the content has no signature: encrypted files that start with random bytes.
    public func candidates(for content: SourceContent) -> [any ImportFormat] {
        guard let first = formats.firstIndex(where: { $0.recognises(content) }) else { return [] }
        guard formats[first].hasNoSignature(content) else { return [formats[first]] }
        return [formats[first]] + formats[(first + 1)...].filter { $0.recognises(content) }
    }

    public func format(_ id: FormatID) -> (any ImportFormat)? {
        formats.first { $0.description.id == id }
    }
}
