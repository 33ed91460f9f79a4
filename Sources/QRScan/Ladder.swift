import CQRLocate
import TOTPDomain

/// The ways to read a picture's codes, cheapest first; each is tried only when those before left something unread.
///
/// `Docs/scanning-ladder.md` says what each rung costs and gains.
struct Ladder: ~Copyable {
    private let picture: PixelView
    private let locator: Locator
    private(set) var findings = ScanFindings()
    private var hasScannedFrame = false
    /// Whether the picture shows what few pictures without a code show: two timing lines between three finder patterns;
    /// of a small picture, for which all rungs cost little, three good finder patterns.
    private var hasSigns = false
    /// Whether a finder pattern was light on dark.
    private var hasInvertedSigns = false
    private var crop = PixelBuffer()
    private var copy = PixelBuffer()
    private var tile = PixelBuffer()
    private var parts = PartsCanvas()

    /// - returns: nil where memory is short.
    init?(_ picture: PixelView) {
        guard let locator = Locator() else { return nil }
        self.picture = picture
        self.locator = locator
    }

    mutating func climb() {
        climbUntilRead()
        // One drawing a code never shows the parts of a structured-append set together.
        if findings.hasLooseParts, parts.hasSeveral { parts.joined().forEach { findings.add($0) } }
        if findings.hasLooseParts, !hasScannedFrame {
            scanFrame()
            scanInverted()
        }
    }

    private mutating func climbUntilRead() {
        pass(picture, rowStep: 3, contrast: 40, crops: Self.quickCrops, variant: "crop")
        if findings.isDone { return }
        if ZXing.isAvailable {
            take(ZXing.scan(picture, variant: "full"))
            if findings.isDone { return }
        }
        pass(picture, rowStep: 2, contrast: 14, crops: Self.thoroughCrops, variant: "crop-faint")
        if findings.isDone { return }
        for factor in [2, 4] {
            passShrunk(factor, variant: factor == 2 ? "crop-half" : "crop-quarter")
            if findings.isDone { return }
        }
        // zbar forgives damaged finder patterns that the locator does not.
        scanFrame()
        if hasInvertedSigns || hasSigns { scanInverted() }
        if findings.isDone || (!hasSigns && findings.symbols.isEmpty) { return }
        scanThreshold()
        if findings.isDone { return }
        passShrunk(3, variant: "crop-third", alsoFrame: "third")
        if findings.isDone { return }
        passEnlarged()
    }

    private var isSmall: Bool { picture.width * picture.height < 600_000 }

    // MARK: - Located codes

    private static let quickCrops = [CQRCropOptions(scale: 3), CQRCropOptions(scale: 3, isRedrawn: true)]
    private static let thoroughCrops = [
        CQRCropOptions(scale: 3), CQRCropOptions(scale: 6), CQRCropOptions(scale: 4, isBinary: true),
        CQRCropOptions(scale: 5, isBinary: true),
    ]

    /// Locates codes in the picture, or in a copy of another size, and reads each from its own upright drawing.
    private mutating func pass(
        _ image: PixelView, rowStep: Int32, contrast: Int32, pictureScale: Float = 1, crops: [CQRCropOptions],
        variant: String
    ) {
        var parameters = CQRLocateParameters()
        parameters.rowStep = rowStep
        parameters.contrast = contrast
        parameters.pictureScale = pictureScale
        guard let found = locator.locate(image, parameters) else { return }
        if found.supported > 0 || (found.strong >= 3 && isSmall) { hasSigns = true }
        if found.inverted > 0 { hasInvertedSigns = true }
        while var triple = locator.next(in: image) {
            let area = cqr_corners(&triple)
            switch read(&triple, in: image, crops, area, variant) {
            case .code:
                locator.markRead(area, module: triple.module * triple.pictureScale)
                findings.resolve(area)
            case .part: break
            case .nothing: if triple.timingSupported { findings.noteUnread(area) }
            }
        }
    }

    private enum Outcome { case code, part, nothing }

    private mutating func read(
        _ triple: inout CQRTriple, in image: PixelView, _ crops: [CQRCropOptions], _ area: CQRQuad, _ variant: String
    ) -> Outcome {
        for options in crops {
            let side = Int(cqr_crop_side(&triple, options))
            let drawn = crop.drawn(width: side, height: side) { pixels, capacity in
                cqr_crop(image.located, &triple, options, pixels, side, capacity)
            }
            guard let drawn else { continue }
            var symbols = ZBar.scan(drawn, variant: variant)
            for index in symbols.indices { symbols[index].corners = area.corners }
            symbols.forEach { findings.add($0) }
            if symbols.contains(where: \.isComplete) { return .code }
            if let part = symbols.first {
                parts.add(drawn, of: area, bytes: part.bytes)
                return .part
            }
        }
        return .nothing
    }

    private mutating func passShrunk(_ factor: Int, variant: String, alsoFrame frame: String? = nil) {
        let shrunk = copy.drawn(width: picture.width / factor, height: picture.height / factor) { pixels, capacity in
            cqr_shrink(picture.located, Int32(factor), pixels, capacity)
        }
        guard let shrunk else { return }
        pass(
            shrunk, rowStep: 2, contrast: 16, pictureScale: Float(factor), crops: Self.thoroughCrops, variant: variant)
        if let frame, !findings.isDone { scanFrame(shrunk, pictureScale: Float(factor), variant: frame) }
    }

    /// Small pictures gain from being twice as large.
    private mutating func passEnlarged() {
        guard isSmall else { return }
        let enlarged = copy.drawn(width: picture.width * 2, height: picture.height * 2) { pixels, capacity in
            cqr_enlarge(picture.located, pixels, capacity)
        }
        guard let enlarged else { return }
        pass(enlarged, rowStep: 2, contrast: 16, pictureScale: 0.5, crops: Self.thoroughCrops, variant: "crop-double")
        if !findings.isDone { scanFrame(enlarged, pictureScale: 0.5, variant: "double") }
    }

    // MARK: - Whole frames

    mutating func scanFrame() {
        hasScannedFrame = true
        scanFrame(picture, pictureScale: 1, variant: "full")
    }

    /// zbar's own setting for this writes past its buffer.
    mutating func scanInverted() {
        let inverted = copy.drawn(width: picture.width, height: picture.height) { pixels, capacity in
            cqr_invert(picture.located, pixels, capacity)
        }
        if let inverted { scanFrame(inverted, pictureScale: 1, variant: "inverted") }
    }

    private mutating func scanThreshold() {
        let level = cqr_otsu_level(picture.located)
        let sharpened = copy.drawn(width: picture.width, height: picture.height) { pixels, capacity in
            cqr_threshold(picture.located, level, pixels, capacity)
        }
        if let sharpened { scanFrame(sharpened, pictureScale: 1, variant: "threshold") }
    }

    private mutating func scanFrame(_ image: PixelView, pictureScale: Float, variant: String) {
        for area in Tiling.areas(width: image.width, height: image.height) {
            guard let part = Tiling.part(of: image, area, in: &tile) else { continue }
            take(
                ZBar.scan(part, variant: variant).map { symbol in
                    var symbol = symbol
                    symbol.corners = symbol.corners.map {
                        .init(
                            x: Int((Float($0.x + area.x) * pictureScale).rounded()),
                            y: Int((Float($0.y + area.y) * pictureScale).rounded()))
                    }
                    return symbol
                })
        }
    }

    /// What was read on a whole frame.
    private mutating func take(_ symbols: [ScanSymbol]) {
        for symbol in symbols {
            findings.add(symbol)
            guard symbol.isComplete, let quad = CQRQuad(symbol.corners) else { continue }
            locator.markRead(quad, module: 0)
            findings.resolve(quad)
        }
    }
}

extension CQRCropOptions {
    /// - parameters:
    ///   - scale: pixels a module.
    ///   - isBinary: only black and white.
    ///   - isRedrawn: finder and timing patterns drawn anew, and the fourth corner taken from the picture.
    init(scale: Int32, isBinary: Bool = false, isRedrawn: Bool = false) {
        self.init()
        self.scale = scale
        kept = scale > 5 ? 2 : 1
        binarize = isBinary
        perspective = isRedrawn
        redraw = isRedrawn
    }
}
