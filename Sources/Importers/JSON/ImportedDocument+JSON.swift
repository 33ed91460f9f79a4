import Encodings
import TOTPDomain

extension ImportedDocument {
    /// Reads a list of a JSON text whose entries have one shape.
    ///
    /// - Parameters:
    ///   - list: the list, whose entries are read here, one by one.
    ///   - path: the names that lead to the list in the text; empty for the outermost value.
    ///   - complete: adds what the file keeps outside of the entry, such as the names of groups.
    /// - Throws: ``SourceError`` with `limit-exceeded`, or `corrupt` if the text does not contain exactly this list.
    init(
        format: FormatID, list: JSONList, of shape: EntryShape, at path: [String] = [], in text: [UInt8],
        _ limits: ImportLimits, complete: (JSONObject, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) throws(SourceError) {
        try self.init(
            format: format, list: list, at: path, in: text, limits,
            account: { (entry) throws(EntryError) in try shape.account(in: entry) },
            complete: { (account, draft) throws(EntryError) in
                if let entry = account.entry { try complete(entry, &draft) }
            })
    }

    /// Reads a list of a JSON text.
    ///
    /// - Parameter account: makes an account of an entry.
    /// - Throws: as above.
    init<Exported: ExportedAccount>(
        format: FormatID, list: JSONList, at path: [String] = [], in text: [UInt8], _ limits: ImportLimits,
        account: (JSONObject) throws(EntryError) -> Exported,
        complete: (Exported, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) throws(SourceError) {
        let records = try JSONFile.records(at: path, in: text, elements: list.count)
        try limits.check(records: records)
        self.init(format: format, records: records)
        for (index, value) in list.enumerated() {
            let position = EntryPosition(entry: index + 1)
            do throws(EntryError) {
                add(try account(try JSONObject(entry: value)), at: position, complete: complete)
            } catch { reject(at: position, error) }
        }
    }
}
