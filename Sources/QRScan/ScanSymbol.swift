import TOTPDomain

/// One code as an engine read it.
struct ScanSymbol {
    var bytes: [UInt8]
    /// Whether this is a whole code; false for a single part of a structured-append set.
    var isComplete: Bool
    /// Top left, top right, bottom right, bottom left of the upright code.
    var corners: [QRPayload.Point]
    var engine: Engine
    /// The rung of the ladder that read it.
    var variant: String

    /// The symbol in coordinates of the picture, if it was read from a part or a copy of it.
    ///
    /// - parameters:
    ///   - x, y: the part's first column and row.
    ///   - scale: pixels of the picture per pixel of the part.
    func moved(x: Int, y: Int, scale: Float) -> ScanSymbol {
        var moved = self
        moved.corners = corners.map {
            .init(x: x + Int((Float($0.x) * scale).rounded()), y: y + Int((Float($0.y) * scale).rounded()))
        }
        return moved
    }

    enum Engine: String { case zbar, zxing }
}
