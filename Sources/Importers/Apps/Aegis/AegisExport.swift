import Encodings
import FormatEngine
import TOTPDomain

/// The vault of Aegis, plain or encrypted (`Docs/formats/aegis.md`).
package struct AegisExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: AegisFormat(),
        file: "JSON",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(), .hotp: .init(), .steam: .init(), .motp: .init(), .yandex: .init()],
            details: [.note, .tags, .favorite, .pin]),
        importSteps: .menu("Settings › Import & Export › Import from file, then choose Aegis.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.recordNames()
        selection.recordTags()
        selection.recordBlankNotes()
        selection.recordMissingPINs()
        let content = try content(selection.accounts.map(\.account), request.random)
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
        var groups = TagGroups()
        let entries = try items.map { (account) throws(ExportError) in
            let ids = try account.distinctTags.map { (tag) throws(ExportError) in
                OrderedJSON.string(try groups.id(of: tag, newID: random.identifier))
            }
            return entry(account, id: try random.identifier(), groups: ids)
        }
        return .object([
            "version": .integer(AegisFormat.contentVersion),
            "entries": .array(entries),
            "groups": .array(groups.all.map { .object(["uuid": .string($0.id), "name": .string($0.name)]) }),
        ])
    }

    private func entry(_ account: Account, id: String, groups: [OrderedJSON]) -> OrderedJSON {
        .object([
            "type": .string(account.parameters.kind.rawValue),
            "uuid": .string(id),
            "name": .string(account.name),
            "issuer": .string(account.issuer),
            "note": .string(account.note ?? ""),
            "favorite": .bool(account.isFavorite),
            "icon": .null,
            "info": info(account),
            "groups": .array(groups),
        ])
    }

    private func info(_ account: Account) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "secret": .string(account.secret.base32),
            "algo": .string(parameters.algorithm.rawValue),
            "digits": .integer(parameters.digits),
            "period": parameters.period.map { .integer($0) },
            "counter": parameters.counter.map { .integer($0) },
            // Without the member, Aegis rejects the entry.
            "pin": account.needsPIN ? .string(account.pin?.text ?? "") : nil,
        ])
    }
}
