/// The source formats that a program knows, in the order in which content is tried.
public struct FormatRegistry: Sendable {
    public let formats: [any ImportFormat]

    public init(formats: [any ImportFormat]) { self.formats = formats }

    /// The first format that recognises the content, or nil.
    public func format(of content: SourceContent) -> (any ImportFormat)? {
        formats.first { $0.recognises(content) }
    }

    public func format(_ id: FormatID) -> (any ImportFormat)? {
        formats.first { $0.description.id == id }
    }
}
