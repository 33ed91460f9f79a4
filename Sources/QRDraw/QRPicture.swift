import CPictures
import CQREncode
import Encodings

/// A QR code with its quiet zone, as a black and white PNG.
package struct QRPicture: Sendable, Hashable {
    package let png: [UInt8]
    /// Modules per side, with the quiet zone.
    package let modules: Int
    /// Pixels per module.
    package let scale: Int

    /// Modules of white on each side, as ISO/IEC 18004 requires.
    package static let quietZone = 4

    /// - Throws: ``QRDrawError``, as ``QRMatrix/init(_:)``.
    package init(_ bytes: [UInt8]) throws(QRDrawError) {
        let matrix = try QRMatrix(bytes)
        modules = matrix.size + 2 * Self.quietZone
        scale = Self.scale(modules: modules)
        png = try Self.draw(matrix, scale: scale)
    }

    /// Modules of 8 pixels; fewer for large codes, which then still fit a screen.
    private static func scale(modules: Int) -> Int { min(8, 1000 / modules) }

    private static func draw(_ matrix: QRMatrix, scale: Int) throws(QRDrawError) -> [UInt8] {
        let side = (matrix.size + 2 * quietZone) * scale
        let white = [UInt8](repeating: 0xFF, count: (side + 7) / 8)
        var rows: [UInt8] = []
        rows.reserveCapacity(white.count * side)
        for _ in 0..<quietZone * scale { rows += white }
        for y in 0..<matrix.size {
            let row = row(y, of: matrix, scale: scale)
            for _ in 0..<scale { rows += row }
        }
        for _ in 0..<quietZone * scale { rows += white }

        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard cpictures_write_png(rows, UInt32(side), UInt32(side), &bytes, &count), let bytes else {
            throw .notEnoughMemory
        }
        defer { cpictures_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// One row of pixels, eight per byte from the highest bit; 1 is white.
    private static func row(_ y: Int, of matrix: QRMatrix, scale: Int) -> [UInt8] {
        let light: UInt32 = 1 << UInt32(scale) - 1
        var row: [UInt8] = []
        var bits: UInt32 = 0, bitCount = 0
        for x in -quietZone..<matrix.size + quietZone {
            let isDark = 0..<matrix.size ~= x && matrix.isDark(x, y)
            bits = bits << UInt32(scale) | (isDark ? 0 : light)
            bitCount += scale
            while bitCount >= 8 {
                bitCount -= 8
                row.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        // Pixels beyond the side are white.
        if bitCount > 0 {
            row.append(UInt8(truncatingIfNeeded: bits << UInt32(8 - bitCount)) | 0xFF >> UInt8(bitCount))
        }
        return row
    }
}

extension QRPicture {
    /// Draws many QR codes, on all cores.
    ///
    /// - Returns: an image for each payload, in order.
    /// - Throws: the first payload's error, as ``init(_:)``.
    package static func pictures(of payloads: [[UInt8]]) throws(QRDrawError) -> [QRPicture] {
        var pictures: [QRPicture] = []
        pictures.reserveCapacity(payloads.count)
        for drawn in payloads.concurrentMap({ payload in
            Result { () throws(QRDrawError) in try QRPicture(payload) }
        }) {
            pictures.append(try drawn.get())
        }
        return pictures
    }
}

/// The version of the library behind this module, as it is at run time.
package enum DrawLibraries {
    package static var qrencode: String { String(cString: QRcode_APIVersionString()) }
}
