import CPictures
import FixtureSupport
import Testing

/// Rows that are unfiltered one after the other, and eight or sixteen at once, with every kind of processor.
struct UnfilterTests {
    private static let ways: [cpictures_unfiltering] = [
        cpictures_unfilter_best, cpictures_unfilter_rows, cpictures_unfilter_plain, cpictures_unfilter_avx2,
    ]

    /// Mixes of all filters in images of every small width and of heights that are not a multiple of eight.
    @Test("Every way to unfilter rows gives the pixels of the specification", arguments: 1...4)
    func everyWayIsWhatTheSpecificationSays(channels: Int) {
        var random = SeededGenerator(seed: UInt64(channels))
        for width in Array(1...40) + [61, 255, 700] {
            let height = Int.random(in: 1...52, using: &random)
            check(Rows(width, height, channels, mix: Self.mixes[width % Self.mixes.count], using: &random))
        }
    }

    /// Each filter in each of sixteen rows among rows of each other filter.
    @Test func everyFilterNextToEveryOther() {
        var random = SeededGenerator(seed: 9)
        for filter in UInt8(0)...4 {
            for other in UInt8(0)...4 {
                for at in 0..<16 {
                    var rows = Rows(29, 17, 3, mix: [other], using: &random)
                    rows.bytes[at * rows.stride] = filter
                    check(rows)
                }
            }
        }
    }

    /// The predictors of Paeth depend on three bytes: all kinds of them, the extremes included.
    @Test("The Paeth filter is undone for the smallest and largest bytes")
    func paethOfExtremes() {
        var random = SeededGenerator(seed: 10)
        var rows = Rows(120, 32, 4, mix: [4], using: &random)
        for index in rows.bytes.indices where !index.isMultiple(of: rows.stride) {
            rows.bytes[index] = [0, 1, 127, 128, 254, 255].randomElement(using: &random) ?? 0
        }
        check(rows)
    }

    @Test func anUnknownFilterIsAnErrorInEveryRow() {
        var random = SeededGenerator(seed: 11)
        for at in 0..<20 {
            var rows = Rows(40, 20, 3, mix: [4], using: &random)
            rows.bytes[at * rows.stride] = 5
            for way in Self.ways { #expect(!rows.unfilter(way).isDone, "row \(at), way \(way.rawValue)") }
        }
    }

    private static let mixes: [[UInt8]] = [[0, 1, 2, 3, 4], [4], [1, 4], [3], [2, 3, 4], [0, 4], [1], [2]]

    private func check(_ rows: Rows) {
        let expected = rows.unfiltered
        for way in Self.ways {
            let (isDone, bytes) = rows.unfilter(way)
            #expect(isDone)
            let words = "\(rows.width) x \(rows.height), \(rows.channels) channels, way \(way.rawValue)"
            #expect(bytes == expected, Comment(rawValue: words))
        }
    }
}

/// Random rows, each behind its filter byte, and the bytes that the C code may read after them.
private struct Rows {
    let width: Int
    let height: Int
    let channels: Int
    var bytes: [UInt8]

    var stride: Int { width * channels + 1 }

    /// - Parameter mix: the filters to choose from.
    init(_ width: Int, _ height: Int, _ channels: Int, mix: [UInt8], using random: inout SeededGenerator) {
        (self.width, self.height, self.channels) = (width, height, channels)
        bytes = random.bytes((width * channels + 1) * height + Int(CPICTURES_PNG_SLACK))
        for y in 0..<height { bytes[y * stride] = mix.randomElement(using: &random) ?? 0 }
    }

    func unfilter(_ way: cpictures_unfiltering) -> (isDone: Bool, bytes: [UInt8]) {
        var layout = cpictures_png_layout()
        (layout.width, layout.height, layout.channels, layout.bit_depth) = (width, height, UInt32(channels), 8)
        layout.unfiltering = way
        var raw = bytes
        var luma = [UInt8](repeating: 0, count: width * height)
        var hasTransparency = false
        let isDone = cpictures_png_rows_to_luma(&raw, &layout, &luma, &hasTransparency)
        return (isDone, raw)
    }

    /// The result that the PNG specification demands, byte by byte.
    var unfiltered: [UInt8] {
        var raw = bytes
        for y in 0..<height {
            let start = y * stride
            for at in 1..<stride {
                let left = at > channels ? Int(raw[start + at - channels]) : 0
                let above = y > 0 ? Int(raw[start + at - stride]) : 0
                let corner = y > 0 && at > channels ? Int(raw[start + at - stride - channels]) : 0
                let predicted: Int
                switch raw[start] {
                case 1: predicted = left
                case 2: predicted = above
                case 3: predicted = (left + above) / 2
                case 4:
                    let estimate = left + above - corner
                    let distances = [left, above, corner].map { abs(estimate - $0) }
                    predicted =
                        distances[0] <= distances[1] && distances[0] <= distances[2]
                        ? left : distances[1] <= distances[2] ? above : corner
                default: predicted = 0
                }
                raw[start + at] = raw[start + at] &+ UInt8(predicted)
            }
        }
        return raw
    }
}
