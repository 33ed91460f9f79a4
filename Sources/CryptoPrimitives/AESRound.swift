/// One round of AES encryption (FIPS 197): SubBytes, ShiftRows, MixColumns, AddRoundKey. Libraries do not offer it alone.
///
/// Table lookups take a time that depends on the data. That matters only to whoever measures this process while it
/// opens a file.
struct AESRound {
    /// A block as its four columns, the first byte in the lowest bits.
    typealias Block = SIMD4<UInt32>

    /// What a byte of the first row adds to its column; rotated for the other rows.
    private let table: [UInt32]

    init() {
        table = Self.substitutions.map { byte in
            let single = UInt32(byte), double = UInt32(Self.doubled(byte))
            return double | single << 8 | single << 16 | (double ^ single) << 24
        }
    }

    func callAsFunction(_ block: Block, key: Block) -> Block {
        Block(
            column(block[0], block[1], block[2], block[3]), column(block[1], block[2], block[3], block[0]),
            column(block[2], block[3], block[0], block[1]), column(block[3], block[0], block[1], block[2])) ^ key
    }

    private func column(_ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32) -> UInt32 {
        let a = table[Int(first & 0xFF)], b = table[Int(second >> 8 & 0xFF)]
        let c = table[Int(third >> 16 & 0xFF)], d = table[Int(fourth >> 24)]
        return a ^ (b << 8 | b >> 24) ^ (c << 16 | c >> 16) ^ (d << 24 | d >> 8)
    }

    /// The S-box, from the definition: the inverse in GF(2⁸), then an affine map.
    private static let substitutions: [UInt8] = {
        var box = [UInt8](repeating: 0x63, count: 256)
        var element: UInt8 = 1, inverse: UInt8 = 1
        repeat {
            // Times 3, and divided by 3: both pass through all elements but 0.
            element ^= doubled(element)
            inverse ^= inverse << 1
            inverse ^= inverse << 2
            inverse ^= inverse << 4
            if inverse & 0x80 != 0 { inverse ^= 0x09 }
            box[Int(element)] = (1...4).reduce(0x63 ^ inverse) { $0 ^ (inverse << $1 | inverse >> (8 - $1)) }
        } while element != 1
        return box
    }()

    private static func doubled(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 == 0 ? 0 : 0x1B) }
}
