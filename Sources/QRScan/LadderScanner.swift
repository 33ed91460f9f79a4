import CQRLocate
import Images

/// Reads QR codes with our own locator and zbar: each code is found, drawn upright and small, and read from that
/// drawing. If that leaves something unread, further attempts follow, whole frames last.
package struct LadderScanner: QRCodeScanner {
    private let onFallback: @Sendable () -> Void

    /// The engines of this build.
    package static let engines = (ZXing.isAvailable ? [ScanSymbol.Engine.zbar, .zxing] : [.zbar]).map(\.rawValue)

    /// - Parameter onFallback: called before the attempts that need most memory, which few images need.
    package init(onFallback: @escaping @Sendable () -> Void = {}) { self.onFallback = onFallback }

    package func scan(_ image: LumaImage) -> QRScanResult {
        QRScanResult(findings(image.pixels, width: image.width, height: image.height))
    }

    /// - Returns: nothing if out of memory.
    private func findings(_ pixels: [UInt8], width: Int, height: Int, isBand: Bool = false) -> ScanFindings {
        pixels.withUnsafeBufferPointer { pixels in
            let view = PixelView(pixels: pixels, width: width, height: height)
            guard var ladder = Ladder(view, isBand: isBand) else { return ScanFindings() }
            ladder.run(onFallback)
            return ladder.findings
        }
    }

    /// Small codes are found in the bands, large codes in a copy of the whole at 1/2 or 1/4 of its size.
    package func scan(_ image: any LargeImage) -> QRScanResult {
        var findings = ScanFindings()
        var overview = Overview(width: image.width, height: image.height)
        while let band = image.nextBand() {
            overview.add(band)
            let luma = band.luma
            findings.add(self.findings(luma.pixels, width: luma.width, height: luma.height, isBand: true)) {
                image.upright(.init(x: $0.x, y: $0.y + band.top))
            }
        }
        let factor = overview.factor
        findings.add(self.findings(overview.pixels, width: overview.width, height: overview.height)) {
            image.upright(.init(x: $0.x * factor, y: $0.y * factor))
        }
        return QRScanResult(findings)
    }
}

/// Limits the cost of failed drawings per image: an image full of finder patterns must not take minutes.
struct LadderBudget {
    /// Pixels of drawings in which zbar found nothing, over all rungs: enough for two codes of the largest version on
    /// every rung.
    private var pixels = 32_000_000
    /// Places without two good timing lines; hardly any of them is a code.
    private var weakAttempts = 12
    /// Among those, places without any timing line.
    private var blindAttempts = 4

    /// Pixels of suspicious areas that are searched again, in the sizes in which they are searched.
    private var areaPixels = 4_000_000
    /// The cost of searching an area in addition to its pixels.
    private static let areaOverhead = 100_000

    var isSpent: Bool { pixels <= 0 }

    func allows(_ triple: CQRTriple) -> Bool {
        if triple.timingSupported { return true }
        return weakAttempts > 0 && (triple.timingLines > 0 || blindAttempts > 0)
    }

    mutating func spend(pixels count: Int) { pixels -= count }

    /// Counts a place where nothing was read.
    mutating func useAttempt(_ triple: CQRTriple) {
        if triple.timingSupported { return }
        weakAttempts -= 1
        if triple.timingLines == 0 { blindAttempts -= 1 }
    }

    func allows(_ area: SuspiciousAreas.Area) -> Bool { Self.cost(of: area) <= areaPixels }

    mutating func spend(_ area: SuspiciousAreas.Area) { areaPixels -= Self.cost(of: area) }

    private static func cost(of area: SuspiciousAreas.Area) -> Int {
        let factor = reduction(of: area)
        return area.pixels / (factor * factor) + areaOverhead
    }

    /// How much smaller an area is searched: 1 to 4 times, so that a module keeps 3 pixels.
    static func reduction(of area: SuspiciousAreas.Area) -> Int { min(4, max(1, Int(area.module / 4.5))) }
}
