import Encodings
import Images
import Programs
import TOTPDomain

/// JPEG XL, decoded by `ffmpeg` to PNG: the first image of a file.
///
/// The program has the same limits as for a video, and opens no file and no connection.
package struct JPEGXLDecoder: ImageDecoder {
    private let limits: ImageLimits
    private let searchPath: String

    /// - Parameter searchPath: the folders that may have the program.
    package init(limits: ImageLimits = ImageLimits(), searchPath: String = HelperProgram.searchPath) {
        (self.limits, self.searchPath) = (limits, searchPath)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.jxl] }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard SourceContent(bytes).kind == .image(.jxl) else { throw SourceError(.notAnImage, "not a JPEG XL image") }
        guard let program = HelperProgram("ffmpeg", Self.arguments(bytes.count), searchPath: searchPath) else {
            throw SourceError(
                .unsupportedImage, "a JPEG XL image: it needs ffmpeg, which is not installed",
                .text("save it as PNG, or install ffmpeg", onPage: "save it as PNG, and drop that"))
        }
        let run = program.run(
            bytes, limit: Limit.fastPNG, patience: limits.videoWait,
            bounds: HelperProgram.Bounds(memory: Limit.videoMemory, processorTime: limits.videoTime))
        // An ffmpeg without libjxl ends at once, as at a damaged image.
        guard run.end == .exited(0), !run.output.isEmpty else {
            throw SourceError(.imageDamaged, "the JPEG XL image cannot be decoded by ffmpeg", .saveAsPNG)
        }
        return try PNGDecoder(limits: limits).decode(run.output, over: background)
    }

    /// - Parameter count: the bytes of the whole file, which must be one packet: ffmpeg does not decode several.
    private static func arguments(_ count: Int) -> [String] {
        [
            "-hide_banner", "-nostdin", "-loglevel", "quiet", "-protocol_whitelist", "pipe", "-threads", "2",
            "-f", "jpegxl_pipe", "-frame_size", "\(count)", "-i", "pipe:0", "-frames:v", "1",
            "-f", "image2pipe", "-c:v", "png", "pipe:1",
        ]
    }
}
