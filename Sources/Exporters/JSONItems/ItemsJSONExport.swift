import Encodings
public import TOTPDomain

/// The program's own plain JSON (`json`): every field that an import can read, one account per line.
public struct ItemsJSONExport: ExportFormat {
    public init() {}

    public static let formatName = "totp-import-items"
    public static let version: Int64 = 1

    public var description: ExportDescription {
        ExportDescription(
            id: "json",
            group: .file,
            app: "totp-import",
            file: "JSON, plain",
            protection: .none,
            capabilities: .everything,
            importSteps: "totp-import import FILE --vault VAULT"
        )
    }

    public func write(_ request: ExportRequest) -> Export {
        Export(files: [
            Export.File(name: "accounts.json", bytes: Self.document(request.items, revealingSecrets: true))
        ])
    }

    /// The document, with or without secrets and PINs.
    package static func document(_ items: [TOTPItem], revealingSecrets: Bool) -> [UInt8] {
        var bytes = Array("{\"format\":\"\(formatName)\",\"version\":\(version),\"items\":[".utf8)
        for (index, item) in items.enumerated() {
            bytes += (index == 0 ? "\n  " : ",\n  ").utf8
            bytes += json(item, revealingSecrets: revealingSecrets).utf8
        }
        bytes += (items.isEmpty ? "]}\n" : "\n]}\n").utf8
        return bytes
    }

    private static func json(_ item: TOTPItem, revealingSecrets: Bool) -> OrderedJSON {
        .object([
            "type": .string(item.parameters.kind.rawValue),
            "issuer": .string(item.issuer),
            "name": .string(item.name),
            "secret": revealingSecrets ? .string(item.secret.base32) : nil,
            "algorithm": .string(item.parameters.algorithm.rawValue),
            "digits": .integer(item.parameters.digits),
            "period": item.parameters.period.map { .integer($0) },
            "counter": item.parameters.counter.map { .integer($0) },
            "pin": revealingSecrets ? item.pin.map { .string($0.text) } : nil,
            "note": item.note.map { .string($0) },
            "tags": item.tags.isEmpty ? nil : .array(item.tags.map { .string($0) }),
            "favorite": item.isFavorite ? true : nil,
        ])
    }
}
