import CQRLocate

/// Reads codes module by module: on paper that is not flat, in uneven light, out of focus. zbar then reads a clean
/// drawing of the modules. For one picture.
struct ModuleSampler: ~Copyable {
    private var memory: OpaquePointer?

    deinit { cqr_sampler_destroy(memory) }

    /// - returns: how many drawings there are of the place: 0 if it does not look like a code.
    mutating func sample(_ triple: inout CQRTriple, in image: PixelView) -> Int32 {
        if memory == nil { memory = cqr_sampler_create() }
        guard let memory else { return 0 }
        return cqr_sample(memory, image.located, &triple)
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
