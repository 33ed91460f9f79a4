import ArgumentParser
import Encodings
import TOTPDomain

/// One app's format: how it is read, how it is written, or both; or why an app has no export.
struct FormatEntry {
    let id: FormatID
    var reader: FormatDescription?
    var writer: ExportDescription?
    var withoutExport: AppWithoutExport?

    var group: FormatGroup { reader?.group ?? writer?.group ?? .file }
    var app: String { reader?.app ?? writer?.app ?? withoutExport?.app ?? "" }
    var file: String { reader?.file ?? writer?.file ?? "" }
    var encryption: String { reader?.encryption.rawValue ?? writer?.protection.rawValue ?? "" }

    /// What can be read or written, by id. A reader and a writer with one id are one format.
    static func formats() -> [FormatEntry] {
        let assembly = Assembly.current
        var formats: [FormatID: FormatEntry] = [:]
        for reader in assembly.importFormats.formats.map(\.description) {
            formats[reader.id, default: FormatEntry(id: reader.id)].reader = reader
        }
        for writer in assembly.exportFormats.map(\.description) {
            formats[writer.id, default: FormatEntry(id: writer.id)].writer = writer
        }
        return formats.values.sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Apps that let nothing out, by id.
    static func appsWithoutExport() -> [FormatEntry] {
        Assembly.current.importFormats.appsWithoutExport.map { FormatEntry(id: $0.id, withoutExport: $0) }
            .sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// The error for an id that is not one of these, with the ids that may be meant.
    static func unknown(_ id: FormatID, among ids: [String], is what: String = "a known format") -> ValidationError {
        let nearest = Similarity.nearest(to: id.rawValue, in: ids)
        let shown = id.rawValue.looksLikeSecret ? "…" : id.rawValue.withoutLinks.printable(limit: 60)
        return ValidationError(
            "\"\(shown)\" is not \(what)"
                + (nearest.isEmpty ? "; totp-import formats lists them" : ".\(Similarity.question(nearest))"))
    }
}
