import ImageDecode
import QRScan
import TOTPDomain
import Testing

/// Reads QR codes from images that a test has written.
enum Drawings {
    /// The text of every QR code in a PNG.
    static func texts(_ png: [UInt8]) throws -> [String] {
        let image = try PNGDecoder(limits: ImageLimits()).decode(png, over: .white)
        return LadderScanner().scan(image.luma).payloads.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
