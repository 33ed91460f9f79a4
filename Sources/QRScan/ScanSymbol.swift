import CQRLocate
import Images

/// One code as an engine read it.
struct ScanSymbol {
    var bytes: [UInt8]
    /// The bytes as UTF-8, if the code is known to name their character set.
    var text: [UInt8]?
    /// Whether this is a whole code; false for a single part of a structured-append set.
    var isComplete: Bool
    /// Top left, top right, bottom right, bottom left of the upright code.
    var corners: [QRPayload.Point]
    var engine: Engine
    /// The rung of the ladder that read it.
    var variant: String

    /// The symbol in coordinates of the image, if it was read from a part or a copy of it.
    ///
    /// - Parameters:
    ///   - x, y: the part's first column and row.
    ///   - scale: pixels of the image per pixel of the part.
    func moved(x: Int, y: Int, scale: Float) -> ScanSymbol {
        var moved = self
        moved.corners = corners.map {
            .init(x: x + Int((Float($0.x) * scale).rounded()), y: y + Int((Float($0.y) * scale).rounded()))
        }
        return moved
    }

    enum Engine: String { case zbar, zxing }
}

/// The order in which people read a page of codes: row by row, each from left to right.
enum ReadingOrder {
    /// A row has all codes whose middle is within the height of its first code.
    static func sorted<Code>(_ codes: [Code], corners: KeyPath<Code, [QRPayload.Point]>) -> [Code] {
        var rest = codes.map { (code: $0, box: QRPayload.Box($0[keyPath: corners]) ?? .init(x: 0...0, y: 0...0)) }
            .sorted { ($0.box.y.lowerBound, $0.box.x.lowerBound) < ($1.box.y.lowerBound, $1.box.x.lowerBound) }
        var ordered: [Code] = []
        while let first = rest.first {
            let isInRow = { (box: QRPayload.Box) in first.box.y.contains((box.y.lowerBound + box.y.upperBound) / 2) }
            ordered += rest.filter { isInRow($0.box) }
                .sorted { ($0.box.x.lowerBound, $0.box.y.lowerBound) < ($1.box.x.lowerBound, $1.box.y.lowerBound) }
                .map(\.code)
            rest.removeAll { isInRow($0.box) }
        }
        return ordered
    }
}

extension QRScanResult {
    /// Puts symbols into reading order, once each, and counts the parts of incomplete larger codes.
    init(_ findings: ScanFindings) {
        let unread = findings.unread
        var seen: Set<[UInt8]> = []
        // Not every engine tells the character set, and not from every drawing.
        let texts = Dictionary(findings.symbols.compactMap { symbol in symbol.text.map { (symbol.bytes, $0) } }) { $1 }
        let symbols = findings.symbols.map { symbol in
            var symbol = symbol
            symbol.bytes = texts[symbol.bytes] ?? symbol.bytes
            return symbol
        }
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
            unread: unread.count, incomplete: Set(loose.map(\.bytes)).count, unreadPlaces: unread.map(\.corners),
            hasSigns: findings.hasSigns, hasSmall: findings.hasSmall)
    }

    /// The places of equal symbols that are not the payload's own, read in another way.
    private static func otherPlaces(of payload: QRPayload, among symbols: [ScanSymbol]) -> [[QRPayload.Point]] {
        var places = [payload.corners]
        for symbol in symbols where symbol.bytes == payload.bytes {
            guard let quad = CQRQuad(symbol.corners) else { continue }
            let isKnown = places.contains { place in
                CQRQuad(place).map { $0.contains(quad.center) || quad.contains($0.center) } ?? true
            }
            if !isKnown { places.append(symbol.corners) }
        }
        return Array(places.dropFirst())
    }
}
