internal import Containers
internal import CryptoPrimitives
internal import Exporters
internal import ImageDecode
package import Images
package import ImportPipeline
internal import Importers
internal import QRScan
package import TOTPDomain
internal import Vault

/// The one place where the library and the command line get their parts.
package struct Parts: Sendable {
    package var importFormats: FormatRegistry
    package var exportFormats: [any ExportFormat]
    package var decoders: [any ImageDecoder]
    package var archives: any ArchiveOpener
    package var scanner: any QRCodeScanner
    package var generator: any TOTPGenerator
    package var random: any RandomSource
    /// A value for the bytes of an image, the same only for the same bytes.
    package var fingerprint: @Sendable ([UInt8]) -> UInt128?

    package static let standard = Parts(
        importFormats: FormatRegistry(
            formats: [VaultImportFormat()] + FormatRegistry.standard.formats,
            appsWithoutExport: FormatRegistry.standard.appsWithoutExport),
        exportFormats: ExportFormats.all + [VaultExportFormat()],
        decoders: ImageDecoders.all(),
        archives: LibArchiveOpener(),
        scanner: LadderScanner(onFallback: PNGDecoder.releaseKeptMemory),
        generator: OneTimeCodes(),
        random: SystemRandom(),
        fingerprint: { contentFingerprint?.of($0) }
    )

    /// Without randomness, images have no fingerprints, and copies are read like different images.
    private static let contentFingerprint = try? ContentFingerprint()
}

extension Parts {
    /// A reader of inputs of every kind.
    ///
    /// - Parameters:
    ///   - memory: images that it has are not scanned.
    ///   - drawsPictures: whether to draw images small, for the report page.
    package func reader(
        _ settings: ReadingSettings = ReadingSettings(), memory: (any ImageMemory)? = nil, drawsPictures: Bool = false
    ) -> SourceReader {
        SourceReader(
            registry: importFormats,
            images: ImageReader(decoders: decoders, scanner: scanner, drawsPictures: drawsPictures),
            settings: settings, compressions: Compression.all, archives: archives, fingerprint: fingerprint,
            memory: memory)
    }

    /// Returns a reader that tries these passphrases and never asks.
    package func reader(passphrases: [Passphrase]) -> SourceReader {
        var settings = ReadingSettings()
        settings.passphrases = PassphraseSource(known: passphrases)
        return reader(settings)
    }
}

extension Compression {
    /// The compressions that can be unpacked.
    package static let all = [gzip] + PackedStream.Compression.allCases.map(packed)

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
