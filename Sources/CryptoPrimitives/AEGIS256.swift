/// AEGIS-256 with tags of 32 bytes (draft-irtf-cfrg-aegis-aead). libsodium has it from 1.0.19; older systems do not.
package enum AEGIS256 {
    package static let keyCount = 32
    package static let nonceCount = 32
    package static let tagCount = 32

    private static let blockCount = 16

    /// Decrypts a message without associated data.
    ///
    /// - Parameter sealed: ciphertext and tag.
    /// - Throws: ``CryptoError/authenticationFailed`` if the tag does not verify, and
    ///   ``CryptoError/invalidParameter(_:)`` for a key or a nonce of the wrong size.
    package static func open(
        _ sealed: [UInt8], key: borrowing SecureBytes, nonce: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount, nonce.count == nonceCount else {
            throw .invalidParameter("a key of \(key.count) and a nonce of \(nonce.count) bytes")
        }
        guard sealed.count >= tagCount else { throw .authenticationFailed }
        let count = sealed.count - tagCount
        var state = key.withBytes { State(key: $0, nonce: nonce) }
        return try SecureBytes(count: count) { text throws(CryptoError) in
            for start in stride(from: 0, to: count, by: blockCount) {
                let size = min(blockCount, count - start)
                let mask = state.mask
                var block = State.block(sealed[start..<(start + size)]) ^ mask
                if size < blockCount { block = State.block((0..<size).map { State.byte($0, of: block) }) }
                for index in 0..<size { text[start + index] = State.byte(index, of: block) }
                state.update(block)
            }
            guard ConstantTime.areEqual(state.tag(textCount: count), Array(sealed[count...])) else {
                throw .authenticationFailed
            }
        }
    }

    /// Six blocks of AES, which every block of the message changes.
    private struct State {
        typealias Block = AESRound.Block

        private let round = AESRound()
        private var blocks: [Block]

        /// The Fibonacci sequence modulo 256.
        private static let constants = (
            Block(0x0201_0100, 0x0D08_0503, 0x5937_2215, 0x6279_E990),
            Block(0x5518_3DDB, 0xF12F_C26D, 0x4231_1120, 0xDD28_B573)
        )

        init(key: UnsafeRawBufferPointer, nonce: [UInt8]) {
            let keys = (Self.block(key.prefix(16)), Self.block(key.dropFirst(16)))
            let mixed = (keys.0 ^ Self.block(nonce.prefix(16)), keys.1 ^ Self.block(nonce.dropFirst(16)))
            blocks = [
                mixed.0, mixed.1, Self.constants.1, Self.constants.0, keys.0 ^ Self.constants.0,
                keys.1 ^ Self.constants.1,
            ]
            for _ in 0..<4 { for block in [keys.0, keys.1, mixed.0, mixed.1] { update(block) } }
        }

        /// The value that the next block of the message is combined with.
        var mask: Block { blocks[1] ^ blocks[4] ^ blocks[5] ^ (blocks[2] & blocks[3]) }

        mutating func update(_ message: Block) {
            let last = blocks[5]
            for index in (1..<6).reversed() { blocks[index] = round(blocks[index - 1], key: blocks[index]) }
            blocks[0] = round(last, key: blocks[0] ^ message)
        }

        mutating func tag(textCount: Int) -> [UInt8] {
            let bits = UInt64(textCount) * 8
            let lengths = Block(0, 0, UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
            let last = blocks[3] ^ lengths
            for _ in 0..<7 { update(last) }
            return [blocks[0] ^ blocks[1] ^ blocks[2], blocks[3] ^ blocks[4] ^ blocks[5]].flatMap { block in
                (0..<16).map { Self.byte($0, of: block) }
            }
        }

        /// Up to 16 bytes, with zeros after them.
        static func block(_ bytes: some Collection<UInt8>) -> Block {
            var block = Block.zero
            for (index, byte) in bytes.enumerated() { block[index / 4] |= UInt32(byte) << (index % 4 * 8) }
            return block
        }

        static func byte(_ index: Int, of block: Block) -> UInt8 {
            UInt8(truncatingIfNeeded: block[index / 4] >> (index % 4 * 8))
        }
    }
}

/// A single round of AES (FIPS 197), which libraries do not offer: SubBytes, ShiftRows, MixColumns, AddRoundKey.
///
/// Table lookups take a time that depends on the data. That matters only if an attacker measures this process while it
/// opens a file.
struct AESRound {
    /// A block as its four columns, the first byte in the lowest bits.
    typealias Block = SIMD4<UInt32>

    /// The values that a byte of the first row adds to its column; rotated for the other rows.
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
