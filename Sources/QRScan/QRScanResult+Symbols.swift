import TOTPDomain

extension QRScanResult {
    /// Puts symbols into reading order, once each, and counts the parts of incomplete larger codes.
    init(symbols: [ScanSymbol], unread: Int = 0) {
        var seen: Set<[UInt8]> = []
        let complete = ReadingOrder.sorted(symbols.filter(\.isComplete), corners: \.corners)
            .filter { seen.insert($0.bytes).inserted }
        // The parts of a joined code also show up on their own; two parts of another one show up as both.
        let parts = symbols.filter { !$0.isComplete }
        let loose = parts.filter { part in
            !complete.contains { $0.holds(part.bytes) }
                && !parts.contains { $0.bytes.count > part.bytes.count && $0.holds(part.bytes) }
        }
        self.init(
            payloads: complete.map {
                QRPayload(bytes: $0.bytes, corners: $0.corners, engine: $0.engine.rawValue, variant: $0.variant)
            },
            unread: unread,
            incomplete: Set(loose.map(\.bytes)).count
        )
    }
}
