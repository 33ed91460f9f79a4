import CQREncode

/// The modules of a QR code (ISO/IEC 18004), without the quiet zone around it.
package struct QRMatrix: Sendable, Hashable {
    /// Modules per side: 21 to 177.
    package let size: Int
    /// Row by row; true is dark.
    private let modules: [Bool]

    /// The most bytes that a QR code can contain: version 40, error correction level L.
    package static let maximumByteCount = 2953
    /// The most bytes at level M, which a damaged print is better readable with.
    static let maximumByteCountAtLevelM = 2331

    /// Encodes bytes in 8-bit mode, in the smallest version that they fit.
    ///
    /// - Parameter isSmallest: whether to use level L; otherwise it is level M, or L if they are too long for M.
    /// - Throws: ``QRDrawError`` if `bytes` is empty, if it has more than ``maximumByteCount``, or if memory is
    ///   missing.
    package init(_ bytes: [UInt8], isSmallest: Bool = false) throws(QRDrawError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.maximumByteCount else { throw .tooLong(bytes.count) }
        let level = !isSmallest && bytes.count <= Self.maximumByteCountAtLevelM ? QR_ECLEVEL_M : QR_ECLEVEL_L
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, level) else { throw .notEnoughMemory }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit of each byte is the module; the other bits give its role.
        modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// - Parameters:
    ///   - x: the column, `0..<size`, from the left.
    ///   - y: the row, `0..<size`, from the top.
    package func isDark(_ x: Int, _ y: Int) -> Bool { modules[y * size + x] }
}

/// Why a QR code cannot be drawn.
package enum QRDrawError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    /// More bytes than ``QRMatrix/maximumByteCount``.
    case tooLong(Int)
    case notEnoughMemory

    package var description: String {
        switch self {
        case .empty: "a QR code cannot be empty"
        case .tooLong(let count): "a QR code can contain \(QRMatrix.maximumByteCount) bytes, not \(count)"
        case .notEnoughMemory: "there is not enough memory to draw a QR code"
        }
    }
}
