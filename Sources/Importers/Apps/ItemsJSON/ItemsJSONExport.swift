import Encodings
import FormatEngine
import Links
import Platform
import TOTPDomain

/// The program's own plain JSON (`json`): every field that an import can read, one account per line.
package struct ItemsJSONExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: ItemsJSONFormat(),
        protection: .none,
        capabilities: .everything,
        importSteps: .command("totp-import import ", thenFile: " --vault VAULT")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        // The reader removes these spaces, which people may type.
        selection.recordNames { ($0.issuer.trimmingWhitespace, $0.name.trimmingWhitespace) }
        return selection.export(
            "accounts.json", Self.document(request.items, revealingSecrets: true), keepsNames: true)
    }

    /// Where an account is in the list that it was selected from.
    package struct Place {
        /// From 1.
        package var number: Int
        /// nil if it differs in each run.
        package var id: UUID?

        package init(number: Int, id: UUID?) { (self.number, self.id) = (number, id) }
    }

    /// The document, with or without secrets and PINs.
    ///
    /// - Parameters:
    ///   - places: the place of each account, which is also written; nil in an export.
    ///   - warnings: about the inputs; none in an export.
    package static func document(
        _ items: [Account], revealingSecrets: Bool, places: [Place]? = nil, warnings: [String] = []
    ) -> [UInt8] {
        var bytes = Array(
            "{\"format\":\"\(ItemsJSONFormat.formatName)\",\"version\":\(ItemsJSONFormat.version),\"items\":[".utf8)
        for (index, account) in items.enumerated() {
            bytes += (index == 0 ? "\n  " : ",\n  ").utf8
            bytes += json(account, revealingSecrets: revealingSecrets, places?[index]).utf8
        }
        bytes += (items.isEmpty ? "]" : "\n]").utf8
        if !warnings.isEmpty { bytes += ",\"warnings\":".utf8 + OrderedJSON.array(warnings.map { .string($0) }).utf8 }
        bytes += "}\n".utf8
        return bytes
    }

    private static func json(_ account: Account, revealingSecrets: Bool, _ place: Place?) -> OrderedJSON {
        // People also keep links and secrets in texts.
        func shown(_ text: String) -> String { revealingSecrets ? text : text.withoutSecrets }
        return .object([
            "row": place.map { .integer($0.number) },
            "id": place?.id.map { .string($0.uuidString) },
            "type": .string(account.parameters.kind.rawValue),
            "issuer": .string(shown(account.issuer)),
            "name": .string(shown(account.name)),
            "secret": revealingSecrets ? .string(account.secret.base32) : nil,
            "algorithm": .string(account.parameters.algorithm.rawValue),
            "digits": .integer(account.parameters.digits),
            "period": account.parameters.period.map { .integer($0) },
            "counter": account.parameters.counter.map { .integer($0) },
            "pin": revealingSecrets ? account.pin.map { .string($0.text) } : nil,
            "note": account.note.map { .string(shown($0)) },
            "tags": account.tags.isEmpty ? nil : .array(account.tags.map { .string(shown($0)) }),
            "favorite": account.isFavorite ? true : nil,
            "token": account.token?.json(shown),
        ])
    }
}
