import TOTPDomain

/// The start of a PGM file of 8 bits: `P5`, width, height and the largest value, then one byte of white space.
struct GraymapHeader {
    let width, height: Int
    /// Where the pixels start.
    let end: Int

    /// No header that is read is longer.
    static let longest = 32

    /// Nil if it is another file. The size may be anything.
    init?(_ file: [UInt8]) {
        let fields = file.prefix(Self.longest).split(maxSplits: 4, omittingEmptySubsequences: false) {
            $0 == 10 || $0 == 32
        }
        guard fields.count == 5, fields[0].elementsEqual("P5".utf8), fields[3].elementsEqual("255".utf8),
            let width = Int(fields[1].numeral), let height = Int(fields[2].numeral)
        else { return nil }
        (self.width, self.height, end) = (width, height, fields[4].startIndex)
    }
}
