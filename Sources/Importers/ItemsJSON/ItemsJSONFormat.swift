import Encodings
public import TOTPDomain

/// The program's own plain JSON, which `convert --to json` writes (`Docs/formats/json.md`).
public struct ItemsJSONFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "json",
            app: "totp-import",
            file: "JSON, plain",
            encryption: .never,
            exportSteps: "totp-import convert INPUT --to json --output FILE"
        )
    }

    private static let formatName = "totp-import-items"
    private static let version: Int64 = 1

    /// The name stands in the first line.
    public func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object, outline.members["format"] == .string else {
            return false
        }
        return content.text.prefix(4096).firstRange(of: Array("\"\(Self.formatName)\"".utf8)) != nil
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try checkHead(request.content.text)
        let items = try JSONFile.decode(ItemsJSONFile.self, from: request.content.text).items
        try request.limits.check(entries: items.count)
        if !items.isEmpty, items.allSatisfy({ $0.value.map { $0.secret == nil } ?? false }) {
            throw SourceError(
                .corrupt, "it holds no secrets, as list --json leaves them out; write it anew with convert --to json")
        }
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, item) in items.enumerated() {
            do throws(EntryError) {
                guard let item = item.value else { throw EntryError(.fieldDamaged, "the entry is not an object") }
                document.entries.append(.item(try item.item()))
            } catch {
                document.reject(at: EntryPosition(entry: index + 1), label: item.value?.names ?? ("", ""), error)
            }
        }
        return document
    }

    /// Alone and first: what a newer version holds may be of any shape.
    private func checkHead(_ text: [UInt8]) throws(SourceError) {
        let head = try JSONFile.decode(ItemsJSONFile.Head.self, from: text)
        guard head.format == Self.formatName else {
            throw SourceError(.corrupt, "its format is \(head.format.quoted), not “\(Self.formatName)”")
        }
        guard head.version <= Self.version else {
            throw SourceError(
                .unsupportedVersion,
                "it has version \(head.version), this program reads version \(Self.version); update totp-import")
        }
        guard head.version == Self.version else {
            throw SourceError(.corrupt, "the file is damaged: there is no version \(head.version); export it again")
        }
    }
}
