package import TOTPDomain

/// One app's format: how it is read, how it is written, or both; or why an app has no export.
package struct FormatEntry: Sendable {
    package let id: FormatID
    package var reader: FormatDescription?
    package var writer: ExportDescription?
    package var withoutExport: AppWithoutExport?

    package var group: FormatGroup { reader?.group ?? writer?.group ?? .file }
    package var app: String { reader?.app ?? writer?.app ?? withoutExport?.app ?? "" }
    package var file: String { reader?.file ?? writer?.file ?? "" }
    package var encryption: String { reader?.encryption.rawValue ?? writer?.protection.rawValue ?? "" }

    /// What can be read or written, by id. A reader and a writer with one id are one format.
    package static func formats(of parts: Parts = .standard) -> [FormatEntry] {
        var formats: [FormatID: FormatEntry] = [:]
        for reader in parts.importFormats.formats.map(\.description) {
            formats[reader.id, default: FormatEntry(id: reader.id)].reader = reader
        }
        for writer in parts.exportFormats.map(\.description) {
            formats[writer.id, default: FormatEntry(id: writer.id)].writer = writer
        }
        return formats.values.sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Apps that let nothing out, by id.
    package static func appsWithoutExport(of parts: Parts = .standard) -> [FormatEntry] {
        parts.importFormats.appsWithoutExport.map { FormatEntry(id: $0.id, withoutExport: $0) }
            .sorted { $0.id.rawValue < $1.id.rawValue }
    }
}
