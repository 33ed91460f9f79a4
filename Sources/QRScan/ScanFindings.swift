import CQRLocate
import Encodings
import Images

/// The findings in an image so far: codes that were read, and places with a code that was not.
struct ScanFindings {
    private(set) var symbols: [ScanSymbol] = []
    /// Whether there is a sign of a Micro QR or rMQR code.
    private(set) var hasSmall = false
    private var suspects: [Suspect] = []

    /// A place with a code, or something like a code, that was not read yet.
    private struct Suspect {
        var area: CQRQuad
        /// A point that belongs to no other code.
        var anchor: CQRPoint
        var certainty: Certainty

        func isSame(_ other: Suspect) -> Bool { area.contains(other.anchor) || other.area.contains(anchor) }

        /// Whether both are probably corners of one code of up to version 10: within 57 modules; each corner has 7.
        func isBeside(_ other: Suspect) -> Bool {
            guard certainty == .corner, other.certainty == .corner else { return false }
            let side = max(abs(area.topRight.x - area.topLeft.x), abs(area.topRight.y - area.topLeft.y))
            let reach = 57 / 7 * side
            return abs(anchor.x - other.anchor.x) < reach && abs(anchor.y - other.anchor.y) < reach
        }
    }

    enum Certainty: Comparable {
        /// Three finder patterns and two timing lines: the ladder continues, but users are not told.
        case possible
        /// One finder pattern with a timing line: a code that is blurred, faint or cut off.
        case corner
        /// Three finder patterns and their quiet zones, or a block that looks like the codes that were read.
        case likely
        /// All parts of a code.
        case evident
    }

    /// Corners of codes that were seen, but not read.
    var unread: [CQRQuad] {
        suspects.reduce(into: [Suspect]()) { told, suspect in
            guard suspect.certainty > .possible, !told.contains(where: suspect.isBeside) else { return }
            told.append(suspect)
        }
        .map(\.area)
    }

    /// Whether nothing was read, and what was seen is only likely to be a code.
    var hasSigns: Bool { symbols.isEmpty && !unread.isEmpty && !suspects.contains { $0.certainty == .evident } }

    /// Pixels per module of the codes that were read, if they have as many modules as most; nil if no code was read.
    var usualModule: Int? {
        let sides = symbols.compactMap { CQRQuad($0.corners)?.size.squareRoot() }.sorted()
        return sides.isEmpty ? nil : max(1, Int((sides[sides.count / 2] / 37).rounded()))
    }

    /// More than any page has; a hostile image must not fill memory.
    private static let maximumCount = Limit.codes

    mutating func note(_ sign: CQRSign) {
        hasSmall = hasSmall || sign.isSmall
        noteUnread(sign.area, at: sign.center, sign.isWhole ? .likely : .corner)
    }

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
            // In a mirrored image, the corner that seemed to be on the right is the corner below.
            if turn < 0, symbol.corners.count == 4 { symbol.corners.swapAt(1, 3) }
            add(symbol)
        }
        hasSmall = hasSmall || part.hasSmall
        for suspect in part.suspects {
            let anchor = place(.init(x: Int(suspect.anchor.x), y: Int(suspect.anchor.y)))
            guard let area = CQRQuad(suspect.area.corners.map(place)) else { continue }
            noteUnread(area, at: CQRPoint(x: Float(anchor.x), y: Float(anchor.y)), suspect.certainty)
        }
        for symbol in symbols where symbol.isComplete {
            if let area = CQRQuad(symbol.corners) { resolve(area) }
        }
    }

    /// Notes a place once, with the area of the more certain of two.
    ///
    /// - Parameter anchor: a point that belongs to no other code; nil for the middle.
    mutating func noteUnread(_ area: CQRQuad, at anchor: CQRPoint? = nil, _ certainty: Certainty) {
        let suspect = Suspect(area: area, anchor: anchor ?? area.center, certainty: certainty)
        guard !suspects.contains(where: { $0.certainty >= certainty && $0.isSame(suspect) }) else { return }
        suspects.removeAll { $0.isSame(suspect) }
        if suspects.count < Self.maximumCount { suspects.append(suspect) }
    }

    /// Removes unread places in an area that is now read.
    mutating func resolve(_ area: CQRQuad) { suspects.removeAll { area.contains($0.anchor) } }

    /// Whether something was read, and no possible code is left.
    var isDone: Bool { !symbols.isEmpty && suspects.isEmpty }

    /// Whether a possible code is not read yet.
    var hasSuspects: Bool { !suspects.isEmpty }

    /// Whether a part of a structured-append set was read, but no code that contains it.
    var hasLooseParts: Bool {
        symbols.contains { part in !part.isComplete && !symbols.contains { $0.isComplete && $0.holds(part.bytes) } }
    }
}
