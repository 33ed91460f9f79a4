import Encodings
import TOTPDomain

extension ImportedDocument {
    /// Reads a list of a JSON text.
    ///
    /// - Parameters:
    ///   - list: the list, whose entries are read here, one by one.
    ///   - path: the names that lead to the list in the text; empty for the outermost value.
    ///   - account: makes an account of an entry.
    ///   - complete: adds what the file keeps outside of the entry, such as the names of groups.
    /// - Throws: ``SourceError`` with `limit-exceeded`, or `corrupt` if the text does not contain exactly this list.
    init<Exported: ExportedAccount>(
        format: FormatID, list: JSONList, at path: [String] = [], in text: [UInt8], _ limits: ImportLimits,
        account: (JSONObject) throws(EntryError) -> Exported,
        complete: (JSONObject, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) throws(SourceError) {
        let records = try JSONFile.records(at: path, in: text, elements: list.count)
        try limits.check(records: records)
        self.init(format: format, records: records)
        for (index, value) in list.enumerated() {
            let position = EntryPosition(entry: index + 1)
            do throws(EntryError) {
                let entry = try JSONObject(entry: value)
                add(try account(entry), at: position) { (draft) throws(EntryError) in try complete(entry, &draft) }
            } catch { reject(at: position, error) }
        }
    }
}
