import Encodings
import TOTPDomain

/// Properties of a base32 secret, found in one pass over its characters in the link.
struct SecretScan {
    /// Whether it has only A-Z, a-z, 2-7, spaces, hyphens and padding, which every reader decodes to the same bytes.
    private(set) var isPlain = true
    private(set) var hasLowerCase = false
    private(set) var hasPadding = false
    private(set) var hasBlanks = false
    /// The number of base32 digits, five bits each.
    private(set) var characterCount = 0
    private(set) var repeatsOneByte = false
    private(set) var fingerprint: UInt64 = 0

    var byteCount: Int { characterCount * 5 / 8 }

    var hasOddLength: Bool { !Base32.canHave(characterCount) }

    /// Flags in the table, above the five bits of each character.
    private static let lowerCase: UInt8 = 0x20
    private static let skipped: UInt8 = 0x40
    private static let other: UInt8 = 0x80

    private static let table: [UInt8] = {
        var table = [UInt8](repeating: other, count: 256)
        for byte in 0...255 {
            let value = Base32.values[byte]
            if value < 32 {
                table[byte] = value | (UInt8(byte) &- 97 < 26 ? lowerCase : 0)
            } else if value == Base32.skipped {
                table[byte] = skipped
            }
        }
        return table
    }()

    @inline(__always)
    init(_ text: Span<UInt8>, _ range: Range<Int>, key: FingerprintKey) {
        var bytes = Bytes(key)
        var seen: UInt8 = 0
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            var word = text.word(at: index)
            if let group = Base32Word.group(word) {
                bytes.append(group: group)
            } else {
                var group: UInt64 = 0
                for _ in 0..<8 {
                    let value = Self.table[Int(word & 0xFF)]
                    seen |= value
                    group = group << 5 | UInt64(value & 31)
                    word >>= 8
                }
                bytes.append(group: group)
            }
            index += 8
        }
        while index < range.upperBound {
            let value = Self.table[Int(text[index])]
            seen |= value
            bytes.append(value & 31)
            index += 1
        }
        if seen & (Self.skipped | Self.other) != 0 {
            guard seen & Self.other == 0 else {
                isPlain = false
                return
            }
            bytes = Bytes(key)
            for index in range where Self.table[Int(text[index])] & Self.skipped == 0 {
                bytes.append(Self.table[Int(text[index])] & 31)
            }
            for index in range where Self.table[Int(text[index])] & Self.skipped != 0 {
                if text[index] == ASCII.equals { hasPadding = true } else { hasBlanks = true }
            }
        }
        hasLowerCase = seen & Self.lowerCase != 0
        characterCount = bytes.count
        fingerprint = bytes.finish()
        repeatsOneByte = bytes.isRepeating && byteCount > 1
    }

    /// The fingerprint of the secret's bytes, and whether they are all the same.
    private struct Bytes {
        private var mixer: FingerprintKey.Mixer
        private(set) var count = 0
        private(set) var isRepeating = true
        /// Up to eight characters, or five bytes.
        private var group: UInt64 = 0
        private var firstByte: UInt64 = 0

        @inline(__always)
        init(_ key: FingerprintKey) { mixer = FingerprintKey.Mixer(key) }

        @inline(__always)
        mutating func append(_ value: UInt8) {
            group = group << 5 | UInt64(value)
            count &+= 1
            if count & 7 == 0 {
                count &-= 8
                append(group: group)
                group = 0
            }
        }

        /// Appends eight characters at once; only if ``count`` is a multiple of eight.
        @inline(__always)
        mutating func append(group: UInt64) {
            if count == 0 { firstByte = group >> 32 }
            count &+= 8
            if group != firstByte &* 0x01_0101_0101 { isRepeating = false }
            mixer.mix(group)
        }

        /// Bits after the last whole byte are not part of the secret.
        @inline(__always)
        mutating func finish() -> UInt64 {
            let rest = (count & 7) * 5
            if rest >= 8 {
                let bytes = rest / 8
                let tail = group >> UInt64(rest - bytes * 8)
                if count < 8 { firstByte = tail >> UInt64(bytes * 8 - 8) }
                if tail != (firstByte &* 0x01_0101_0101) >> UInt64(40 - bytes * 8) { isRepeating = false }
                mixer.mix(tail)
            }
            mixer.mix(UInt64(count * 5 / 8))
            return mixer.value()
        }
    }
}

/// Eight characters of base32 at once.
enum Base32Word {
    /// The 40 bits of eight characters, those of the first are the highest; nil if a character is not A-Z or 2-7.
    ///
    /// - Parameter word: the characters, the first in the lowest byte.
    @inline(__always)
    static func group(_ word: UInt64) -> UInt64? {
        let high = ByteWord.of(0x80)
        guard word & high == 0 else { return nil }
        // The highest bit of each byte says whether it is in the range: no byte carries into the next.
        let letters = (word &+ ByteWord.of(0x80 - 0x41)) & ~(word &+ ByteWord.of(0x80 - 0x5B)) & high
        let digits = (word &+ ByteWord.of(0x80 - 0x32)) & ~(word &+ ByteWord.of(0x80 - 0x38)) & high
        guard letters | digits == high else { return nil }
        // `A` is 0 and `2` is 26.
        let values = word &- (letters >> 7) &* 0x41 &- (digits >> 7) &* 0x18
        // Neighbors join: eight times 5 bits, four times 10, twice 20, 40.
        var group = values.byteSwapped
        group = (group & 0x001F_001F_001F_001F) | (group & 0x1F00_1F00_1F00_1F00) >> 3
        group = (group & 0x0000_03FF_0000_03FF) | (group & 0x03FF_0000_03FF_0000) >> 6
        return (group & 0x000F_FFFF) | (group & 0x000F_FFFF_0000_0000) >> 12
    }
}
