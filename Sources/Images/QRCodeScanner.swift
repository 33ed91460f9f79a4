/// Finds the QR codes in an image.
///
/// The same image always gives the same result, regardless of earlier scans and of the task.
package protocol QRCodeScanner: Sendable {
    /// All codes in the image, in reading order (top to bottom, then left to right), each payload once.
    func scan(_ image: LumaImage) -> QRScanResult

    /// Scans an image that is too large for memory.
    func scan(_ image: any LargeImage) -> QRScanResult
}

/// The QR codes that a scanner found in an image.
package struct QRScanResult: Sendable, Hashable {
    package var payloads: [QRPayload]
    /// Codes that were seen but could not be read: an account may be missing.
    package var unread: Int
    /// The corner points of these codes, as far as they are known, like ``QRPayload/corners``. If a code is cut off,
    /// the corners of one of its finder patterns.
    package var unreadPlaces: [[QRPayload.Point]]
    /// Parts of a larger code (structured append) whose other parts are not in the image.
    package var incomplete: Int
    /// Whether no code was read, and the unread codes are only likely to be codes: cropped or blurred.
    package var hasSigns: Bool
    /// Whether an unread code is a Micro QR or rMQR code, a kind that few programs read.
    package var hasSmall: Bool

    package init(
        payloads: [QRPayload], unread: Int = 0, incomplete: Int = 0, unreadPlaces: [[QRPayload.Point]] = [],
        hasSigns: Bool = false, hasSmall: Bool = false
    ) {
        (self.payloads, self.unread, self.incomplete) = (payloads, unread, incomplete)
        (self.unreadPlaces, self.hasSigns, self.hasSmall) = (unreadPlaces, hasSigns, hasSmall)
    }

    /// Whether a code is certainly missing from the payloads.
    package var isIncomplete: Bool { unread + incomplete > 0 && !hasSigns }
}

/// The content of one QR code and its position.
package struct QRPayload: Sendable, Hashable {
    /// The code's bytes, as UTF-8 if the code names their character set; most often text, but NUL and 0xFF may occur.
    package var bytes: [UInt8]
    /// Corner points in pixels: top left, top right, bottom right, bottom left of the upright code.
    package var corners: [Point]
    /// The corner points of each further code in the image with the same bytes.
    package var otherPlaces: [[Point]] = []
    /// The engine that read it: `zbar`.
    package var engine: String
    /// How: `full`, `inverted`, …
    package var variant: String

    package struct Point: Sendable, Hashable {
        package var x, y: Int

        package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    }

    /// The box around some points.
    package struct Box: Sendable {
        package let x, y: ClosedRange<Int>

        package init(x: ClosedRange<Int>, y: ClosedRange<Int>) { (self.x, self.y) = (x, y) }

        /// Nil without points.
        package init?(_ points: [Point]) {
            let xs = points.map(\.x), ys = points.map(\.y)
            guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
                return nil
            }
            self.init(x: left...right, y: top...bottom)
        }

        /// Top left first, clockwise.
        package var corners: [Point] {
            [
                (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
                (x.lowerBound, y.upperBound),
            ].map { Point(x: $0.0, y: $0.1) }
        }
    }

    package init(bytes: [UInt8], corners: [Point], engine: String, variant: String) {
        (self.bytes, self.corners, self.engine, self.variant) = (bytes, corners, engine, variant)
    }
}
