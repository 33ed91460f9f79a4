import Encodings
import Importers
import TOTPDomain

/// The vault of Aegis, plain or encrypted (`Docs/formats/aegis.md`).
package struct AegisExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        let parameters = ExportCapabilities.Parameters()
        return ExportDescription(
            of: AegisFormat(),
            file: "JSON",
            protection: .optional,
            capabilities: ExportCapabilities(
                kinds: [
                    .totp: parameters, .hotp: parameters, .steam: parameters, .motp: parameters, .yandex: parameters,
                ],
                details: [.note, .tags, .favorite, .pin]),
            importSteps: .menu("Settings › Import & Export › Import from file, then choose Aegis.")
        )
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.recordNames()
        selection.recordTags()
        selection.recordBlankNotes()
        selection.recordMissingPINs()
        let content = try content(selection.accounts.map(\.item), request.random)
        return selection.export("aegis.json", try file(content, request))
    }

    private func file(_ content: OrderedJSON, _ request: ExportRequest) throws(ExportError) -> [UInt8] {
        let header: OrderedJSON, db: OrderedJSON
        switch request.protection {
        case .none: (header, db) = (AegisEncryption.plainHeader, content)
        case .passphrase(let passphrase):
            let text: String
            (header, text) = try AegisEncryption.seal(content.indented(by: 4), passphrase, request.random)
            db = .string(text)
        }
        return OrderedJSON.object(["version": .integer(AegisFormat.version), "header": header, "db": db])
            .indented(by: 4)
    }

    private func content(_ items: [Account], _ random: any RandomSource) throws(ExportError) -> OrderedJSON {
        var groups = TagGroups(), entries: [OrderedJSON] = []
        entries.reserveCapacity(items.count)
        for item in items {
            var ids: [OrderedJSON] = []
            for tag in item.distinctTags {
                ids.append(.string(try groups.id(of: tag, newID: random.identifier)))
            }
            entries.append(entry(item, id: try random.identifier(), groups: ids))
        }
        return .object([
            "version": .integer(AegisFormat.contentVersion),
            "entries": .array(entries),
            "groups": .array(groups.all.map { .object(["uuid": .string($0.id), "name": .string($0.name)]) }),
        ])
    }

    private func entry(_ item: Account, id: String, groups: [OrderedJSON]) -> OrderedJSON {
        .object([
            "type": .string(item.parameters.kind.rawValue),
            "uuid": .string(id),
            "name": .string(item.name),
            "issuer": .string(item.issuer),
            "note": .string(item.note ?? ""),
            "favorite": .bool(item.isFavorite),
            "icon": .null,
            "info": info(item),
            "groups": .array(groups),
        ])
    }

    private func info(_ item: Account) -> OrderedJSON {
        let parameters = item.parameters
        return .object([
            "secret": .string(item.secret.base32),
            "algo": .string(parameters.algorithm.rawValue),
            "digits": .integer(parameters.digits),
            "period": parameters.period.map { .integer($0) },
            "counter": parameters.counter.map { .integer($0) },
            // Without the member, Aegis rejects the entry.
            "pin": item.needsPIN ? .string(item.pin?.text ?? "") : nil,
        ])
    }
}
