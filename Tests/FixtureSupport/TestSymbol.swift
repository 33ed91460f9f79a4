/// A QR code of version 2, error correction L, mask 0: up to 32 bytes in byte mode, or other segments (ISO/IEC 18004).
package struct TestSymbol: Sendable {
    package static let dimension = 25
    package static let capacity = 32

    /// Row by row; true is dark.
    package private(set) var modules = [Bool](repeating: false, count: dimension * dimension)
    private var isFunction = [Bool](repeating: false, count: dimension * dimension)

    package enum Segment: Sendable {
        case bytes([UInt8])
        /// Shift-JIS, two bytes per character.
        case kanji([UInt8])
        case eci(Int)
    }

    /// - Parameter bytes: at most ``capacity``; further bytes are left out.
    package init(_ bytes: [UInt8]) { self.init([.bytes(Array(bytes.prefix(Self.capacity)))]) }

    package init(_ segments: [Segment]) {
        drawPatterns()
        drawData(Self.codewords(segments))
    }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    package subscript(column: Int, row: Int) -> Bool {
        get { modules[row * Self.dimension + column] }
        set { modules[row * Self.dimension + column] = newValue }
    }

    /// Whether the module is part of a finder pattern, its border or a timing line.
    package static func isPattern(column: Int, row: Int) -> Bool {
        column == 6 || row == 6 || (column < 8 && row < 8) || (column >= dimension - 8 && row < 8)
            || (column < 8 && row >= dimension - 8)
    }

    private mutating func place(_ column: Int, _ row: Int, _ dark: Bool) {
        guard (0..<Self.dimension).contains(column), (0..<Self.dimension).contains(row) else { return }
        self[column, row] = dark
        isFunction[row * Self.dimension + column] = true
    }

    private mutating func drawPatterns() {
        let last = Self.dimension - 1
        for i in 0...last {
            place(6, i, i % 2 == 0)
            place(i, 6, i % 2 == 0)
        }
        for (x, y) in [(3, 3), (last - 3, 3), (3, last - 3)] {
            for dy in -4...4 {
                for dx in -4...4 {
                    let ring = max(abs(dx), abs(dy))
                    place(x + dx, y + dy, ring != 2 && ring != 4)
                }
            }
        }
        for dy in -2...2 {
            for dx in -2...2 { place(18 + dx, 18 + dy, max(abs(dx), abs(dy)) != 1) }
        }
        // L and mask 0 with their check bits and the mask of the format: ISO/IEC 18004, annex C.
        let format = 0b111_0111_1100_0100
        for i in 0..<15 {
            let dark = format >> i & 1 == 1
            place(i < 8 ? 8 : i == 8 ? 7 : 14 - i, i < 6 ? i : i < 8 ? i + 1 : 8, dark)
            place(i < 8 ? last - i : 8, i < 8 ? 8 : last - 14 + i, dark)
        }
        place(8, last - 7, true)
    }

    /// Upwards and downwards in columns of two, from the right.
    private mutating func drawData(_ codewords: [UInt8]) {
        var bit = 0
        var isUpward = true
        for right in [24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1] {
            for step in 0..<Self.dimension {
                let row = isUpward ? Self.dimension - 1 - step : step
                for column in [right, right - 1] where !isFunction[row * Self.dimension + column] {
                    let dark = bit < codewords.count * 8 && codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                    self[column, row] = dark != ((column + row) % 2 == 0)
                    bit += 1
                }
            }
            isUpward.toggle()
        }
    }

    /// 34 codewords of data and 10 that correct errors.
    private static func codewords(_ segments: [Segment]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ width: Int) {
            for i in (0..<width).reversed() { bits.append(value >> i & 1 == 1) }
        }
        for segment in segments {
            switch segment {
            case .bytes(let bytes):
                append(0b0100, 4)
                append(bytes.count, 8)
                for byte in bytes { append(Int(byte), 8) }
            case .kanji(let bytes):
                append(0b1000, 4)
                append(bytes.count / 2, 8)
                for index in stride(from: 0, to: bytes.count, by: 2) {
                    let first = Int(bytes[index]) - (bytes[index] < 0xA0 ? 0x81 : 0xC1)
                    append(first * 0xC0 + Int(bytes[index + 1]) - 0x40, 13)
                }
            case .eci(let number):
                append(0b0111, 4)
                append(number, 8)
            }
        }
        append(0, 4)
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        data += (data.count..<34).enumerated().map { $0.offset % 2 == 0 ? 0xEC : 0x11 }
        return data + remainder(data, generator(10))
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result = 0
        for i in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= (Int(b) >> i & 1) * Int(a)
        }
        return UInt8(truncatingIfNeeded: result)
    }

    private static func generator(_ degree: Int) -> [UInt8] {
        var factors = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for i in 0..<degree {
                factors[i] = product(factors[i], root) ^ (i + 1 < degree ? factors[i + 1] : 0)
            }
            root = product(root, 2)
        }
        return factors
    }

    private static func remainder(_ data: [UInt8], _ divisor: [UInt8]) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for i in rest.indices { rest[i] ^= product(divisor[i], factor) }
        }
        return rest
    }
}
