/// An image in color, to show it: red, green and blue of each pixel, row after row without gaps.
public struct RGBImage: Sendable, Hashable {
    /// In pixels, at least 1.
    public let width: Int
    public let height: Int
    /// `3 * width * height` bytes.
    public let pixels: [UInt8]

    /// More than any camera has: 192 MB. Larger images are shown in gray.
    public static let maximumPixels = 64_000_000

    /// - Returns: nil if the number of bytes does not match the size.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= Self.maximumPixels / height, 3 * width * height == pixels.count else {
            return nil
        }
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
