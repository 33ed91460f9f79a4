import Encodings
import TOTPDomain

/// The frames of a GIF, by the blocks of its 1989 specification.
struct GIFFrames: AnimationIndex {
    private(set) var width, height: Int
    private(set) var frames: [AnimationFrame] = []
    private(set) var total = 0
    /// After the trailer; nil for a file that is damaged or cut off before it.
    private(set) var end: Int?

    var isCutOff: Bool { end == nil }

    /// Where the colors end that all frames share.
    private let headerEnd: Int
    private var position: Int

    private static let fixedHeader = 13
    private enum Block { static let extra = 0x21, image = 0x2C, control = 0xF9, end = 0x3B }

    /// - Parameter most: frames that are kept; others are counted.
    /// - Returns: nil for a header that is cut off.
    init?(_ bytes: [UInt8], most: Int) {
        guard bytes.count > Self.fixedHeader, let width = bytes.integer(UInt16.self, at: 6, .little),
            let height = bytes.integer(UInt16.self, at: 8, .little)
        else { return nil }
        (self.width, self.height) = (Int(width), Int(height))
        headerEnd = min(bytes.count, Self.fixedHeader + Self.colors(bytes[10]))
        position = headerEnd
        var control: Range<Int>?
        while position < bytes.count {
            switch Int(bytes[position]) {
            case Block.extra:
                guard position + 1 < bytes.count else { return }
                let start = position
                let isControl = Int(bytes[start + 1]) == Block.control
                position += 2
                skipBlocks(bytes)
                if isControl, start + 8 <= position, bytes[start + 2] == 4 { control = start..<(start + 8) }
            case Block.image:
                guard addFrame(bytes, control, most: most) else { return }
                control = nil
            default:
                if Int(bytes[position]) == Block.end { end = position + 1 }
                return
            }
        }
    }

    /// Bytes of a table of colors.
    private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// Skips some blocks, of which the last is empty.
    private mutating func skipBlocks(_ bytes: [UInt8]) {
        while position < bytes.count {
            let count = Int(bytes[position])
            position = min(bytes.count, position + 1 + count)
            if count == 0 { return }
        }
    }

    /// - Returns: false for a frame that is cut off before its pixels.
    private mutating func addFrame(_ bytes: [UInt8], _ control: Range<Int>?, most: Int) -> Bool {
        let start = position
        guard start + 11 <= bytes.count else { return false }
        func number(_ place: Int) -> Int { Int(bytes[start + place]) | Int(bytes[start + place + 1]) << 8 }
        // A frame without an area shows nothing.
        let (frameWidth, frameHeight) = (number(5), number(7))
        position = min(bytes.count, start + 10 + Self.colors(bytes[start + 9]) + 1)
        skipBlocks(bytes)
        let end = position
        guard frameWidth > 0, frameHeight > 0 else { return true }
        total += 1
        if total == 1 {
            width = max(width, number(1) + frameWidth)
            height = max(height, number(3) + frameHeight)
        }
        guard frames.count < most else { return true }
        let headerEnd = headerEnd
        var frame = AnimationFrame(width: frameWidth, height: frameHeight) { bytes in
            // The screen is as large as the frame, and the frame is at its corner.
            var file = Array(bytes[..<headerEnd])
            file.replaceSubrange(6..<10, with: bytes[(start + 5)..<(start + 9)])
            if let control { file += bytes[control] }
            let corner = file.count + 1
            file += bytes[start..<end]
            for place in corner..<(corner + 4) { file[place] = 0 }
            return file + [0x3B]
        }
        (frame.left, frame.top) = (number(1), number(3))
        switch control.map({ bytes[$0.lowerBound + 3] >> 2 & 7 }) {
        case 2: frame.disposal = .cleared
        case 3: frame.disposal = .restored
        default: break
        }
        frames.append(frame)
        return true
    }
}
