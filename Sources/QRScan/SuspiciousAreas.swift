import CQRLocate

/// Parts of a large image that may show a code which was not read: around finder patterns, and where three of them
/// fit together. They are searched instead of the whole image.
struct SuspiciousAreas {
    /// A rectangle in pixels of the image.
    struct Area {
        var x, y, width, height: Int
        /// The size of a module there, in pixels.
        var module: Float
        /// The middle of the pattern or of the code.
        var center: CQRPoint
        /// Whether its patterns are light on dark.
        var isInverted: Bool
        /// Whether three patterns and two timing lines were seen.
        var isLikely = false

        var pixels: Int { width * height }

        func overlap(_ other: Area) -> Int {
            let across = min(x + width, other.x + other.width) - max(x, other.x)
            let down = min(y + height, other.y + other.height) - max(y, other.y)
            return across > 0 && down > 0 ? across * down : 0
        }
    }

    private let width, height: Int
    private var areas: [Area] = []

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// A pattern is the corner of a code of up to this many modules, the size of version 11.
    private static let reach: Float = 65
    /// Modules around three patterns that may also belong to the code, if the estimate is wrong.
    private static let margin: Float = 8
    private static let maximumCount = 64

    mutating func add(_ sign: CQRSign) {
        let reach = Self.reach * sign.module
        add(
            left: sign.center.x - reach, top: sign.center.y - reach, right: sign.center.x + reach,
            bottom: sign.center.y + reach, module: sign.module, center: sign.center, isInverted: sign.inverted)
    }

    mutating func add(_ area: CQRQuad, module: Float, isInverted: Bool, isLikely: Bool) {
        let xs = [area.topLeft.x, area.topRight.x, area.bottomRight.x, area.bottomLeft.x]
        let ys = [area.topLeft.y, area.topRight.y, area.bottomRight.y, area.bottomLeft.y]
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return }
        let margin = Self.margin * module
        add(
            left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin, module: module,
            center: area.center, isInverted: isInverted, isLikely: isLikely)
    }

    private mutating func add(
        left: Float, top: Float, right: Float, bottom: Float, module: Float, center: CQRPoint, isInverted: Bool,
        isLikely: Bool = false
    ) {
        guard areas.count < Self.maximumCount, module > 0, (right - left).isFinite, (bottom - top).isFinite else {
            return
        }
        let x = Int(max(0, left)), y = Int(max(0, top))
        let area = Area(
            x: x, y: y, width: min(width, Int(min(Float(width), right)) + 1) - x,
            height: min(height, Int(min(Float(height), bottom)) + 1) - y, module: module,
            center: center, isInverted: isInverted, isLikely: isLikely)
        if area.width >= 21, area.height >= 21 { areas.append(area) }
    }

    /// The areas in the order in which they were added, without areas that are mostly covered by others with modules of
    /// about the same size.
    var distinct: [Area] {
        var kept: [Area] = []
        for area in areas {
            let isCovered = kept.contains {
                $0.isInverted == area.isInverted && $0.overlap(area) * 4 >= 3 * area.pixels
                    && $0.module < 1.6 * area.module
                    && area.module < 1.6 * $0.module
            }
            if !isCovered { kept.append(area) }
        }
        return kept
    }
}
