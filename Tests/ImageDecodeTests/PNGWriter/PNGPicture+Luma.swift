extension PNGPicture {
    /// The luma that a decoder should give, worked out pixel by pixel from the samples.
    func luma(over background: Int) -> [UInt8] {
        (0..<(width * height)).map { index in
            let (red, green, blue, alpha) = color(pixel(index % width, index / width))
            let luma = (77 * red + 150 * green + 29 * blue + 128) / 256
            return UInt8((Double(luma * alpha + background * (255 - alpha)) / 255).rounded())
        }
    }

    /// Whether a pixel is not opaque.
    var hasTransparency: Bool {
        (0..<(width * height)).contains { color(pixel($0 % width, $0 / width)).alpha < 255 }
    }

    /// Eight bits a channel.
    private func color(_ samples: ArraySlice<Int>) -> (red: Int, green: Int, blue: Int, alpha: Int) {
        let values = samples.map(scaled)
        let opaque = colorType != .palette && isTransparentColor(samples) ? 0 : 255
        switch colorType {
        case .gray: return (values[0], values[0], values[0], opaque)
        case .grayAlpha: return (values[0], values[0], values[0], values[1])
        case .rgb: return (values[0], values[1], values[2], opaque)
        case .rgba: return (values[0], values[1], values[2], values[3])
        case .palette:
            let index = samples.first ?? 0
            let entry = palette.dropFirst(3 * index).prefix(3).map(Int.init)
            let alpha = index < transparency.count ? Int(transparency[index]) : 255
            // Entries beyond the palette's end are black.
            return entry.count == 3 ? (entry[0], entry[1], entry[2], alpha) : (0, 0, 0, alpha)
        }
    }

    private func scaled(_ sample: Int) -> Int {
        Int((Double(sample) * 255 / Double(1 << bitDepth - 1)).rounded())
    }

    /// The one transparent color is compared at full depth.
    private func isTransparentColor(_ samples: ArraySlice<Int>) -> Bool {
        !transparency.isEmpty && samples.flatMap { UInt16($0).bigEndianBytes } == transparency
    }
}
