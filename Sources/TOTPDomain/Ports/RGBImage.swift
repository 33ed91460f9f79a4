/// An image in color, to show it: red, green and blue of each pixel, row after row without gaps.
package struct RGBImage: Sendable, Hashable {
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    /// `3 * width * height` bytes.
    package let pixels: [UInt8]

    /// More than any camera has: 192 MB. Larger images are shown in gray.
    package static let maximumPixels = 64_000_000

    /// - Returns: nil if the number of bytes does not match the size.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= Self.maximumPixels / height, 3 * width * height == pixels.count else {
            return nil
        }
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
