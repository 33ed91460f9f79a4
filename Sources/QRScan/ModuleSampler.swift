import CQRLocate

/// Reads codes module by module: on paper that is not flat, in uneven light, out of focus. zbar then reads a clean
/// drawing of the modules. For one picture.
struct ModuleSampler: ~Copyable {
    private var memory: OpaquePointer?
    /// Places that look like codes but could not be read from their modules.
    private(set) var unread: [CQRQuad] = []
    /// How often one place is sampled: another size of the picture, or other patterns, may help once.
    private static let attemptsPerPlace = 2

    deinit { cqr_sampler_destroy(memory) }

    /// Another picture has other coordinates; the work that is left stays.
    mutating func setPlaces(_ places: [CQRQuad]) { unread = places }

    /// Whether sampling a place again is in vain.
    func hasGivenUp(at point: CQRPoint) -> Bool {
        unread.count(where: { $0.contains(point) }) >= Self.attemptsPerPlace
    }

    /// - returns: how many drawings there are of the place: 0 if it does not look like a code.
    mutating func sample(_ triple: inout CQRTriple, in image: PixelView, _ area: CQRQuad) -> Int32 {
        guard !hasGivenUp(at: area.centre) else { return 0 }
        if memory == nil { memory = cqr_sampler_create() }
        guard let memory else { return 0 }
        let drawings = cqr_sample(memory, image.located, &triple)
        // One that was seen well looks no different the next time.
        let attempts = cqr_sampled_surely(memory) ? Self.attemptsPerPlace : 1
        if drawings > 0 { unread += repeatElement(area, count: attempts) }
        return drawings
    }

    /// Draws the place that was sampled last.
    func draw(_ drawing: Int32, into buffer: inout PixelBuffer) -> PixelView? {
        guard let memory else { return nil }
        let side = Int(cqr_sampled_side(memory))
        return buffer.drawn(width: side, height: side) { pixels, capacity in
            cqr_draw_sampled(memory, drawing, pixels, capacity)
        }
    }
}
