import Encodings
import Images
import Programs
import TOTPDomain

/// Two frames of each second of a video, decoded by `ffmpeg`.
///
/// It gets the video on standard input and writes gray images to standard output. It may use no other protocol than
/// these pipes, so that it opens neither a file nor a connection, and only the demuxer for the kind that the first
/// bytes show: a playlist is not a video. A film whose index is at its end is rearranged for a pipe (``MovieIndex``).
package struct VideoDecoder: ImageDecoder {
    private let limits: ImageLimits
    private let searchPath: String

    /// - Parameter searchPath: the folders that may have the program.
    package init(limits: ImageLimits = ImageLimits(), searchPath: String = HelperProgram.searchPath) {
        (self.limits, self.searchPath) = (limits, searchPath)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.video] }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        try pages(of: bytes).decode(page: 0, over: background)
    }

    package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        guard let container = VideoContainer(bytes) else { throw SourceError(.notAnImage, "not a video") }
        let arguments = Self.arguments(container, frames: limits.videoFrames + 1)
        guard let program = HelperProgram("ffmpeg", arguments, searchPath: searchPath) else {
            throw SourceError(
                .unsupportedImage, "a video: it needs ffmpeg, which is not installed",
                .text(
                    "take a screenshot of each QR code in it, or install ffmpeg",
                    onPage: "take a screenshot of each QR code in it, and drop those"))
        }
        let film = container == .mov ? MovieIndex.first(in: bytes) : bytes
        let output = program.stream(
            film, patience: limits.videoWait,
            bounds: HelperProgram.Bounds(memory: Limit.videoMemory, processorTime: limits.videoTime))
        guard let output else { throw Self.damaged }
        return try VideoFrames(output, most: limits.videoFrames, isCutOff: container.isCutOff(bytes))
    }

    private static func arguments(_ container: VideoContainer, frames: Int) -> [String] {
        // A screen of 1080 x 2400 pixels becomes 848 x 1885, in which a code of version 25 still has 5 pixels per
        // module.
        let scale = "min(1,sqrt(\(Limit.videoPixels)/(iw*ih)))"
        let size = "scale=w='max(1,trunc(iw*\(scale)))':h='max(1,trunc(ih*\(scale)))':flags=area"
        return [
            "-hide_banner", "-nostdin", "-loglevel", "quiet", "-protocol_whitelist", "pipe", "-threads", "2",
            "-f", container.rawValue, "-i", "pipe:0", "-map", "0:v:0", "-an", "-sn", "-dn",
            // With the last frame, which is the only one of a video of a moment.
            "-vf", "fps=2:eof_action=pass,\(size),format=gray",
            "-frames:v", "\(frames)", "-f", "image2pipe", "-c:v", "pgm", "pipe:1",
        ]
    }

    static let damaged = SourceError(
        .imageDamaged, "no frame of the video can be read", "take a screenshot of each QR code in it")
}

/// The container of a video, by the name of its demuxer.
enum VideoContainer: String {
    case mov, matroska, avi, flv, asf, mpeg, mpegvideo

    /// Nil for everything else.
    init?(_ bytes: [UInt8]) {
        guard case .image(.video) = SourceContent(bytes).kind else { return nil }
        switch bytes.integer(UInt32.self, at: 0, .big) {
        case 0x1A45_DFA3: self = .matroska
        case 0x5249_4646: self = .avi
        case 0x464C_5601: self = .flv
        case 0x3026_B275: self = .asf
        case 0x0000_01BA: self = .mpeg
        case 0x0000_01B3: self = .mpegvideo
        default: self = .mov
        }
    }

    /// Whether the file says that it is longer than it is: ffmpeg reads it up to its end without a word. Not every
    /// container says how long it is.
    func isCutOff(_ file: [UInt8]) -> Bool {
        switch self {
        case .mov: MovieIndex.isCutOff(file)
        case .avi: file.integer(UInt32.self, at: 4, .little).map { $0 < .max && Int($0) > file.count - 8 } ?? false
        case .matroska: Self.isSegmentCutOff(file)
        case .flv, .asf, .mpeg, .mpegvideo: false
        }
    }

    /// The header and the segment of a Matroska file each have an identifier of four bytes before their size.
    private static func isSegmentCutOff(_ file: [UInt8]) -> Bool {
        guard let header = size(in: file, at: 4), let segment = size(in: file, at: header.end + header.value + 4),
            file.integer(UInt32.self, at: header.end + header.value, .big) == 0x1853_8067
        else { return false }
        // In a live recording, whose size nobody knows, all bits of the size are set.
        return segment.value < 1 << (7 * segment.count) - 1 && segment.value > file.count - segment.end
    }

    /// A size of 1 to 8 bytes: 1 more than the number of zeros before its first bit that is set.
    private static func size(in file: [UInt8], at start: Int) -> (value: Int, count: Int, end: Int)? {
        guard file.indices.contains(start), file[start] != 0 else { return nil }
        let count = file[start].leadingZeroBitCount + 1
        guard start + count <= file.count else { return nil }
        let value = file[start..<start + count].reduce(0) { $0 << 8 | Int($1) } & (1 << (7 * count) - 1)
        guard value < 1 << 56 else { return nil }
        return (value, count, start + count)
    }
}

/// The frames that a program writes, each read when it is requested.
private final class VideoFrames: ImagePages {
    private let output: HelperProgram.Stream
    private let most: Int
    private let isCutOff: Bool
    /// What was read of the output, and not yet used.
    private var pending: [UInt8] = []
    /// The frame after those that were decoded, its number, and the last frame that differed from the frame before it.
    private var ahead: LumaImage?
    private var next = 0
    private var last: LumaImage?

    let name = "frame"
    let showsTime = true
    /// How many there may be, until the last frame is decoded.
    private(set) var count: Int

    /// - Throws: ``SourceError`` if the output has no frame.
    init(_ output: HelperProgram.Stream, most: Int, isCutOff: Bool) throws(SourceError) {
        (self.output, self.most, self.isCutOff, count) = (output, most, isCutOff, most + 1)
        ahead = frame()
        if ahead == nil { throw tookTooLong ? Self.tooLong : VideoDecoder.damaged }
    }

    func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard page >= next else { throw VideoDecoder.damaged }
        while next < page, ahead != nil { advance() }
        guard page < most else {
            throw SourceError(
                .limitExceeded, "\(most) frames are the limit, two of each second",
                "save the rest as another video, or take a screenshot of each QR code in it")
        }
        guard let luma = ahead else { throw tookTooLong ? Self.tooLong : Self.broken }
        advance()
        let isRepeated = last.map { luma.isSame(as: $0) } ?? false
        if !isRepeated { last = luma }
        return DecodedImage(luma: luma, isRepeated: isRepeated)
    }

    private func advance() {
        ahead = frame()
        next += 1
        // Ended early, it may have had more frames: asking for the next one says so.
        if ahead == nil { count = output.end == .exited(0) && !isCutOff ? next : next + 1 }
    }

    /// ffmpeg ends itself with this status when the system tells it that its time is over.
    private var tookTooLong: Bool { output.end == .tooLong || output.end == .exited(255) }

    private static let broken = SourceError(
        .imageDamaged, "the video is damaged or cut off",
        "take a screenshot of each QR code after the frames that were read")

    private static let tooLong = SourceError(
        .limitExceeded, "its frames take too long to decode", "take a screenshot of each QR code in it")

    /// Nil at the end, and for anything else than a frame of a size that was asked for.
    private func frame() -> LumaImage? {
        output.fill(&pending, to: GraymapHeader.longest)
        guard let header = GraymapHeader(pending), header.width > 0, header.height > 0,
            header.width <= Limit.videoPixels / header.height
        else { return nil }
        let size = header.end + header.width * header.height
        output.fill(&pending, to: size)
        guard pending.count >= size else { return nil }
        let luma = LumaImage(width: header.width, height: header.height, pixels: Array(pending[header.end..<size]))
        pending.removeFirst(size)
        return luma
    }
}

extension LumaImage {
    /// Whether no more than a few pixels differ visibly, as in an unmoved screen.
    ///
    /// A code of 29 modules with 2 pixels each has 3,364 pixels, of which another code changes half. A blurred frame
    /// that becomes sharp changes more.
    fileprivate func isSame(as other: LumaImage) -> Bool {
        guard width == other.width, height == other.height else { return false }
        var differing = 0
        let (most, tolerance): (Int, Int16) = (200, 8)
        return pixels.withUnsafeBufferPointer { mine in
            other.pixels.withUnsafeBufferPointer { others in
                for y in 0..<height {
                    for index in y * width..<(y + 1) * width {
                        differing += abs(Int16(mine[index]) - Int16(others[index])) > tolerance ? 1 : 0
                    }
                    if differing > most { return false }
                }
                return true
            }
        }
    }
}
