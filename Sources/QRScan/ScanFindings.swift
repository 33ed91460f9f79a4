import CQRLocate
import TOTPDomain

/// What a picture gave so far: codes that were read, places where one was seen but not read.
struct ScanFindings {
    private(set) var symbols: [ScanSymbol] = []
    private var suspects: [Suspect] = []

    /// A place with three finder patterns and two timing lines that gave nothing yet.
    private struct Suspect {
        var area: CQRQuad
        /// Whether it has what every code has: a person is told of it.
        var isEvident: Bool
    }

    /// Corners of codes that are surely there, but were not read.
    var unread: [CQRQuad] { suspects.filter(\.isEvident).map(\.area) }

    /// More than any page has; a hostile picture must not fill the memory.
    private static let maximumCount = 4096

    mutating func add(_ symbol: ScanSymbol) {
        guard symbols.count < Self.maximumCount else { return }
        symbols.append(symbol)
    }

    /// - parameter isEvident: whether the place is surely a code, so that a person must know of it.
    mutating func noteUnread(_ area: CQRQuad, isEvident: Bool) {
        if let known = suspects.firstIndex(where: { $0.area.contains(area.centre) }) {
            if isEvident, !suspects[known].isEvident { suspects[known] = Suspect(area: area, isEvident: true) }
        } else if suspects.count < Self.maximumCount {
            suspects.append(Suspect(area: area, isEvident: isEvident))
        }
    }

    /// What was not read there before is read now.
    mutating func resolve(_ area: CQRQuad) {
        suspects.removeAll { area.contains($0.area.centre) }
    }

    /// Something was read, and nothing that may be a code is left.
    var isDone: Bool { !symbols.isEmpty && suspects.isEmpty }

    /// Something may be a code and gave nothing yet.
    var hasSuspects: Bool { !suspects.isEmpty }

    /// A part of a structured-append set was read, and no code that holds it.
    var hasLooseParts: Bool {
        symbols.contains { part in !part.isComplete && !symbols.contains { $0.isComplete && $0.holds(part.bytes) } }
    }
}
