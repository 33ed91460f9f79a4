/// The known source formats, in the order in which they are tried.
package struct FormatRegistry: Sendable {
    package let formats: [any ImportFormat]
    /// What users may try to read although its secrets cannot be exported.
    package let appsWithoutExport: [AppWithoutExport]

    package init(formats: [any ImportFormat], appsWithoutExport: [AppWithoutExport] = []) {
        self.formats = formats
        self.appsWithoutExport = appsWithoutExport
    }

    /// The first format that recognises the content, or nil.
    package func format(of content: SourceContent) -> (any ImportFormat)? {
        formats.first { $0.recognises(content) }
    }

    /// All formats that the content may have, the likeliest first.
    ///
    /// More than one only if the content has no signature: encrypted files that start with random bytes.
    package func candidates(for content: SourceContent) -> [any ImportFormat] {
        guard let first = formats.firstIndex(where: { $0.recognises(content) }) else { return [] }
        guard formats[first].hasNoSignature(content) else { return [formats[first]] }
        return [formats[first]] + formats[(first + 1)...].filter { $0.recognises(content) }
    }

    /// The format with this id, or what to do without an export.
    package func format(_ id: FormatID) -> (any ImportFormat)? {
        formats.first { $0.description.id == id } ?? appsWithoutExport.first { $0.id == id }
    }

    /// The app that content belongs to although its secrets cannot be exported; nil if the content has a format.
    ///
    /// - parameters:
    ///   - candidates: the formats that the content may have.
    ///   - path: the file's; nil for content without one.
    package func appWithoutExport(
        of content: SourceContent, candidates: [any ImportFormat] = [], path: String? = nil
    ) -> AppWithoutExport? {
        guard candidates.allSatisfy({ $0.hasNoSignature(content) }) else { return nil }
        return appsWithoutExport.first { $0.recognises(content, path: path) }
    }
}
