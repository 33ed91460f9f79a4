/// Tells encrypted bytes from others.
package enum RandomLook {
    /// As many as are looked at.
    private static let maximumCount = 1 << 16
    /// For 255 degrees of freedom; random bytes are below it, except in one file of many billions.
    private static let mostDeviation = 436.0

    /// Whether all byte values are about equally frequent, as in encrypted content. Programs, media and text do not
    /// look like that.
    package static func has(_ bytes: [UInt8]) -> Bool {
        let bytes = bytes.prefix(maximumCount)
        guard !bytes.isEmpty else { return false }
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        let squares = counts.reduce(0.0) { $0 + Double($1) * Double($1) }
        return squares * 256 / Double(bytes.count) - Double(bytes.count) <= mostDeviation
    }
}
