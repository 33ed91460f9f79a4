package import Encodings
package import Importers
public import TOTPDomain

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

    /// Returns all formats that can be read or written. A reader and a writer with the same id are one format.
    package static func formats() -> [FormatEntry] {
        var formats: [FormatID: FormatEntry] = [:]
        for reader in FormatDescription.readable {
            formats[reader.id, default: FormatEntry(id: reader.id)].reader = reader
        }
        for writer in ExportDescription.writable {
            formats[writer.id, default: FormatEntry(id: writer.id)].writer = writer
        }
        return formats.values.sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Apps that let nothing out, by id.
    package static func appsWithoutExport() -> [FormatEntry] {
        let known = AppsWithoutExport.all.map { FormatEntry(id: $0.id, withoutExport: $0) }
        return (known + KnownApp.withoutFormat).sorted { $0.id.rawValue < $1.id.rawValue }
    }
}

extension FormatEntry {
    /// Everything about the format, as `formats --json` prints it.
    package var json: OrderedJSON {
        .object([
            "id": .string(id.rawValue), "group": .string(group.rawValue),
            "app": .string(app), "file": .string(file),
            "reads": .bool(reader != nil), "writes": .bool(writer != nil),
            "encrypted": .string(encryption),
            "export": reader.map { .string($0.exportSteps) },
            "keep": reader?.keepsake.map { .string($0.reason) },
            "written": writer.map { writer in
                let cautions = writer.capabilities.cautions
                return .object([
                    "app": .string(writer.app), "file": .string(writer.file),
                    "encrypted": .string(writer.protection.rawValue), "import": .string(writer.importSteps),
                    "stores": writer.capabilities.json,
                    "notes": cautions.isEmpty ? nil : .array(cautions.map { .string($0.text) }),
                ])
            },
        ])
    }
}

extension ExportCapabilities {
    fileprivate var json: OrderedJSON {
        let types: [OrderedJSON] = OTPKind.allCases.compactMap { kind in
            guard let accepted = kinds[kind] else { return nil }
            guard kind.fixedParameters == nil else {
                let isLimited = kind.choosesPeriod
                return .object([
                    "type": .string(kind.rawValue),
                    "periods": isLimited ? accepted.periods.map { .array($0.sorted().map { .integer($0) }) } : nil,
                    "longestPeriod": isLimited ? accepted.longestPeriod.map { .integer($0) } : nil,
                ])
            }
            let algorithms = OTPAlgorithm.allCases.filter(accepted.algorithms.contains)
            return .object([
                "type": .string(kind.rawValue),
                "algorithms": .array(algorithms.map { .string($0.rawValue) }),
                "digits": .array(accepted.digits.filter { accepted.accepts(digits: $0) }.map { .integer($0) }),
                "periods": kind == .hotp
                    ? nil : accepted.periods.map { .array($0.sorted().map { .integer($0) }) },
                "longestPeriod": kind == .hotp ? nil : accepted.longestPeriod.map { .integer($0) },
                "smallestCounter": kind == .hotp ? accepted.smallestCounter.map { .integer($0) } : nil,
                "largestCounter": kind == .hotp ? accepted.largestCounter.map { .integer($0) } : nil,
            ])
        }
        let details = ExportCapabilities.Detail.allCases.filter(self.details.contains)
        return .object(["types": .array(types), "details": .array(details.map { .string($0.rawValue) })])
    }
}

extension FormatDescription {
    /// Every format that is read: which app exports it, and how.
    public static var readable: [FormatDescription] { Parts.standard.importFormats.formats.map(\.description) }
}

extension ExportDescription {
    /// Every format that ``AccountWriter`` writes: which app imports it, and how.
    public static var writable: [ExportDescription] { Parts.standard.exportFormats.map(\.description) }
}
