import CQRLocate
import Encodings
import TOTPDomain

/// The findings in an image so far: codes that were read, and places with a code that was not.
struct ScanFindings {
    private(set) var symbols: [ScanSymbol] = []
    private var suspects: [Suspect] = []
    /// Whether finder patterns are visible that belong to no code that was read: one is cropped or blurred, perhaps.
    private(set) var hasSigns = false

    /// A place with three finder patterns and two timing lines, not read yet.
    private struct Suspect {
        var area: CQRQuad
        /// Whether it has all parts of a code, so that users are told about it.
        var isEvident: Bool
    }

    /// Corners of codes that certainly exist but were not read.
    var unread: [CQRQuad] { suspects.filter(\.isEvident).map(\.area) }

    /// More than any page has; a hostile image must not fill memory.
    private static let maximumCount = Limit.codes

    mutating func add(_ symbol: ScanSymbol) {
        guard symbols.count < Self.maximumCount else { return }
        symbols.append(symbol)
    }

    /// Adds the findings of a part or a copy of the image. A code that either of them has read is not unread.
    ///
    /// - Parameter place: where a point of the part is in the image.
    mutating func add(_ part: ScanFindings, at place: (QRPayload.Point) -> QRPayload.Point) {
        let (origin, right, down) = (place(.init(x: 0, y: 0)), place(.init(x: 1, y: 0)), place(.init(x: 0, y: 1)))
        let turn = (right.x - origin.x) * (down.y - origin.y) - (right.y - origin.y) * (down.x - origin.x)
        for var symbol in part.symbols {
            symbol.corners = symbol.corners.map(place)
            // In a mirrored image, the corner that seemed to be on the right is the one below.
            if turn < 0, symbol.corners.count == 4 { symbol.corners.swapAt(1, 3) }
            add(symbol)
        }
        for suspect in part.suspects {
            if let area = CQRQuad(suspect.area.corners.map(place)) { noteUnread(area, isEvident: suspect.isEvident) }
        }
        noteSigns(part.hasSigns)
        for symbol in symbols where symbol.isComplete {
            if let area = CQRQuad(symbol.corners) { resolve(area) }
        }
    }

    /// - Parameter isEvident: whether the place is certainly a code, so that users are told about it.
    mutating func noteUnread(_ area: CQRQuad, isEvident: Bool) {
        if let known = suspects.firstIndex(where: { $0.area.contains(area.center) }) {
            if isEvident, !suspects[known].isEvident { suspects[known] = Suspect(area: area, isEvident: true) }
        } else if suspects.count < Self.maximumCount {
            suspects.append(Suspect(area: area, isEvident: isEvident))
        }
    }

    /// - Parameter hasSigns: whether the image, or a part of it, shows such patterns.
    mutating func noteSigns(_ hasSigns: Bool) { self.hasSigns = self.hasSigns || hasSigns }

    /// Removes unread places in an area that is now read.
    mutating func resolve(_ area: CQRQuad) {
        suspects.removeAll { area.contains($0.area.center) }
    }

    /// Whether something was read, and no possible code is left.
    var isDone: Bool { !symbols.isEmpty && suspects.isEmpty }

    /// Whether a possible code is not read yet.
    var hasSuspects: Bool { !suspects.isEmpty }

    /// Whether a part of a structured-append set was read, but no code that contains it.
    var hasLooseParts: Bool {
        symbols.contains { part in !part.isComplete && !symbols.contains { $0.isComplete && $0.holds(part.bytes) } }
    }
}
