import Encodings
import Images
import TOTPDomain

/// The frames of an animation, each as people see it: laid over the frames before it.
///
/// Frames are drawn in order, so pages should be decoded in order.
final class AnimationPages: ImagePages {
    private let bytes: [UInt8]
    private let frames: [AnimationFrame]
    private let decoder: any ImageDecoder
    private let limits: ImageLimits
    private let orientation: UInt32
    private let isCutOff: Bool
    private let width, height: Int

    let rest: (total: Int, reason: SourceError)?
    let name = "frame"
    var count: Int { frames.count }

    /// The image over white and over black: the difference of the two is how much shines through. The second is empty
    /// if nothing shines through.
    private var white: [UInt8] = []
    private var black: [UInt8] = []
    /// The image before the last frame, if it is to come back.
    private var saved: (white: [UInt8], black: [UInt8])?
    /// The next frame to draw.
    private var next = 0
    /// How the last frame was decoded.
    private var outcome = Outcome()
    /// Pixels that were decoded or compared so far.
    private var work = 0
    /// The first frame of each image, by a hash of the image.
    private var firstFrames: [Int: Int] = [:]
    private var hash = 0
    /// Whether the image may have changed since the hash was computed.
    private var isStale = true

    private struct Outcome {
        var failure: SourceError?
        var damage: String?
        var hasAllRows = true
    }

    /// - Parameters:
    ///   - decoder: reads the files of single frames.
    ///   - orientation: the orientation of the whole image, 1 to 8 as in EXIF.
    /// - Throws: ``SourceError`` for an image that is too large.
    init(
        _ index: some AnimationIndex, of bytes: [UInt8], decoder: any ImageDecoder, limits: ImageLimits,
        orientation: UInt32 = 1
    ) throws(SourceError) {
        try limits.check(size: (index.width, index.height))
        let (count, rest) = limits.frames(of: index.total)
        (self.bytes, self.decoder, self.limits, self.orientation) = (bytes, decoder, limits, orientation)
        (width, height, isCutOff) = (index.width, index.height, index.isCutOff)
        frames = Array(index.frames.prefix(count))
        self.rest = rest
        clear()
    }

    func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
        if page < next - 1 { clear() }
        while next <= page {
            outcome = Outcome()
            do throws(SourceError) { try draw(next) } catch {
                if error.code == .limitExceeded { throw error }
                outcome.failure = error
            }
            next += 1
        }
        if let failure = outcome.failure { throw failure }
        let pixels = background == .black && !black.isEmpty ? black : white
        guard let luma = LumaImage(width: width, height: height, pixels: pixels) else { throw Self.sizeDiffers }
        return DecodedImage(
            luma: luma.upright(orientation), damage: outcome.damage, hasAllRows: outcome.hasAllRows,
            isRepeated: firstFrames[hash].map { $0 < page } ?? false, hasTransparency: !black.isEmpty)
    }

    private static let sizeDiffers = SourceError(
        .imageDamaged, "the frame does not have the size that the file states", .takeAgain)

    /// Before the first frame everything is transparent.
    private func clear() {
        white = [UInt8](repeating: 255, count: width * height)
        black = [UInt8](repeating: 0, count: width * height)
        (next, hash, isStale, saved) = (0, 0, true, nil)
    }

    // MARK: - Drawing

    private func draw(_ number: Int) throws(SourceError) {
        let frame = frames[number]
        if number > 0 { dispose(of: frames[number - 1]) }
        if frame.disposal == .restored { saved = (white, black) }
        try limits.check(size: (frame.width, frame.height))
        try spend(frame.area)
        let file = frame.file(bytes)
        let image = try decoder.decode(file, over: .white)
        guard image.luma.width == frame.width, image.luma.height == frame.height else { throw Self.sizeDiffers }
        (outcome.damage, outcome.hasAllRows) = (image.damage, image.hasAllRows)
        if isCutOff, number == frames.count - 1, image.damage == nil {
            (outcome.damage, outcome.hasAllRows) = ("the last of an animation that is cut off", false)
        }
        var overBlack: [UInt8] = []
        if image.hasTransparency {
            try spend(frame.area)
            overBlack = try decoder.decode(file, over: .black).luma.pixels
        }
        if lay(image.luma.pixels, overBlack, frame) { isStale = true }
        guard isStale else { return }
        try spend(max(0, white.count - frame.area))
        isStale = false
        var hasher = Hasher()
        white.withUnsafeBytes { hasher.combine(bytes: $0) }
        black.withUnsafeBytes { hasher.combine(bytes: $0) }
        hash = hasher.finalize()
        if firstFrames[hash] == nil { firstFrames[hash] = number }
    }

    /// A small file may have a large image very often.
    private func spend(_ pixels: Int) throws(SourceError) {
        guard work <= limits.framePixels else {
            throw SourceError(
                .limitExceeded, "the images before it have \(limits.framePixels / 1_000_000) million pixels, the limit",
                "save those with QR codes as a separate file")
        }
        work += pixels
    }

    private func dispose(of frame: AnimationFrame) {
        switch frame.disposal {
        case .stays: return
        case .restored: if let saved { (white, black) = saved }
        case .cleared:
            if black.isEmpty { black = white }
            for row in rows(of: frame) {
                for place in row {
                    white[place] = 255
                    black[place] = 0
                }
            }
        }
        saved = nil
        isStale = true
    }

    /// The places of a frame's rows in the image, as far as they are within it.
    private func rows(of frame: AnimationFrame) -> [Range<Int>] {
        let columns = max(0, min(frame.width, width - frame.left))
        return (0..<max(0, min(frame.height, height - frame.top))).map { row in
            let start = (frame.top + row) * width + frame.left
            return start..<(start + columns)
        }
    }

    /// - Parameter overBlack: empty for a frame without transparent pixels.
    /// - Returns: whether the image changed.
    private func lay(_ overWhite: [UInt8], _ overBlack: [UInt8], _ frame: AnimationFrame) -> Bool {
        if overBlack.isEmpty, frame.left == 0, frame.top == 0, frame.width == width, frame.height == height {
            defer { (white, black) = (overWhite, []) }
            return !black.isEmpty || white != overWhite
        }
        if !overBlack.isEmpty, !frame.isBlended, black.isEmpty { black = white }
        let part = Part(
            overWhite: overWhite, overBlack: overBlack, isBlended: frame.isBlended && !overBlack.isEmpty,
            width: frame.width, rows: rows(of: frame))
        var isChanged = part.lay(on: &white, as: overWhite)
        if !black.isEmpty, part.lay(on: &black, as: overBlack.isEmpty ? overWhite : overBlack) { isChanged = true }
        return isChanged
    }

    /// A frame that covers only a part of the image, or has transparent pixels.
    private struct Part {
        let overWhite, overBlack: [UInt8]
        let isBlended: Bool
        let width: Int
        let rows: [Range<Int>]

        /// - Parameter pixels: replace the pixels of the plane, unless they are blended.
        /// - Returns: whether the plane changed.
        func lay(on plane: inout [UInt8], as pixels: [UInt8]) -> Bool {
            plane.withUnsafeMutableBufferPointer { plane in
                pixels.withUnsafeBufferPointer { pixels in
                    var isChanged = false
                    for (y, row) in rows.enumerated() {
                        var source = y * width
                        for place in row {
                            let value = isBlended ? blended(plane[place], at: source) : pixels[source]
                            if plane[place] != value {
                                plane[place] = value
                                isChanged = true
                            }
                            source += 1
                        }
                    }
                    return isChanged
                }
            }
        }

        /// As much of the pixel below as shines through.
        private func blended(_ below: UInt8, at place: Int) -> UInt8 {
            let value = Int(overBlack[place]), through = Int(overWhite[place]) - value
            return UInt8(clamping: value + (max(0, through) * Int(below) + 127) / 255)
        }
    }
}
