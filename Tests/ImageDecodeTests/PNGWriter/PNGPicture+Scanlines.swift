extension PNGPicture {
    /// Left, top, and the steps to the right and down of each pass (PNG specification, section 8.2).
    private static let adam7 = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    /// The filtered rows, pass after pass.
    var scanlines: [UInt8] { passes.flatMap { filtered($0) } }

    /// The packed rows of each pass; of a picture that is not interlaced there is one.
    var passes: [[[UInt8]]] {
        guard isInterlaced else { return [(0..<height).map { y in packed((0..<width).map { pixel($0, y) }) }] }
        return Self.adam7.map { left, top, right, down in
            let columns = Array(stride(from: left, to: width, by: right))
            if columns.isEmpty { return [] }
            return stride(from: top, to: height, by: down).map { y in packed(columns.map { pixel($0, y) }) }
        }
    }

    /// Samples of less than a byte share one, the first in its highest bits.
    private func packed(_ pixels: [ArraySlice<Int>]) -> [UInt8] {
        let samples = pixels.flatMap { $0 }
        if bitDepth == 16 { return samples.flatMap { UInt16($0).bigEndianBytes } }
        let perByte = 8 / bitDepth
        return stride(from: 0, to: samples.count, by: perByte).map { start in
            (0..<perByte).reduce(UInt8(0)) { byte, offset in
                let sample = start + offset < samples.count ? samples[start + offset] : 0
                return byte << UInt8(bitDepth % 8) | UInt8(sample)
            }
        }
    }

    /// The row above the first of a pass is zero (PNG specification, chapter 9).
    private func filtered(_ rows: [[UInt8]]) -> [UInt8] {
        let step = max(1, colorType.channels * bitDepth / 8)
        var above = [UInt8](repeating: 0, count: rows.first?.count ?? 0)
        return rows.enumerated().flatMap { index, row -> [UInt8] in
            let filter = filters[index % filters.count]
            let line = row.indices.map { at -> UInt8 in
                let left = at < step ? 0 : row[at - step], corner = at < step ? 0 : above[at - step]
                return row[at] &- Self.prediction(filter, left: left, above: above[at], corner: corner)
            }
            above = row
            return [filter] + line
        }
    }

    private static func prediction(_ filter: UInt8, left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
        switch filter {
        case 1: return left
        case 2: return above
        case 3: return UInt8((Int(left) + Int(above)) / 2)
        case 4:
            let estimate = Int(left) + Int(above) - Int(corner)
            let candidates = [left, above, corner]
            // The first of the nearest: left before above before corner.
            return candidates.min { abs(estimate - Int($0)) < abs(estimate - Int($1)) } ?? 0
        default: return 0
        }
    }
}
