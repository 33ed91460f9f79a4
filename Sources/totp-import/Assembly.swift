import ImportPipeline
import TOTPDomain
import TOTPImport

/// The parts of the library, and the console. Commands get everything from here, so that a test can replace them.
struct Assembly: Sendable {
    var importFormats: FormatRegistry
    var exportFormats: [any ExportFormat]
    var decoders: [any ImageDecoder]
    var archives: any ArchiveOpener
    var scanner: any QRCodeScanner
    var generator: any TOTPGenerator
    var random: any RandomSource
    var console: Console
    /// A value for the bytes of an image, the same only for the same bytes.
    var fingerprint: @Sendable ([UInt8]) -> UInt128?

    @TaskLocal static var current = Assembly(.standard, console: Console())

    init(_ parts: Parts, console: Console) {
        importFormats = parts.importFormats
        exportFormats = parts.exportFormats
        decoders = parts.decoders
        archives = parts.archives
        scanner = parts.scanner
        generator = parts.generator
        random = parts.random
        fingerprint = parts.fingerprint
        self.console = console
    }

    var images: ImageReader { images(drawsPictures: false) }

    func images(drawsPictures: Bool) -> ImageReader {
        ImageReader(decoders: decoders, scanner: scanner, drawsPictures: drawsPictures)
    }

    /// The reader of inputs that are not encrypted.
    var reader: SourceReader { reader(nil) }

    /// - parameter memory: images that it has are not scanned.
    func reader(_ memory: (any ImageMemory)?) -> SourceReader {
        SourceReader(
            registry: importFormats, images: images, compressions: Compression.all, archives: archives,
            fingerprint: fingerprint, memory: memory)
    }
}
