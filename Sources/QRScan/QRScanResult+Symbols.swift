import CQRLocate
import TOTPDomain

extension QRScanResult {
    /// Puts symbols into reading order, once each, and counts the parts of larger codes that are not complete.
    init(symbols: [ZBarSymbol], unread: Int = 0) {
        var seen: Set<[UInt8]> = []
        let complete = ReadingOrder.sorted(symbols.filter(\.isComplete), corners: \.corners)
            .filter { seen.insert($0.bytes).inserted }
        // The parts of a code that was joined show up on their own, too.
        let areas = complete.compactMap { CQRQuad($0.corners) }
        var parts: Set<[UInt8]> = []
        for part in symbols where !part.isComplete {
            if let area = CQRQuad(part.corners), areas.contains(where: { $0.contains(area.centre) }) { continue }
            parts.insert(part.bytes)
        }
        self.init(
            payloads: complete.map {
                QRPayload(bytes: $0.bytes, corners: $0.corners, engine: "zbar", variant: $0.variant)
            },
            unread: unread,
            incomplete: parts.count
        )
    }
}
