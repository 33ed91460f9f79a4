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

    enum Engine: String { case zbar, zxing }
}
