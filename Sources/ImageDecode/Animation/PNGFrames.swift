import CDeflate
import Encodings
import TOTPDomain

/// The frames of an animated PNG, by the chunks of PNG 3, 11.3.4.
///
/// A first image that is not part of the animation counts as a frame: programs without animations show it.
struct PNGFrames: AnimationIndex {
    let width, height: Int
    private(set) var frames: [AnimationFrame] = []
    private(set) var total = 0
    private(set) var isCutOff = false

    /// - Parameter most: frames that are kept; others are counted.
    /// - Returns: nil for another file than an animation.
    init?(_ bytes: [UInt8], most: Int) {
        var chunks = Chunks(bytes)
        guard let header = chunks.next(), header.name == Name.header, header.body.count == 13,
            let width = bytes.integer(UInt32.self, at: header.body.lowerBound, .big),
            let height = bytes.integer(UInt32.self, at: header.body.lowerBound + 4, .big)
        else { return nil }
        (self.width, self.height) = (Int(width), Int(height))
        // The chunks that all frames need: colors.
        var shared: [Range<Int>] = []
        // The number of frames that the file states.
        var stated: Int?, controls = 0, control: Range<Int>?, data: [Range<Int>] = []
        func finishFrame() {
            guard !data.isEmpty else { return }
            total += 1
            if frames.count < most {
                frames.append(Self.frame(bytes, header.body, control, shared: shared, data))
            }
            data = []
        }
        while let chunk = chunks.next() {
            switch chunk.name {
            case Name.animation: stated = bytes.integer(UInt32.self, at: chunk.body.lowerBound, .big).map(Int.init)
            case Name.palette, Name.transparency: if total == 0, data.isEmpty { shared.append(chunk.whole) }
            case Name.control where chunk.body.count == 26:
                finishFrame()
                control = chunk.body
                controls += 1
            case Name.data:
                guard stated != nil else { return nil }
                data.append(chunk.body)
            // A number comes before the pixels.
            case Name.frameData where chunk.body.count > 4 && control != nil: data.append(chunk.body.dropFirst(4))
            default: break
            }
        }
        finishFrame()
        guard let stated, total > 0 else { return nil }
        isCutOff = !chunks.hasEnd || controls < stated
    }

    private static func frame(
        _ bytes: [UInt8], _ header: Range<Int>, _ control: Range<Int>?, shared: [Range<Int>], _ data: [Range<Int>]
    ) -> AnimationFrame {
        func number(_ place: Int, of body: Range<Int>) -> Int {
            bytes.integer(UInt32.self, at: body.lowerBound + place, .big).map(Int.init) ?? 0
        }
        let size =
            control.map { ($0.lowerBound + 4)..<($0.lowerBound + 12) } ?? header.lowerBound..<(header.lowerBound + 8)
        var frame = AnimationFrame(width: number(0, of: size), height: number(4, of: size)) { bytes in
            var file = Array(bytes[..<8])
            file += Self.chunk(Name.header, Array(bytes[size]) + bytes[(header.lowerBound + 8)..<header.upperBound])
            for chunk in shared { file += bytes[chunk] }
            var pixels: [UInt8] = []
            for part in data { pixels += bytes[part] }
            return file + Self.chunk(Name.data, pixels) + Self.chunk(Name.end, [])
        }
        guard let control else {
            // It is not below the animation.
            frame.disposal = .cleared
            return frame
        }
        (frame.left, frame.top) = (number(12, of: control), number(16, of: control))
        switch bytes[control.lowerBound + 24] {
        case 1: frame.disposal = .cleared
        case 2: frame.disposal = .restored
        default: break
        }
        frame.isBlended = bytes[control.lowerBound + 25] == 1
        return frame
    }

    // MARK: - Chunks

    private enum Name {
        static let header = Array("IHDR".utf8), palette = Array("PLTE".utf8), transparency = Array("tRNS".utf8)
        static let animation = Array("acTL".utf8), control = Array("fcTL".utf8)
        static let data = Array("IDAT".utf8), frameData = Array("fdAT".utf8), end = Array("IEND".utf8)
    }

    static func chunk(_ name: [UInt8], _ body: [UInt8]) -> [UInt8] {
        let checked = name + body
        let checksum = checked.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
        return UInt32(clamping: body.count).bytes(.big) + checked + checksum.bytes(.big)
    }

    private struct Chunk {
        let name: [UInt8]
        let body: Range<Int>
        /// With length and checksum.
        let whole: Range<Int>
    }

    /// The chunks up to the last, which may be cut off. Checksums are not checked: pixels have their own.
    private struct Chunks {
        private let bytes: [UInt8]
        private var position = 8
        private(set) var hasEnd = false

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> Chunk? {
            guard let length = bytes.integer(UInt32.self, at: position, .big).map(Int.init), position + 8 <= bytes.count
            else { return nil }
            let name = Array(bytes[(position + 4)..<(position + 8)])
            hasEnd = name == Name.end
            guard !hasEnd else { return nil }
            let start = position + 8, end = min(bytes.count, start + length)
            let whole = position..<min(bytes.count, end + 4)
            position = end + 4
            return Chunk(name: name, body: start..<end, whole: whole)
        }
    }
}

extension Range<Int> {
    fileprivate func dropFirst(_ count: Int) -> Range<Int> { Swift.min(upperBound, lowerBound + count)..<upperBound }
}
