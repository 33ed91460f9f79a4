import Encodings
import TOTPDomain

/// Eight characters of base32 at once.
enum Base32Word {
    /// The 40 bits of eight characters, the first one's highest; nil if one is not A-Z or 2-7.
    ///
    /// - parameter word: the characters, the first one lowest.
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
