/// Finds the QR codes in an image.
///
/// The same image always gives the same result, whatever was scanned before and on which task.
public protocol QRCodeScanner: Sendable {
    /// All codes in the image, in reading order (top to bottom, then left to right), each payload once.
    func scan(_ image: LumaImage) -> QRScanResult

    /// The same for an image that is too large for the memory.
    func scan(_ image: any LargeImage) -> QRScanResult
}

/// What a scanner found in an image.
public struct QRScanResult: Sendable, Hashable {
    public var payloads: [QRPayload]
    /// Codes that were seen but could not be read: an account may be missing.
    public var unread: Int
    /// The corner points of these codes, as far as they are known, like ``QRPayload/corners``.
    public var unreadPlaces: [[QRPayload.Point]]
    /// Parts of a larger code (structured append) whose other parts are not in the image.
    public var incomplete: Int

    public init(
        payloads: [QRPayload], unread: Int = 0, incomplete: Int = 0, unreadPlaces: [[QRPayload.Point]] = []
    ) {
        self.payloads = payloads
        self.unread = unread
        self.unreadPlaces = unreadPlaces
        self.incomplete = incomplete
    }
}

/// The content of one QR code and its position.
public struct QRPayload: Sendable, Hashable {
    /// Exactly the code's bytes; most often UTF-8 text, but NUL and 0xFF may occur.
    public var bytes: [UInt8]
    /// Corner points in pixels: top left, top right, bottom right, bottom left of the upright code.
    public var corners: [Point]
    /// The same for each further code in the image with the same bytes.
    public var otherPlaces: [[Point]] = []
    /// The engine that read it: `zbar`.
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
