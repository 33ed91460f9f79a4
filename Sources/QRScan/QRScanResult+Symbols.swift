import CQRLocate
import TOTPDomain

extension QRScanResult {
    /// Puts symbols into reading order, once each, and counts the parts of incomplete larger codes.
    init(symbols: [ScanSymbol], unread: [CQRQuad] = []) {
        var seen: Set<[UInt8]> = []
        let all = ReadingOrder.sorted(symbols.filter(\.isComplete), corners: \.corners)
        let complete = all.filter { seen.insert($0.bytes).inserted }
        // The parts of a joined code also show up on their own; two parts of another one show up as both.
        let parts = symbols.filter { !$0.isComplete }
        let loose = parts.filter { part in
            !complete.contains { $0.holds(part.bytes) }
                && !parts.contains { $0.bytes.count > part.bytes.count && $0.holds(part.bytes) }
        }
        self.init(
            payloads: complete.map {
                var payload = QRPayload(
                    bytes: $0.bytes, corners: $0.corners, engine: $0.engine.rawValue, variant: $0.variant)
                payload.otherPlaces = Self.otherPlaces(of: payload, among: all)
                return payload
            },
            unread: unread.count,
            incomplete: Set(loose.map(\.bytes)).count,
            unreadPlaces: unread.map(\.corners)
        )
    }

    /// The places of equal symbols that are not the payload's own, read in another way.
    private static func otherPlaces(of payload: QRPayload, among symbols: [ScanSymbol]) -> [[QRPayload.Point]] {
        var places = [payload.corners]
        for symbol in symbols where symbol.bytes == payload.bytes {
            guard let quad = CQRQuad(symbol.corners) else { continue }
            let isKnown = places.contains { place in
                CQRQuad(place).map { $0.contains(quad.centre) || quad.contains($0.centre) } ?? true
            }
            if !isKnown { places.append(symbol.corners) }
        }
        return Array(places.dropFirst())
    }
}
