/// The smallest QR code for a number of bytes: versions 1 to 40, byte mode, the least error correction (level L).
package struct QRVersion: Sendable, Hashable {
    package let number: Int

    /// Modules on each side.
    package var modules: Int { 17 + 4 * number }

    /// The capacity of version 20. Beyond it, phone cameras start to fail.
    static let easyByteCount = 858

    /// ISO/IEC 18004, table 7: bytes at level L.
    private static let capacities = [
        17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003, 1091,
        1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809, 2953,
    ]

    /// - Returns: nil for more bytes than fit any QR code.
    package init?(byteCount: Int) {
        guard let index = Self.capacities.firstIndex(where: { byteCount <= $0 }) else { return nil }
        number = index + 1
    }
}
