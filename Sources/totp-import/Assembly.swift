import CodeGeneration
import Exporters
import ImageDecode
import ImportPipeline
import Importers
import QRScan
import TOTPDomain
import Vault

/// The one place where parts are put together. Commands get everything from here, so that a test can put in its own.
struct Assembly: Sendable {
    var importFormats: FormatRegistry
    var exportFormats: [any ExportFormat]
    var decoders: [any ImageDecoder]
    var scanner: any QRCodeScanner
    var generator: any TOTPGenerator
    var console: Console

    @TaskLocal static var current = Assembly(
        importFormats: FormatRegistry(formats: [VaultImportFormat()] + FormatRegistry.standard.formats),
        exportFormats: ExportFormats.all,
        decoders: ImageDecoders.all(),
        scanner: LadderScanner(onFallback: PNGDecoder.releaseKeptMemory),
        generator: CodeGenerator(),
        console: Console()
    )

    var images: ImageReader { ImageReader(decoders: decoders, scanner: scanner) }
}
