import Encodings
import TOTPDomain

/// The records of a file, and which of their members have secrets.
struct JSONListPlace: Sendable {
    /// Where they are, such as `data.accounts`.
    let name: String
    let records: [Record]
    /// The number of records, counted in the text.
    let count: Int
    /// The names that may also be those of passwords, and whose values are secrets here.
    let weakNames: Set<String>

    struct Record: Sendable {
        let position: EntryPosition
        /// nil for a value that is no record.
        let object: JSONListRecord?

        /// - Parameters:
        ///   - name: the member's, which may be that of the account.
        ///   - isFlat: whether objects in it do not count.
        ///   - defaults: for what the record itself does not say.
        init(
            _ value: JSONValue?, named name: String = "", isFlat: Bool = false,
            defaults: [JSONListRecord.Field] = [], at position: EntryPosition
        ) {
            self.position = position
            object = value.flatMap { JSONListRecord($0, named: name, isFlat: isFlat, defaults: defaults) }
        }
    }

    init(name: String, records: [Record], count: Int) {
        self.name = name
        self.records = PlantedLoss.applied(to: records)
        self.count = count
        var values: [String: [String]] = [:]
        for record in records {
            for field in record.object?.weakKeys ?? [] { values[field.folded, default: []].append(field.text) }
        }
        // One of them with a password makes it likely that the name is also that of something else.
        let hasPassword = records.contains { $0.object?.hasPassword == true }
        weakNames = hasPassword ? [] : Set(values.filter { JSONListSecret.areSecrets($0.value) }.map(\.key))
    }

    var linkCount: Int { records.reduce(0) { $0 + ($1.object?.linkCount ?? 0) } }

    /// Whether a record is certainly an account, and none is of another kind of secrets.
    var hasSecrets: Bool {
        !records.contains { $0.object?.isForeign == true } && !isHexadecimal
            && records.contains { $0.object?.isCertain(weakNames) == true }
    }

    /// Whether all secrets are hexadecimal: read as base32, some would be other secrets.
    private var isHexadecimal: Bool {
        let secrets = records.flatMap { $0.object?.plainSecrets ?? [] }
        return linkCount == 0 && !secrets.isEmpty
            && secrets.allSatisfy { $0.utf8.count >= 16 && Hex.decode($0.trimmingWhitespace) != nil }
    }

    var hasOnlyLinks: Bool { records.allSatisfy { $0.object?.hasOnlyLinks ?? true } }
}
