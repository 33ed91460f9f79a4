import Encodings
import FormatEngine
import TOTPDomain

/// Where a server's program keeps the secrets of its users, and how it writes them.
///
/// Two names tell the product, such as those of a table and a column; the product tells the encoding.
struct ServerProduct: Sendable {
    enum Notation: Sendable { case tables, directory, xml, json, settings }

    enum Encoding: Sendable {
        case base32, hex, base64, bytes, link
        /// Bytes in the field whose name ends in `key`, base32 in other fields.
        case bytesInKey
        /// Base64 of base32.
        case base32InBase64
        /// Hexadecimal, or base32 if a tool was told so.
        case hexOrBase32
        /// Bytes; text that is base32 as well is not read, because people write it where the server takes letters.
        case bytesUnlessBase32
    }

    /// Secrets that nobody can read without the server.
    struct Seal: Sendable {
        let problem: String
        let advice: Advice
        var isSealed: @Sendable (ServerRow) -> Bool = { _ in true }
    }

    /// What speaks against an account: a field that has some value.
    struct Doubt: Sendable {
        let path: ServerPath
        let message: String
        let applies: @Sendable (String) -> Bool

        init(_ path: ServerPath, is values: String..., says message: String) {
            self.init(path, says: message) { values.contains($0.lowercased()) }
        }

        init(_ path: ServerPath, isNot value: String, says message: String) {
            self.init(path, says: message) { $0.lowercased() != value }
        }

        /// - Parameter applies: gets a text that is not empty.
        init(_ path: ServerPath, says message: String, if applies: @escaping @Sendable (String) -> Bool) {
            (self.path, self.message, self.applies) = (path, message, applies)
        }
    }

    /// A table with a row for each property of an owner.
    struct Pivot: Sendable {
        let owner, name, value: String
    }

    let name: String
    let notation: Notation
    /// The end of a table's name, or of the path to an object or element; `*` is any name, and a slash first the root.
    let table: String
    /// A text that each JSON of the product has.
    var mark = ""
    let secret: ServerPath
    var encoding = Encoding.base32
    /// The columns, in the order of the product's own tables, or the members; others of an account are named. Nil if the
    /// records have much that is not of codes.
    var columns: StaticString?
    var pivot: Pivot?
    /// A column with a value of PHP's `serialize`, whose keys become columns.
    var php: String?
    /// Records that have none of the values are the server's own; no values are any.
    var only: (path: ServerPath, values: Set<String>)?
    /// Whether a record is the product's, beside the names.
    var accepts: @Sendable (ServerRow) -> Bool = { _ in true }
    var account: ServerPath = ""
    var issuer: ServerPath = ""
    var note: ServerPath = ""
    var kind: ServerPath = ""
    var kinds: [String: OTPKind] = [:]
    /// Kinds that have no such codes; `*` is any other.
    var otherKinds: Set<String> = []
    var algorithm: ServerPath = ""
    var algorithms: [String: String] = [:]
    var digits: ServerPath = ""
    var period: ServerPath = ""
    var periods: [String: String] = [:]
    var counter: ServerPath = ""
    /// Whether the counter is that of the last code.
    var countsLast = false
    var pin: ServerPath = ""
    /// Whether digits, period and hash are in settings of the server that the file does not have.
    var lacksSettings: @Sendable (ServerRow) -> Bool = { _ in false }
    var doubts: [Doubt] = []
    var recovery: ServerPath = ""
    var seal: Seal?
    /// What is said of a record without a secret; nil for nothing.
    var withheld: Seal?
    /// Whatever else decides on an account.
    var finish: @Sendable (ServerRow, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }

    var paths: [ServerPath] {
        [secret, account, issuer, note, kind, algorithm, digits, period, counter, pin, recovery] + doubts.map(\.path)
            + (only.map { [$0.path] } ?? [])
    }

    /// The columns that are read.
    var readColumns: Set<String> {
        Set(paths.flatMap(\.columns) + (pivot.map { [$0.owner, $0.name, $0.value] } ?? []) + [php].compactMap(\.self))
    }

    /// The part of a table's name before the product's; nil for other tables.
    func prefix(of table: String) -> String? {
        if notation == .tables {
            guard table.hasSuffix(self.table) else { return nil }
            let prefix = table.dropLast(self.table.count)
            return prefix.isEmpty || prefix.hasSuffix("_") ? String(prefix) : nil
        }
        let names = table.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        let wanted = self.table.split(separator: "/", omittingEmptySubsequences: false)
        let isRooted = wanted.first == ""
        guard isRooted ? names.count == wanted.count : names.count >= wanted.count,
            zip(names.suffix(wanted.count), wanted).allSatisfy({ $0 == $1 || $1 == "*" })
        else { return nil }
        return ""
    }

    /// Whether a record is an account, or should be.
    func isAccount(_ row: ServerRow) -> Bool {
        if let only {
            let values = row.values(only.path).map { $0.string.lowercased() }
            guard only.values.isEmpty ? !values.isEmpty : values.contains(where: only.values.contains) else {
                return false
            }
        }
        return (withheld != nil || !row.values(secret).isEmpty) && accepts(row)
    }
}

/// A record of a product in its file.
struct ServerRow: Sendable {
    let records: ServerRecords
    let index: Int
    /// The start of the table's name.
    let prefix: String

    var record: ServerRecord { records.records[index] }

    func values(_ path: ServerPath) -> [ServerValue] {
        path.values(of: index, in: records, besides: prefix)?.values ?? []
    }

    /// The first value; "" without any.
    func text(_ path: ServerPath) -> String { values(path).first?.string ?? "" }

    /// The only value.
    func value(_ path: ServerPath) throws(EntryError) -> ServerValue? {
        let values = values(path)
        guard Set(values).count < 2 else {
            throw EntryError(.fieldDamaged, "the entry has \"\(path.columns.first ?? "")\" twice")
        }
        return values.first
    }
}
