package import Platform

extension MigrationBatch {
    /// Whether ``present`` and ``missing`` are certain: of several exports that look alike, only missing parts are.
    fileprivate var isKnown: Bool { !isMixed || !missing.isEmpty }
}

extension SeenBatch {
    /// What to remember after a run: exports with a new part in the last 90 days. Complete ones are remembered as well,
    /// so that one of their parts is not taken for an incomplete export when it is imported again.
    ///
    /// An export without a new part in this run is left unchanged, so that a run that changes nothing writes nothing.
    package static func remembered(
        _ seen: [SeenBatch], after batches: [MigrationBatch], at time: Date
    ) -> [SeenBatch] {
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
