import CQRLocate
import Images

/// Finds codes by their finder patterns and timing lines, and draws them upright. For one image.
struct Locator: ~Copyable {
    private let workspace: OpaquePointer

    /// - Returns: nil if out of memory.
    init?() {
        guard let workspace = cqr_workspace_create() else { return nil }
        self.workspace = workspace
        cqr_begin_picture(workspace)
    }

    deinit { cqr_workspace_destroy(workspace) }

    /// Looks for codes in an image; ``next(in:)`` then returns them.
    func locate(_ image: PixelView, _ parameters: CQRLocateParameters) -> CQRLocateResult? {
        var result = CQRLocateResult()
        return cqr_locate(workspace, image.located, parameters, &result) ? result : nil
    }

    /// The next best place for a code, among those not read yet.
    func next(in image: PixelView) -> CQRTriple? {
        var triple = CQRTriple()
        return cqr_next_triple(workspace, image.located, &triple) ? triple : nil
    }

    /// The next place for a ``ModuleSampler`` that no timing line supports.
    func nextLoose(in image: PixelView, hasSigns: Bool) -> CQRTriple? {
        var triple = CQRTriple()
        return cqr_next_loose(workspace, image.located, hasSigns, &triple) ? triple : nil
    }

    /// Whether the last pass found good finder patterns that belong to no code that was read.
    var hasLoosePatterns: Bool { cqr_unused_patterns(workspace, 0.8) > 0 }

    static let maximumSigns = 16

    /// The signs of codes that were not read, as the last pass shows them, best first.
    func signs(in image: PixelView) -> [CQRSign] {
        Self.signs { cqr_signs(workspace, image.located, $0, Int32(Self.maximumSigns)) }
    }

    /// Blocks of the image that look like the codes that were read.
    ///
    /// - Parameter module: the size of a module of those, in pixels.
    func blocks(in image: PixelView, module: Int) -> [CQRSign] {
        Self.signs { cqr_blocks(workspace, image.located, Int32(clamping: module), $0, Int32(Self.maximumSigns)) }
    }

    private static func signs(_ find: (UnsafeMutablePointer<CQRSign>) -> Int32) -> [CQRSign] {
        [CQRSign](unsafeUninitializedCapacity: maximumSigns) { signs, count in
            count = signs.baseAddress.map { Int(find($0)) } ?? 0
        }
    }

    /// The lines between modules, as every so many rows show them.
    func gap(in image: PixelView, rowStep: Int32) -> CQRGap { cqr_find_gap(workspace, image.located, rowStep) }

    func isRead(_ point: CQRPoint) -> Bool { cqr_is_read(workspace, point) }

    /// Ignores everything within the area from now on.
    ///
    /// - Parameter module: pixels around the area that also belong to it.
    func markRead(_ area: CQRQuad, module: Float) { cqr_mark_read(workspace, area, module) }
}

extension CQRQuad {
    /// From the corners of a symbol, top left first, clockwise; nil unless there are four.
    init?(_ corners: [QRPayload.Point]) {
        guard corners.count == 4 else { return nil }
        let points = corners.map { CQRPoint(x: Float($0.x), y: Float($0.y)) }
        self.init(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    var corners: [QRPayload.Point] {
        [topLeft, topRight, bottomRight, bottomLeft].map { .init(x: Int($0.x.rounded()), y: Int($0.y.rounded())) }
    }

    var center: CQRPoint {
        CQRPoint(
            x: (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
            y: (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4)
    }

    /// In square pixels.
    var size: Float {
        let (x, y) = (bottomRight.x - topLeft.x, bottomRight.y - topLeft.y)
        return abs(x * (bottomLeft.y - topRight.y) - y * (bottomLeft.x - topRight.x)) / 2
    }

    func contains(_ point: CQRPoint) -> Bool { cqr_quad_contains(self, point) }
}
