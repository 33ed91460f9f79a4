import TOTPDomain

/// One code as an engine saw it.
struct ScanSymbol {
    var bytes: [UInt8]
    /// False for one part of a structured-append set without the others: the bytes are not the whole.
    var isComplete: Bool
    /// Top left, top right, bottom right, bottom left of the upright code.
    var corners: [QRPayload.Point]
    var engine: Engine
    /// The rung of the ladder that it was read on.
    var variant: String

    enum Engine: String { case zbar, zxing }
}
