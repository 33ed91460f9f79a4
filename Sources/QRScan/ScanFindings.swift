import CQRLocate
import TOTPDomain

/// What a picture gave so far: codes that were read, places where one was seen but not read.
struct ScanFindings {
    private(set) var symbols: [ScanSymbol] = []
    /// Corners of codes that are almost surely there, but were not read yet.
    private(set) var unread: [CQRQuad] = []

    /// More than any page has; a hostile picture must not fill the memory.
    private static let maximumCount = 4096

    mutating func add(_ symbol: ScanSymbol) {
        guard symbols.count < Self.maximumCount else { return }
        symbols.append(symbol)
    }

    mutating func noteUnread(_ area: CQRQuad) {
        guard unread.count < Self.maximumCount, !unread.contains(where: { $0.contains(area.centre) }) else { return }
        unread.append(area)
    }

    /// What was not read there before is read now.
    mutating func resolve(_ area: CQRQuad) {
        unread.removeAll { area.contains($0.centre) }
    }

    /// Something was read, and nothing that was seen is left.
    var isDone: Bool { !symbols.isEmpty && unread.isEmpty }

    /// A part of a structured-append set was read, and no code that holds it.
    var hasLooseParts: Bool {
        symbols.contains { part in !part.isComplete && !symbols.contains { $0.isComplete && $0.holds(part.bytes) } }
    }
}
