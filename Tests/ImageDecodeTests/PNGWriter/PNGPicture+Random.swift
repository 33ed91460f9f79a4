import FixtureSupport

extension PNGPicture {
    /// A picture of random samples, with all five filters.
    ///
    /// - Parameter hasTransparentColor: whether it has a tRNS chunk; of no effect where the color type has alpha.
    static func random(
        _ colorType: ColorType,
        _ bitDepth: Int,
        width: Int = 13,
        height: Int = 11,
        isInterlaced: Bool = false,
        hasTransparentColor: Bool = false,
        using random: inout SeededGenerator
    ) -> PNGPicture {
        let top = 1 << bitDepth - 1
        let count = width * height * colorType.channels
        var picture = PNGPicture(
            width: width,
            height: height,
            colorType: colorType,
            bitDepth: bitDepth,
            samples: (0..<count).map { _ in .random(in: 0...top, using: &random) },
            isInterlaced: isInterlaced,
            filters: [4, 3, 2, 1, 0]
        )
        if colorType == .palette { picture.palette = random.bytes(3 * (top + 1)) }
        guard hasTransparentColor else { return picture }
        switch colorType {
        case .palette: picture.transparency = random.bytes((top + 1) / 2)
        case .gray, .rgb:
            // Many pixels have the transparent color, and one is next to it.
            let color = picture.pixel(width / 2, height / 2)
            for index in 0..<(width * height) where index.isMultiple(of: 3) {
                for (channel, sample) in color.enumerated() {
                    picture.samples[index * color.count + channel] = sample
                }
            }
            picture.samples[color.count] = picture.samples[0] ^ 1
            picture.transparency = color.flatMap { UInt16($0).bigEndianBytes }
        case .grayAlpha, .rgba: break
        }
        return picture
    }
}
