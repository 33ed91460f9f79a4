#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import TOTPDomain

/// A Google Authenticator export of several QR codes, with the parts that were found.
///
/// Parts belong together if the export's number and size are equal. Current app versions write 0 for the number, so two
/// exports of one size can look alike; then a part number has several contents, and ``isMixed`` is true. All their
/// accounts are imported.
public struct MigrationBatch: Sendable, Hashable {
    public var id: Int32
    /// Parts of the whole export.
    public var size: Int
    /// Part numbers that were found, from 0, in order.
    public var present: [Int]
    /// Part numbers of ``present`` that only earlier runs found.
    public var earlier: [Int]
    /// Part numbers that were not found.
    public var missing: [Int]
    /// Part numbers that were found more than once with the same content.
    public var repeated: [Int]
    /// Whether a part number has several contents: these are several exports.
    public var isMixed: Bool
    /// Inputs that contain the parts, each once, in order.
    public var sources: [String]

    /// Groups the parts of all inputs. Exports of a single code are not batches.
    ///
    /// - parameter seen: what earlier runs saw.
    public static func assemble(_ results: [SourceResult], seen: [SeenBatch] = []) -> [MigrationBatch] {
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
        return order.map { key in
            let earlier = seen.first { $0.id == key.id && $0.size == key.size }?.parts ?? []
            return MigrationBatch(id: key.id, size: key.size, parts: parts[key] ?? [], earlier: Set(earlier))
        }
    }

    private init(id: Int32, size: Int, parts: [(source: String, part: MigrationPart)], earlier: Set<Int>) {
        self.id = id
        self.size = size
        let contents = Dictionary(grouping: parts, by: \.part.index).mapValues { $0.map(\.part.fingerprint) }
        self.earlier = earlier.filter { 0..<size ~= $0 && contents[$0] == nil }.sorted()
        present = (contents.keys + self.earlier).sorted()
        let found = Set(present)
        missing = (0..<size).filter { !found.contains($0) }
        repeated = contents.filter { Set($0.value).count < $0.value.count }.keys.sorted()
        isMixed = contents.values.contains { Set($0).count > 1 }
        var names: Set<String> = []
        sources = parts.map(\.source).filter { names.insert($0).inserted }
    }

    /// What is wrong, for people; empty for a complete export. Parts count from 1 here, as in the app.
    public var complaints: [String] {
        func list(_ numbers: [Int]) -> String { numbers.map { "\($0 + 1)" }.joined(separator: ", ") }
        var complaints: [String] = []
        let places = (sources + (earlier.isEmpty ? [] : ["earlier runs"])).joined(separator: ", ")
        if !missing.isEmpty {
            let plural = missing.count == 1 ? "part \(list(missing)) is" : "parts \(list(missing)) are"
            complaints.append(
                "Google Authenticator export: \(present.count) of \(size) parts; \(plural) missing "
                    + "(found in \(places)); export again, or add the image of the missing code")
        }
        if isMixed {
            complaints.append(
                "Google Authenticator export: parts of several exports look alike (in \(places)); "
                    + "all their accounts were imported, but missing parts cannot be detected")
        }
        return complaints
    }
}

extension SeenBatch {
    /// Incomplete exports are remembered for 90 days.
    private static let lifetime: TimeInterval = 90 * 24 * 60 * 60

    /// What to remember after a run: exports that are still incomplete, and were seen in the last 90 days.
    ///
    /// An export of which the run found no new part is left as it is, so that a run that changes nothing writes nothing.
    static func remembered(_ seen: [SeenBatch], after batches: [MigrationBatch], at time: Date) -> [SeenBatch] {
        var remembered: [SeenBatch] = []
        for old in seen where time.timeIntervalSince(old.seenAt) < lifetime {
            guard let batch = batches.first(where: { $0.id == old.id && $0.size == old.size }) else {
                remembered.append(old)
                continue
            }
            guard !batch.missing.isEmpty else { continue }
            let isNew = batch.present != old.parts
            remembered.append(
                SeenBatch(id: old.id, size: old.size, parts: batch.present, seenAt: isNew ? time : old.seenAt))
        }
        for batch in batches where !batch.missing.isEmpty {
            guard !remembered.contains(where: { $0.id == batch.id && $0.size == batch.size }) else { continue }
            remembered.append(SeenBatch(id: batch.id, size: batch.size, parts: batch.present, seenAt: time))
        }
        return remembered
    }
}
