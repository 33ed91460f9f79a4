import CQRLocate
import Encodings
import TOTPDomain

/// The ways to read an image's codes, cheapest first; each is tried only if earlier attempts left something unread.
///
/// `Docs/development/scanning-ladder.md` has the cost and the gain of each rung.
struct Ladder: ~Copyable {
    private let whole: PixelView
    private let locator: Locator
    private(set) var findings = ScanFindings()
    private let isBand: Bool
    /// The suspicious area that the image was cut from, if it was.
    private var part: SuspiciousAreas.Area?
    private var hasScannedFrame = false
    private var hasLooked = false
    private var hasNotedBlocks = false
    /// Whether the image probably contains a code: it has two timing lines between three finder patterns, or three
    /// good finder patterns.
    private var hasSigns = false
    /// Whether the image is noise: it has more edges than any screenshot.
    private var isNoise = false
    /// Whether some good finder patterns belong to none of the codes that were read. Perhaps a corner is destroyed.
    private var hasLoosePatterns = false
    /// Whether the image is full of equal patterns that no timing line joins: tiles, a lattice, a keyboard. They are
    /// not signs of codes.
    private var isRepetitive = false
    /// Finder patterns confirmed by the last pass.
    private var patternCount = 0
    private var areas: SuspiciousAreas
    private var budget = LadderBudget()
    private var crop = PixelBuffer()
    private var copy = PixelBuffer()
    private var tile = PixelBuffer()
    private var parts = StructuredAppendCanvas()
    private var sampler = ModuleSampler()
    private var isSampling = true

    /// - Parameter isBand: whether another ladder gets a smaller copy of the image.
    /// - Returns: nil if out of memory.
    init?(_ whole: PixelView, isBand: Bool = false) {
        guard let locator = Locator() else { return nil }
        (self.whole, self.isBand) = (whole, isBand)
        self.locator = locator
        areas = SuspiciousAreas(width: whole.width, height: whole.height)
    }

    /// - Parameter onFallback: called before slower attempts, if the first rung leaves something unread.
    mutating func run(_ onFallback: () -> Void) {
        if isSmall { searchSmall(onFallback) } else { searchLarge(onFallback) }
        noteBlocks()
        scanUnread()
        if findings.hasSmall, findings.symbols.isEmpty, whole.pixels.count <= Self.copyPixels {
            take(ZXing.scan(whole, variant: "small", .small))
        }
        // A drawing of one code never shows the parts of a structured-append set together.
        if findings.hasLooseParts, parts.hasSeveral { parts.joined().forEach { findings.add($0) } }
        if findings.hasLooseParts, !hasScannedFrame { scanWholeFrames() }
    }

    /// Only images with fewer pixels get the most expensive attempts: whole frames cost little there.
    private static let smallPixels = 600_000
    private static let tinyPixels = 40_000
    /// Images with fewer pixels are also searched at twice their size if nothing looks like a code.
    private static let doubledPixels = 200_000
    /// Copies with fewer pixels are scanned by zxing.
    private static let copyPixels = 1_000_000
    /// Images with fewer pixels are scanned by zxing as a whole if a code was seen in them and not read.
    private static let unreadPixels = 8_000_000
    private var isSmall: Bool { whole.pixels.count < Self.smallPixels }
    /// Whether a module may have less than 3 pixels.
    private var isFine: Bool { part.map { $0.module / Float(LadderBudget.reduction(of: $0)) < 3 } ?? true }

    /// Whether something was read, and nothing that was found is unread.
    private var isDone: Bool { findings.isDone && (hasScannedFrame || !hasLoosePatterns) }

    // MARK: - The order of attempts

    /// A small image, or a suspicious part of a large image: every rung, including whole frames.
    private mutating func searchSmall(_ onFallback: () -> Void = {}) {
        pass(whole, rowStep: 3, contrast: 40, crops: Self.quickCrops, variant: Self.quick)
        if isFinished() { return }
        // A drawing of a tiny image needs hardly any memory.
        if whole.pixels.count > Self.tinyPixels { onFallback() }
        if part == nil { passFilled() }
        if isFinished() { return }
        scanWithZXing(whole, pictureScale: 1, variant: "full")
        if isFinished() { return }
        passFaint()
        if isFinished() { return }
        passSmallerCopies()
        if isFinished() { return }
        // zbar accepts damaged finder patterns that the locator does not.
        scanWholeFrames()
        if isFinished() { return }
        let isTiny = part == nil && whole.pixels.count < Self.doubledPixels
        if isTiny { pass(.double, alsoFrame: true) }
        if isFinished() || isRepetitive { return }
        if (!hasSigns && findings.symbols.isEmpty) || (part != nil && !findings.hasSuspects) { return }
        // Another whole frame: only if a code is known to exist, or if it costs little.
        if !findings.unread.isEmpty || isSmall {
            scanThreshold()
            if isFinished() { return }
        }
        pass(.third, alsoFrame: true)
        if isFinished() { return }
        if !isTiny, isFine { pass(.double, alsoFrame: true) }
    }

    /// A large image: located codes only. Whole frames would take most of the time, and most large images do not
    /// contain a code; so only the parts with signs of an unread code are searched further.
    private mutating func searchLarge(_ onFallback: () -> Void) {
        pass(whole, rowStep: 3, contrast: 40, crops: Self.quickCrops, variant: Self.quick)
        if isFinished() { return }
        onFallback()
        passFilled()
        if isFinished() { return }
        // For noise, smaller copies find more codes in less time.
        if !isNoise || findings.hasSuspects {
            passFaint()
            if isFinished() { return }
        }
        if !isBand { passSmallerCopies() }
        if !isFinished() { searchAreas() }
    }

    /// Whether nothing is left to do: then a look follows, once, which may find something.
    private mutating func isFinished() -> Bool {
        guard isDone else { return false }
        if !hasLooked {
            hasLooked = true
            look()
            if isDone { noteBlocks() }
        }
        return isDone
    }

    /// Notes blocks that look like the codes that were read: what is too faint or too blurred for the look.
    private mutating func noteBlocks() {
        guard !hasNotedBlocks, part == nil, let module = findings.usualModule else { return }
        hasNotedBlocks = true
        for block in locator.blocks(in: whole, module: module) {
            areas.add(block.area, module: block.module, isInverted: false, isLikely: true)
            findings.note(block)
        }
    }

    /// Looks for fainter and blurred codes beside those that were read, as far as a few rows show them.
    private mutating func look() {
        if passFaint(isLook: true), isDone { pass(.half, isLook: true) }
    }

    /// In larger images, the grain of a sensor is taken for edges; very faint codes are searched at half the size.
    private static let faintPixels = 4_000_000

    @discardableResult private mutating func passFaint(isLook: Bool = false) -> Bool {
        let isHuge = !isLook && whole.pixels.count > Self.faintPixels
        return pass(
            whole, rowStep: isHuge ? 3 : 2, contrast: isLook ? 10 : isHuge ? 24 : 14, crops: Self.thoroughCrops,
            variant: "crop-faint", isLook: isLook)
    }

    private mutating func passSmallerCopies() {
        for copy in [Copy.half, .quarter, .threeQuarters] where !isDone && copy.isWorthwhile(whole) { pass(copy) }
    }

    /// zxing tries every combination of three finder patterns; an image with thousands would take hours. A sheet of
    /// thirty codes has ninety.
    private static let maximumPatternsForZXing = 120

    /// In a smaller copy, blur and noise are smaller, and so is the price.
    private mutating func scanWithZXing(_ image: PixelView, pictureScale: Float, variant: String) {
        let isWhole = pictureScale == 1 && part == nil
        let most = isWhole ? Self.maximumPatternsForZXing : Self.maximumPatternsForZXing / 2
        guard ZXing.isAvailable, patternCount <= most, image.pixels.count <= Self.copyPixels else { return }
        take(ZXing.scan(image, variant: variant).map { $0.moved(x: 0, y: 0, scale: pictureScale) })
        if pictureScale == 1 { hasLoosePatterns = locator.hasLoosePatterns }
    }

    /// Scans the whole image with zxing, in both ways, if a code in it was seen and not read, or if the image is small and
    /// no code was read. Last, because codes that it reads would end the search for others beside them.
    private mutating func scanUnread() {
        let most = findings.symbols.isEmpty ? Self.copyPixels : 0
        guard whole.pixels.count <= (findings.unread.isEmpty ? most : Self.unreadPixels), ZXing.isAvailable,
            patternCount <= Self.maximumPatternsForZXing
        else { return }
        take(ZXing.scan(whole, variant: "global", .global))
        if !isSmall, !findings.unread.isEmpty { take(ZXing.scan(whole, variant: "full")) }
    }

    /// zbar tells neither the character set that a code names, nor the character set of Kanji.
    private func scanWithZBar(_ image: PixelView, variant: String) -> [ScanSymbol] {
        var symbols = ZBar.scan(image, variant: variant)
        guard ZXing.isAvailable, patternCount <= Self.maximumPatternsForZXing,
            symbols.contains(where: { $0.isComplete && !UTF8Text.isValid($0.bytes.span) })
        else { return symbols }
        let others = ZXing.scan(image, variant: variant)
        for index in symbols.indices {
            symbols[index].text = others.first { $0.bytes == symbols[index].bytes }?.text
        }
        return symbols
    }

    // MARK: - Suspicious areas

    /// Searches each area as a small image of its own.
    private mutating func searchAreas() {
        for area in areas.distinct where !isRepetitive && budget.allows(area) && !locator.isRead(area.center) {
            budget.spend(area)
            search(area)
        }
    }

    private mutating func search(_ area: SuspiciousAreas.Area) {
        // Codes with large modules are read just as well, and faster, from a smaller copy.
        let factor = LadderBudget.reduction(of: area)
        let view =
            factor == 1
            ? Tiling.part(of: whole, .init(x: area.x, y: area.y, width: area.width, height: area.height), in: &tile)
            : copy.drawn(width: area.width / factor, height: area.height / factor) {
                cqr_shrink(whole.located(in: area), Int32(factor), $0, $1)
            }
        guard let view, var ladder = Ladder(view) else { return }
        ladder.hasSigns = area.isLikely
        ladder.part = area
        swap(&budget, &ladder.budget)
        let places = sampler.unread
        // Where the modules of the image itself do not help, the modules of an area do not help either.
        ladder.isSampling = !sampler.hasGivenUp(at: area.center)
        swap(&sampler, &ladder.sampler)
        ladder.sampler.setPlaces([])
        ladder.searchSmall()
        isRepetitive = ladder.isRepetitive
        swap(&budget, &ladder.budget)
        swap(&sampler, &ladder.sampler)
        sampler.setPlaces(places)
        // Codes that stay unread there are not noted: the passes over the whole image look at each place several times.
        take(ladder.findings.symbols.map { $0.moved(x: area.x, y: area.y, scale: Float(factor)) })
    }

    // MARK: - Located codes

    /// The name of the first rung.
    private static let quick = "crop"
    private static let quickCrops = [CQRCropOptions(scale: 3), CQRCropOptions(scale: 3, isRedrawn: true)]
    private static let thoroughCrops = [
        CQRCropOptions(scale: 3), CQRCropOptions(scale: 6), CQRCropOptions(scale: 4, isBinary: true),
        CQRCropOptions(scale: 5, isBinary: true),
    ]
    /// For a code with a destroyed finder pattern.
    private static let mendingCrops = [
        CQRCropOptions(scale: 3, isRedrawn: true, isStraight: true), CQRCropOptions(scale: 3, isRedrawn: true),
    ]

    /// The quality of the patterns of a code that is easy to read: patterns in text and noise are poorer.
    private static let quickQuality: Float = 0.6
    /// The quality of three patterns without two timing lines that are a sign of a code.
    private static let signQuality: Float = 0.65

    /// Locates codes in the image, or in a copy of another size, and reads each from an upright drawing.
    ///
    /// - Parameter isLook: whether to search only where a few rows show something, for what is almost surely a code.
    /// - Returns: whether there was something to search.
    @discardableResult private mutating func pass(
        _ image: PixelView, rowStep: Int32, contrast: Int32, pictureScale: Float = 1, crops: [CQRCropOptions],
        variant: String, isLook: Bool = false
    ) -> Bool {
        var parameters = CQRLocateParameters()
        parameters.rowStep = rowStep
        parameters.contrast = contrast
        parameters.pictureScale = pictureScale
        parameters.isLook = isLook
        parameters.leastQuality = variant == Self.quick || isLook ? Self.quickQuality : 0
        parameters.tolerant = part != nil || hasSigns || hasLoosePatterns || pictureScale > 1
        guard let found = locator.locate(image, parameters) else { return false }
        // Codes share no finder patterns, and have timing lines if their patterns are good.
        if found.supported > 5, 3 * found.supported > found.patterns { isRepetitive = true }
        if found.supported == 0, found.strong > Self.maximumPatternsForZXing { isRepetitive = true }
        if pictureScale == 1, !isLook {
            if found.supported > 0 || found.strong >= 3, !isRepetitive { hasSigns = true }
            isNoise = found.edges > 250
        }
        if !isLook { patternCount = Int(found.patterns) }
        while !budget.isSpent, var triple = locator.next(in: image) {
            guard budget.allows(triple), !isLook || triple.timingSupported else { continue }
            let area = cqr_corners(&triple)
            let crops = triple.guessed ? Self.mendingCrops : triple.timingSupported ? crops : Array(crops.prefix(1))
            if read(&triple, in: image, crops, area, variant) {
                locator.markRead(area, module: triple.module * triple.pictureScale)
                findings.resolve(area)
                continue
            }
            budget.useAttempt(triple)
            if triple.timingSupported || triple.quality >= Self.signQuality {
                areas.add(
                    area, module: triple.module * triple.pictureScale, isInverted: triple.inverted,
                    isLikely: triple.timingSupported)
            }
            if triple.timingSupported {
                findings.noteUnread(area, cqr_is_evident(image.located, &triple) ? .evident : .possible)
            }
        }
        let signs = locator.signs(in: image)
        if found.supported == 0, signs.count == Locator.maximumSigns { isRepetitive = true }
        if !isRepetitive {
            if variant != Self.quick, !isLook, pictureScale <= 2 {
                passLoose(image, hasSigns: !signs.isEmpty || findings.hasSuspects)
            }
            for sign in locator.signs(in: image) {
                areas.add(sign)
                findings.note(sign)
            }
        }
        // Smaller copies show fewer patterns: only the patterns of the image itself count.
        if pictureScale == 1, !isLook { hasLoosePatterns = locator.hasLoosePatterns }
        return true
    }

    /// Reads codes that no timing line supports, module by module: bent paper, strong perspective, a destroyed corner.
    /// Where there is one, there may be others that show no sign.
    private mutating func passLoose(_ image: PixelView, hasSigns: Bool) {
        var hasRead = false
        while hasRead || !isDone, !budget.isSpent, var triple = locator.nextLoose(in: image, hasSigns: hasSigns) {
            let area = cqr_corners(&triple)
            guard readModules(&triple, in: image, area) else { continue }
            hasRead = true
            locator.markRead(area, module: triple.module * triple.pictureScale)
            findings.resolve(area)
        }
    }

    /// - Returns: whether a code or a part of one was read.
    private mutating func read(
        _ triple: inout CQRTriple, in image: PixelView, _ crops: [CQRCropOptions], _ area: CQRQuad, _ variant: String
    ) -> Bool {
        for (index, options) in crops.enumerated() {
            // Single modules show more than further drawings, which take as long.
            if index == 1, variant != Self.quick, readModules(&triple, in: image, area) { return true }
            let side = Int(cqr_crop_side(&triple, options))
            let drawn = crop.drawn(width: side, height: side) { pixels, capacity in
                cqr_crop(image.located, &triple, options, pixels, side, capacity)
            }
            guard let drawn else { continue }
            if read(drawn, area, variant) { return true }
        }
        guard crops.count == 1, variant != Self.quick else { return false }
        return readModules(&triple, in: image, area)
    }

    /// - Returns: whether a code or a part of one was read from a drawing of single modules.
    private mutating func readModules(_ triple: inout CQRTriple, in image: PixelView, _ area: CQRQuad) -> Bool {
        guard isSampling else { return false }
        let count = sampler.sample(&triple, in: image, area)
        guard count > 0 else { return false }
        return readDrawings(0..<count, area) || readDrawings(count..<sampler.sampleOtherwise(in: image), area)
    }

    private mutating func readDrawings(_ drawings: Range<Int32>, _ area: CQRQuad) -> Bool {
        for drawing in drawings {
            guard let drawn = sampler.draw(drawing, into: &crop) else { continue }
            if read(drawn, area, "modules") { return true }
        }
        return false
    }

    /// - Returns: whether a code or a part of one was read from an upright drawing.
    private mutating func read(_ drawn: PixelView, _ area: CQRQuad, _ variant: String) -> Bool {
        var symbols = scanWithZBar(drawn, variant: variant)
        for index in symbols.indices { symbols[index].corners = area.corners }
        symbols.forEach { findings.add($0) }
        if symbols.contains(where: \.isComplete) { return true }
        if let part = symbols.first {
            parts.add(drawn, of: area, bytes: part.bytes)
            return true
        }
        budget.spend(pixels: drawn.width * drawn.height)
        return false
    }

    /// A copy of another size. Small images are easier to read at twice the size.
    private enum Copy: Float {
        case double = 0.5
        case threeQuarters = 1.3333334
        case half = 2
        case third = 3
        case quarter = 4

        var name: String {
            switch self {
            case .double: "double"
            case .threeQuarters: "three-quarters"
            case .half: "half"
            case .third: "third"
            case .quarter: "quarter"
            }
        }

        /// A three-quarter copy of a large image costs nearly as much as the image.
        func isWorthwhile(_ image: PixelView) -> Bool {
            self != .threeQuarters || image.pixels.count * 9 / 16 <= Ladder.copyPixels
        }
    }

    /// Noise is smaller in a smaller copy: in low light, lower contrasts than usual can be seen there.
    private mutating func pass(_ kind: Copy, alsoFrame: Bool = false, isLook: Bool = false) {
        let scale = kind.rawValue
        let drawn =
            switch kind {
            case .double:
                copy.drawn(width: whole.width * 2, height: whole.height * 2) { cqr_enlarge(whole.located, $0, $1) }
            case .threeQuarters:
                copy.drawn(width: whole.width / 4 * 3, height: whole.height / 4 * 3) {
                    cqr_shrink_by_quarter(whole.located, $0, $1)
                }
            case .half, .third, .quarter:
                copy.drawn(width: whole.width / Int(scale), height: whole.height / Int(scale)) {
                    cqr_shrink(whole.located, Int32(scale), $0, $1)
                }
            }
        guard let drawn else { return }
        pass(
            drawn, rowStep: 2, contrast: kind == .double ? 16 : min(16, max(6, drawn.range / 8)), pictureScale: scale,
            crops: Self.thoroughCrops, variant: "crop-\(kind.name)", isLook: isLook)
        if isDone || isLook { return }
        scanWithZXing(drawn, pictureScale: scale, variant: kind.name)
        if alsoFrame || (isSmall && part == nil), !isDone {
            scanFrame(drawn, pictureScale: scale, variant: kind.name)
        }
    }

    /// Terminals and printers leave lines between modules: the modules grow over them.
    private mutating func passFilled() {
        let step: Int32 = 3
        let columns = copy.drawn(width: whole.height, height: whole.width / Int(step)) {
            cqr_columns(whole.located, step, $0, $1)
        }
        guard let columns else { return }
        let gaps = [locator.gap(in: whole, rowStep: step), locator.gap(in: columns, rowStep: 1)]
        guard let clearest = gaps.max(by: { $0.count < $1.count }), clearest.count > 0 else { return }
        let widths = gaps.map { $0.isLight == clearest.isLight ? $0.width : 0 }
        let filled = copy.drawn(width: whole.width, height: whole.height) {
            cqr_fill(whole.located, widths[0], widths[1], clearest.isLight, $0, $1)
        }
        guard let filled else { return }
        pass(filled, rowStep: step, contrast: 40, crops: Self.quickCrops, variant: "crop-filled")
    }

    // MARK: - Whole frames

    mutating func scanWholeFrames() {
        hasScannedFrame = true
        // In an area, the patterns that led there tell dark from light.
        if part?.isInverted != true { scanFrame(whole, pictureScale: 1, variant: "full") }
        if part?.isInverted != false { scanInverted() }
    }

    /// zbar's own option for this writes past its buffer.
    private mutating func scanInverted() {
        let inverted = copy.drawn(width: whole.width, height: whole.height) { cqr_invert(whole.located, $0, $1) }
        if let inverted { scanFrame(inverted, pictureScale: 1, variant: "inverted") }
    }

    private mutating func scanThreshold() {
        let level = cqr_otsu_level(whole.located)
        let sharpened = copy.drawn(width: whole.width, height: whole.height) {
            cqr_threshold(whole.located, level, $0, $1)
        }
        if let sharpened { scanFrame(sharpened, pictureScale: 1, variant: "threshold") }
    }

    private mutating func scanFrame(_ image: PixelView, pictureScale: Float, variant: String) {
        for area in Tiling.areas(width: image.width, height: image.height) {
            guard let part = Tiling.part(of: image, area, in: &tile) else { continue }
            take(
                scanWithZBar(part, variant: variant).map {
                    $0.moved(x: area.x, y: area.y, scale: 1).moved(x: 0, y: 0, scale: pictureScale)
                })
        }
    }

    /// Adds the codes that were read on a whole frame.
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
    /// - Parameters:
    ///   - scale: pixels per module.
    ///   - isBinary: only black and white.
    ///   - isRedrawn: finder and timing patterns redrawn, and the fourth corner taken from the image.
    ///   - isStraight: a parallelogram even if redrawn.
    init(scale: Int32, isBinary: Bool = false, isRedrawn: Bool = false, isStraight: Bool = false) {
        self.init()
        self.scale = scale
        kept = scale > 5 ? 2 : 1
        binarize = isBinary
        perspective = isRedrawn && !isStraight
        redraw = isRedrawn
    }
}
