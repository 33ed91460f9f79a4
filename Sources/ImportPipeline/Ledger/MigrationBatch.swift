import TOTPDomain

/// A Google Authenticator export of several QR codes, as far as its parts were found.
///
/// Parts belong together by the export's number and size. Current app versions write 0 for the number, so two exports
/// of one size can look alike; then a part number has several contents, and ``isMixed`` says so. No account is left
/// out for it.
public struct MigrationBatch: Sendable, Hashable {
    public var id: Int32
    /// Parts of the whole.
    public var size: Int
    /// Part numbers that were found, from 0, in order.
    public var present: [Int]
    /// Part numbers that were not.
    public var missing: [Int]
    /// Part numbers of which the same content was found more than once.
    public var repeated: [Int]
    /// One part number has several contents: these are several exports.
    public var isMixed: Bool
    /// Inputs that held the parts, each once, in order.
    public var sources: [String]

    /// Groups the parts of all inputs. Exports of a single code are no batch.
    public static func assemble(_ results: [SourceResult]) -> [MigrationBatch] {
        struct Key: Hashable {
            let id: Int32
            let size: Int
        }
        var order: [Key] = []
        var parts: [Key: [(source: String, part: MigrationPart)]] = [:]
        for result in results {
            for part in result.migrationParts where part.size > 1 {
                let key = Key(id: part.batchID, size: part.size)
                if parts[key] == nil { order.append(key) }
                parts[key, default: []].append((result.name, part))
            }
        }
        return order.map { key in MigrationBatch(id: key.id, size: key.size, parts: parts[key] ?? []) }
    }

    private init(id: Int32, size: Int, parts: [(source: String, part: MigrationPart)]) {
        self.id = id
        self.size = size
        let contents = Dictionary(grouping: parts, by: \.part.index).mapValues { $0.map(\.part.fingerprint) }
        present = contents.keys.sorted()
        missing = (0..<size).filter { contents[$0] == nil }
        repeated = contents.filter { Set($0.value).count < $0.value.count }.keys.sorted()
        isMixed = contents.values.contains { Set($0).count > 1 }
        var seen: Set<String> = []
        sources = parts.map(\.source).filter { seen.insert($0).inserted }
    }

    /// What is not as it should be, for people; empty for a complete export. Parts count from 1 here, as in the app.
    public var complaints: [String] {
        func list(_ numbers: [Int]) -> String { numbers.map { "\($0 + 1)" }.joined(separator: ", ") }
        var complaints: [String] = []
        let places = sources.joined(separator: ", ")
        if !missing.isEmpty {
            let plural = missing.count == 1 ? "part \(list(missing)) is" : "parts \(list(missing)) are"
            complaints.append(
                "Google Authenticator export: \(present.count) of \(size) parts; \(plural) missing "
                    + "(found in \(places)); export again, or add the picture of the missing code")
        }
        if isMixed {
            complaints.append(
                "Google Authenticator export: parts of several exports look alike (in \(places)); "
                    + "all their accounts were read, but a missing part cannot be told")
        }
        return complaints
    }
}
