import Encodings
import FormatEngine
import TOTPDomain

/// A list of groups with a name, each with a list of accounts: what small programs write as YAML.
enum GroupedRecords {
    /// Whether all groups, and all accounts in them, have only such members, and at least one account has the needed
    /// members.
    ///
    /// One account may have a member that the format does not know, which its reader names.
    static func areAll(
        in root: JSONValue, _ group: Set<String>, list: String, _ account: Set<String>, _ needed: Set<String>
    ) -> Bool {
        guard root.kind == .array else { return false }
        var count = 0, unknown: Set<String> = []
        for element in root.elements {
            let members = element.members
            let names = Set(members.map(\.name))
            guard names.isSubset(of: group), names.isSuperset(of: ["name", list]) else { return false }
            for record in ((try? element[list]) ?? nil).elements {
                let names = Set(record.members.map(\.name))
                unknown.formUnion(names.subtracting(account))
                if names.isSuperset(of: needed) { count += 1 }
                guard record.kind == .object, unknown.count < 2 else { return false }
            }
        }
        return count > 0
    }

    /// - Parameters:
    ///   - list: the member of a group with its accounts. A group without accounts is not a record.
    ///   - account: makes an account of an object and the name of its group.
    static func document<Exported: ExportedAccount>(
        _ format: FormatID, _ text: [UInt8], list: String, _ limits: ImportLimits,
        account: (JSONObject, String) throws(EntryError) -> Exported
    ) throws(SourceError) -> ImportedDocument {
        let accounts = try JSONFile.list(in: text).flatMap { group in
            let name = ((try? group["name"]) ?? nil).name
            return ((try? group[list]) ?? nil).elements.entries { (record) throws(EntryError) in
                try account(record, name)
            }
        }
        return try ImportedDocument(
            format: format, records: JSONRecordCount.count([.elements, .member(list)], in: text), accounts: accounts,
            limits)
    }
}
