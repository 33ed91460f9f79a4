import Encodings
import TOTPDomain

extension ImportFormat {
    /// Reads a list of a JSON text, and names the members that are neither read nor known.
    ///
    /// - Parameters:
    ///   - list: the list, if the file was read already; its entries are read here, one by one.
    ///   - path: the names that lead to the list in the text; empty for the outermost value.
    ///   - account: makes an account of an entry.
    ///   - complete: adds what the file keeps outside of the entry, such as the names of groups.
    /// - Throws: ``SourceError`` with `limit-exceeded`, or `corrupt` if the text does not contain exactly this list.
    package func accounts<Exported: ExportedAccount>(
        _ list: JSONList? = nil, at path: [String] = [], in text: [UInt8], _ limits: ImportLimits,
        knowing members: KnownNames, account: (JSONObject) throws(EntryError) -> Exported,
        complete: (JSONObject, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) throws(SourceError) -> ImportedDocument {
        let list = if let list { list } else { try JSONFile.list(at: path, in: text) }
        let records = try JSONFile.records(at: path, in: text, elements: list.count)
        try limits.check(records: records)
        var document = ImportedDocument(format: description.id, records: records)
        for (index, value) in list.enumerated() { document.add(value, at: index, account: account, complete: complete) }
        return naming(unread: members, in: text, document)
    }
}

extension ImportedDocument {
    /// Adds an entry of a list, or names why it cannot be read.
    package mutating func add<Exported: ExportedAccount>(
        _ value: JSONValue, at index: Int, account: (JSONObject) throws(EntryError) -> Exported,
        complete: (JSONObject, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) {
        let position = EntryPosition(entry: index + 1)
        do throws(EntryError) {
            let entry = try JSONObject(entry: value)
            add(try account(entry), at: position) { (draft) throws(EntryError) in try complete(entry, &draft) }
        } catch { reject(at: position, error) }
    }
}
