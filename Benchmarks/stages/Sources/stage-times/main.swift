import ImageDecode
import Images
import QRScan
import TOTPDomain

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Decodes and scans every picture, one after the other, and prints what the other programs under `peers` print:
// "code INDEX HEX" for each QR code, then "decode NANOSECONDS" and "scan NANOSECONDS".

let decoders = ImageDecoders.all()
let scanner = LadderScanner(onFallback: PNGDecoder.releaseKeptMemory)
let clock = ContinuousClock()
var decoding = Duration.zero
var scanning = Duration.zero

func nanoseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
}

for (index, path) in CommandLine.arguments.dropFirst().enumerated() {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    guard case .image(let kind) = SourceContent(bytes).kind,
        let decoder = decoders.first(where: { $0.kinds.contains(kind) })
    else { continue }
    var image: DecodedImage?
    decoding += try clock.measure { image = try decoder.decode(bytes, over: .white) }
    guard let decoded = image.take() else { continue }
    var result = QRScanResult(payloads: [])
    scanning += clock.measure { result = scanner.scan(decoded.luma) }
    decoder.recycle(decoded)
    for payload in result.payloads {
        let digits = payload.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        print("code \(index) \(digits)")
    }
}
print("decode \(nanoseconds(decoding))")
print("scan \(nanoseconds(scanning))")
