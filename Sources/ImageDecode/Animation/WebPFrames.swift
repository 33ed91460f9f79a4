import Encodings
import TOTPDomain

/// The frames of an animated WebP, by the chunks of its container, RFC 9649.
struct WebPFrames: AnimationIndex {
    let width, height: Int
    private(set) var frames: [AnimationFrame] = []
    private(set) var total = 0
    let isCutOff: Bool

    /// - Parameter most: frames that are kept; others are counted.
    /// - Returns: nil for another file than an animation.
    init?(_ bytes: [UInt8], most: Int) {
        func small(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16 }
        guard bytes.count >= 30, bytes[12..<16].elementsEqual("VP8X".utf8), bytes[20] & 2 != 0 else { return nil }
        (width, height) = (small(24) + 1, small(27) + 1)
        isCutOff = (bytes.integer(UInt32.self, at: 4, .little).map(Int.init) ?? 0) + 8 > bytes.count
        var position = 12
        while let length = bytes.integer(UInt32.self, at: position + 4, .little).map(Int.init) {
            // The last chunk may be cut off.
            let start = position + 8, end = min(bytes.count, start + length)
            if bytes[position..<(position + 4)].elementsEqual("ANMF".utf8), end - start > 16 {
                total += 1
                if frames.count < most {
                    var frame = AnimationFrame(width: small(start + 6) + 1, height: small(start + 9) + 1) { bytes in
                        Self.file(bytes[(start + 16)..<end])
                    }
                    (frame.left, frame.top) = (2 * small(start), 2 * small(start + 3))
                    frame.disposal = bytes[start + 15] & 1 == 0 ? .stays : .cleared
                    frame.isBlended = bytes[start + 15] & 2 == 0
                    // A later file for the size of the frame, which an alpha channel needs.
                    if bytes[(start + 16)...].starts(with: "ALPH".utf8) {
                        let size = Array(bytes[(start + 6)..<(start + 12)])
                        frame.file = { bytes in Self.file(Self.extended(size) + bytes[(start + 16)..<end]) }
                    }
                    frames.append(frame)
                }
            }
            guard length <= bytes.count - start else { return }
            position = start + length + length % 2
        }
    }

    /// The chunk that says that there is an alpha channel.
    private static func extended(_ size: [UInt8]) -> [UInt8] {
        Array("VP8X".utf8) + UInt32(10).bytes(.little) + [0x10, 0, 0, 0] + size
    }

    private static func file(_ chunks: some Collection<UInt8>) -> [UInt8] {
        Array("RIFF".utf8) + UInt32(clamping: chunks.count + 4).bytes(.little) + Array("WEBP".utf8) + chunks
    }
}
