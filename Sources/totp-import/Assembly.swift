import CodeGeneration
import Containers
import CryptoPrimitives
import Exporters
import ImageDecode
import ImportPipeline
import Importers
import QRScan
import TOTPDomain
import Vault

/// The one place where the parts are put together. Commands get everything from here, so that a test can replace them.
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
    var fingerprint: @Sendable ([UInt8]) -> UInt128? = { _ in nil }

    @TaskLocal static var current = Assembly(
        importFormats: FormatRegistry(
            formats: [VaultImportFormat()] + FormatRegistry.standard.formats,
            appsWithoutExport: FormatRegistry.standard.appsWithoutExport),
        exportFormats: ExportFormats.all + [VaultExportFormat()],
        decoders: ImageDecoders.all(),
        archives: LibArchiveOpener(),
        scanner: LadderScanner(onFallback: PNGDecoder.releaseKeptMemory),
        generator: CodeGenerator(),
        random: SystemRandom(),
        console: Console(),
        fingerprint: contentFingerprint
    )

    /// Without randomness there is none: copies are then read as other images.
    private static let contentFingerprint: @Sendable ([UInt8]) -> UInt128? = {
        let fingerprint = try? ContentFingerprint()
        return { fingerprint?.of($0) }
    }()

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

extension Compression {
    static let all = [gzip] + PackedStream.Compression.allCases.map(packed)

    private static let gzip = Compression(signature: GzipStream.magic) { packed throws(SourceError) in
        try GzipStream(packed)
    }

    private static func packed(_ compression: PackedStream.Compression) -> Compression {
        Compression(signature: compression.signature) { packed throws(SourceError) in
            try PackedStream(packed, compression)
        }
    }
}

/// Random bytes from libcrypto.
private struct SystemRandom: RandomSource {
    func bytes(_ count: Int) throws(ExportError) -> [UInt8] {
        do throws(CryptoError) { return try RandomBytes.make(count) } catch {
            throw ExportError(.noRandomness, "the system provides no random bytes")
        }
    }
}
