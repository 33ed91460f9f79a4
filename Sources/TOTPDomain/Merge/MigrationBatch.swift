package import Platform

/// A Google Authenticator export of several QR codes, with the parts that were found.
///
/// Parts belong together if the export's number and size are equal. Current app versions write 0 for the number, so
/// exports of the same size can look alike; then a part number has several contents, and ``isMixed`` is true. All their
/// accounts are imported.
package struct MigrationBatch: Sendable, Hashable {
    package var id: Int32
    /// Parts of the whole export.
    package var size: Int
    /// Part numbers that were found, from 0, in order.
    package var present: [Int]
    /// The numbers in ``present`` that were found only in earlier runs.
    package var earlier: [Int]
    /// Part numbers that were not found. If several exports look alike: the numbers that at least one of them lacks.
    package var missing: [Int]
    /// Part numbers whose content was found more than once.
    package var repeated: [Int]
    /// The least possible number of exports: the largest number of different contents of one part.
    package var exports: Int
    /// The inputs that contained the parts, in order, without repetition.
    package var sources: [String]

    /// Whether earlier runs found some parts, and this run the rest.
    package var isCompletedNow = false

    /// Whether these are several exports.
    package var isMixed: Bool { exports > 1 }

    /// The part numbers that are missing, as the app counts them: from 1.
    package var missingNumbers: String { missing.map { "\($0 + 1)" }.joined(separator: ", ") }

    /// Groups parts by export, in the order of each export's first part. Exports of a single QR code are not batches.
    ///
    /// - Parameter seen: the incomplete exports of earlier runs.
    package static func assemble(
        _ parts: some Sequence<(source: String, part: MigrationPart)>, seen: [SeenBatch] = []
    ) -> [MigrationBatch] {
        var batches = MigrationBatches(seen: seen)
        for (source, part) in parts { _ = batches.add(part, source: source) }
        return batches.all
    }

    /// The problems of the export, for users; empty for a complete export.
    package var complaints: [Warning] {
        let places = sources.joined(separator: ", ") + (earlier.isEmpty ? "" : " and earlier runs")
        let verb = missing.count == 1 ? "part \(missingNumbers) is" : "parts \(missingNumbers) are"
        if isMixed {
            let lack =
                missing.isEmpty ? "missing parts cannot be detected" : "\(verb) missing from at least one of them"
            return [
                Warning(
                    "Google Authenticator export: parts of several exports look alike (in \(places)); "
                        + "all their accounts were imported, but \(lack)")
            ]
        }
        guard !missing.isEmpty else { return [] }
        return [
            Warning(
                "Google Authenticator export: \(present.count) of \(size) parts; \(verb) missing "
                    + "(found in \(places))",
                "export again, or add the image of the missing code")
        ]
    }
}

/// Collects parts of Google Authenticator exports, in bounded memory.
package struct MigrationBatches: Sendable {
    private struct Key: Hashable {
        let id: Int32
        let size: Int
    }

    private struct State {
        var key: Key
        /// The different contents of each part number.
        var contents: [Int: Set<UInt64>] = [:]
        var repeated: Set<Int> = []
        var sources: [String] = []
        var knownSources: Set<String> = []
    }

    private var numbers: [Key: Int] = [:]
    private var states: [State] = []
    private var count = 0
    private let capacity: Int
    private let seen: [SeenBatch]

    /// Whether there were parts beyond the capacity, which are not in ``all``.
    package private(set) var isFull = false

    /// - Parameters:
    ///   - capacity: how many different parts to remember.
    ///   - seen: the incomplete exports of earlier runs.
    package init(capacity: Int = .max, seen: [SeenBatch] = []) {
        (self.capacity, self.seen) = (capacity, seen)
    }

    /// Adds a part.
    ///
    /// - Returns: the index of its export in ``all``; nil for an export of one part, and beyond the capacity.
    package mutating func add(_ part: MigrationPart, source: String) -> Int? {
        guard part.size > 1 else { return nil }
        let key = Key(id: part.batchID, size: part.size)
        let isKnown = numbers[key].map { states[$0].contents[part.index]?.contains(part.fingerprint) == true } == true
        guard isKnown || count < capacity else {
            isFull = true
            return nil
        }
        let number = numbers[key] ?? states.count
        if number == states.count {
            numbers[key] = number
            states.append(State(key: key))
        }
        if isKnown {
            states[number].repeated.insert(part.index)
        } else {
            states[number].contents[part.index, default: []].insert(part.fingerprint)
            count += 1
        }
        if states[number].knownSources.insert(source).inserted { states[number].sources.append(source) }
        return number
    }

    /// The exports, in the order of their first parts.
    package var all: [MigrationBatch] {
        states.map { state in
            let (contents, size) = (state.contents, state.key.size)
            let exports = contents.values.map(\.count).max() ?? 0
            // If several exports look alike, the parts from earlier runs could belong to any of them.
            let seenParts = exports > 1 ? [] : seen.first { $0.id == state.key.id && $0.size == size }?.parts ?? []
            let earlier = Set(seenParts).filter { 0..<size ~= $0 && contents[$0] == nil }
            var batch = MigrationBatch(
                id: state.key.id, size: size, present: earlier.union(contents.keys).sorted(), earlier: earlier.sorted(),
                missing: (0..<size).filter { contents[$0]?.count ?? 0 < exports && !earlier.contains($0) },
                repeated: state.repeated.sorted(), exports: exports, sources: state.sources)
            batch.isCompletedNow = batch.missing.isEmpty && !earlier.isEmpty && seenParts.count < size
            return batch
        }
    }
}

extension MigrationBatch {
    /// Whether ``present`` and ``missing`` are certain: of several exports that look alike, only missing parts are.
    fileprivate var isKnown: Bool { !isMixed || !missing.isEmpty }
}

extension SeenBatch {
    /// Returns the exports to remember after a run: those with a new part in the last 90 days. Complete exports are
    /// remembered as well, so that a part of them is not taken for an incomplete export when it is imported again.
    ///
    /// An export without a new part in this run is left unchanged, so that a run that changes nothing writes nothing.
    package static func remembered(_ seen: [SeenBatch], after batches: [MigrationBatch], at time: Date) -> [SeenBatch] {
        var remembered: [SeenBatch] = []
        for old in seen where old.isKept(at: time) {
            guard let batch = batches.first(where: { $0.id == old.id && $0.size == old.size }) else {
                remembered.append(old)
                continue
            }
            guard batch.isKnown else { continue }
            let isNew = batch.present != old.parts
            remembered.append(
                SeenBatch(id: old.id, size: old.size, parts: batch.present, seenAt: isNew ? time : old.seenAt))
        }
        for batch in batches where batch.isKnown {
            guard !remembered.contains(where: { $0.id == batch.id && $0.size == batch.size }) else { continue }
            remembered.append(SeenBatch(id: batch.id, size: batch.size, parts: batch.present, seenAt: time))
        }
        return remembered
    }
}
