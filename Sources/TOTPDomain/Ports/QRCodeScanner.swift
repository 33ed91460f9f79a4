/// Finds the QR codes of a picture.
///
/// Each call stands for itself: the same picture gives the same result, whatever was scanned before and on which task.
public protocol QRCodeScanner: Sendable {
    /// All codes of the picture, in reading order (top to bottom, then left to right), each payload once.
    func scan(_ image: LumaImage) -> QRScanResult
}

/// What a scanner saw on a picture.
public struct QRScanResult: Sendable, Hashable {
    public var payloads: [QRPayload]
    /// Codes that were seen but could not be read: an account may be missing.
    public var unread: Int
    /// Codes that are one part of a larger one (structured append) whose other parts are not on the picture.
    public var incomplete: Int

    public init(payloads: [QRPayload], unread: Int = 0, incomplete: Int = 0) {
        self.payloads = payloads
        self.unread = unread
        self.incomplete = incomplete
    }
}

/// The content of one QR code and where it stood.
public struct QRPayload: Sendable, Hashable {
    /// Exactly the code's bytes; most often UTF-8 text, but NUL and 0xFF may occur.
    public var bytes: [UInt8]
    /// Corner points in pixels: top left, top right, bottom right, bottom left of the upright code.
    public var corners: [Point]
    /// What read it: `zbar`.
    public var engine: String
    /// How: `full`, `inverted`, …
    public var variant: String

    public struct Point: Sendable, Hashable {
        public var x: Int
        public var y: Int

        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    public init(bytes: [UInt8], corners: [Point], engine: String, variant: String) {
        self.bytes = bytes
        self.corners = corners
        self.engine = engine
        self.variant = variant
    }
}
