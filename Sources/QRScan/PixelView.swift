import CQRLocate
import TOTPDomain

/// Borrowed pixels: 8-bit luma, rows without gaps. Valid only as long as their owner.
struct PixelView {
    let pixels: UnsafeBufferPointer<UInt8>
    let width, height: Int

    /// The image as the locator takes it.
    var located: CQRImage {
        CQRImage(pixels: pixels.baseAddress, width: Int32(width), height: Int32(height), stride: width)
    }

    /// The levels between nearly the darkest and nearly the lightest pixels of a sample.
    var range: Int32 {
        let sample = stride(from: 0, to: pixels.count, by: max(1, pixels.count / 2_000)).map { pixels[$0] }.sorted()
        guard let last = sample.indices.last else { return 0 }
        return Int32(sample[last - last / 50]) - Int32(sample[last / 50])
    }

    /// An area within the image, as the locator takes it.
    func located(in area: SuspiciousAreas.Area) -> CQRImage {
        CQRImage(
            pixels: pixels.baseAddress.map { $0 + area.y * width + area.x }, width: Int32(area.width),
            height: Int32(area.height), stride: width)
    }
}

/// Owned pixels, allocated once and reused for each drawing.
struct PixelBuffer: ~Copyable {
    private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    deinit { bytes.deallocate() }

    /// Makes space for an image and lets `draw` fill it; nil if `draw` fails.
    ///
    /// The view is valid until the next drawing.
    mutating func drawn(
        width: Int, height: Int, _ draw: (UnsafeMutablePointer<UInt8>, _ capacity: Int) -> Bool
    ) -> PixelView? {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow else { return nil }
        if bytes.count < count {
            bytes.deallocate()
            bytes = .allocate(capacity: count)
        }
        guard let base = bytes.baseAddress, draw(base, count) else { return nil }
        return PixelView(pixels: UnsafeBufferPointer(start: base, count: count), width: width, height: height)
    }
}

/// Images too large for zbar's arithmetic are scanned in overlapping pieces.
enum Tiling {
    /// Known to work; zbar multiplies coordinates in 32 bits.
    static let maximumSide = 12_000
    /// The overlap: a code up to this size is complete in one of two pieces.
    static let overlap = 3_000

    struct Area { var x, y, width, height: Int }

    static func areas(width: Int, height: Int) -> [Area] {
        spans(height).flatMap { y in
            spans(width).map { x in Area(x: x.start, y: y.start, width: x.length, height: y.length) }
        }
    }

    private static func spans(_ length: Int) -> [(start: Int, length: Int)] {
        guard length > maximumSide else { return [(0, length)] }
        return stride(from: 0, to: length - overlap, by: maximumSide - overlap)
            .map { ($0, min(maximumSide, length - $0)) }
    }

    /// The area as an image; the image itself if the area is all of it.
    static func part(of image: PixelView, _ area: Area, in buffer: inout PixelBuffer) -> PixelView? {
        if area.width == image.width, area.height == image.height { return image }
        return buffer.drawn(width: area.width, height: area.height) { pixels, capacity in
            guard let base = image.pixels.baseAddress, capacity >= area.width * area.height else { return false }
            for row in 0..<area.height {
                (pixels + row * area.width)
                    .update(from: base + (area.y + row) * image.width + area.x, count: area.width)
            }
            return true
        }
    }
}

/// Reads codes module by module: on paper that is not flat, in uneven light, out of focus. zbar then reads a clean
/// drawing of the modules. For one image.
struct ModuleSampler: ~Copyable {
    private var memory: OpaquePointer?
    /// Places that look like codes but could not be read from their modules.
    private(set) var unread: [CQRQuad] = []
    /// How often one place is sampled: another size of the image, or other patterns, may help once.
    private static let attemptsPerPlace = 2

    deinit { cqr_sampler_destroy(memory) }

    /// Another image has other coordinates; the work that is left stays.
    mutating func setPlaces(_ places: [CQRQuad]) { unread = places }

    /// Whether it is useless to sample a place again.
    func hasGivenUp(at point: CQRPoint) -> Bool {
        unread.count(where: { $0.contains(point) }) >= Self.attemptsPerPlace
    }

    /// - Returns: how many drawings there are of the place: 0 if it does not look like a code.
    mutating func sample(_ triple: inout CQRTriple, in image: PixelView, _ area: CQRQuad) -> Int32 {
        guard !hasGivenUp(at: area.center) else { return 0 }
        if memory == nil { memory = cqr_sampler_create() }
        guard let memory else { return 0 }
        let drawings = cqr_sample(memory, image.located, &triple)
        // A symbol that was seen well looks no different the next time.
        let attempts = cqr_sampled_surely(memory) ? Self.attemptsPerPlace : 1
        if drawings > 0 { unread += repeatElement(area, count: attempts) }
        return drawings
    }

    /// Samples the last place once more: as flat paper if it was taken for bent paper, and the other way around.
    ///
    /// - Returns: how many drawings there are now.
    func sampleOtherwise(in image: PixelView) -> Int32 { memory.map { cqr_sample_otherwise($0, image.located) } ?? 0 }

    /// Draws the place that was sampled last.
    func draw(_ drawing: Int32, into buffer: inout PixelBuffer) -> PixelView? {
        guard let memory else { return nil }
        let side = Int(cqr_sampled_side(memory))
        return buffer.drawn(width: side, height: side) { pixels, capacity in
            cqr_draw_sampled(memory, drawing, pixels, capacity)
        }
    }
}
