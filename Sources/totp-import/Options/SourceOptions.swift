import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is read, and how.
struct SourceOptions: ParsableArguments {
    @Argument(help: "Files, folders (searched in depth), or - for standard input.", completion: .file())
    var inputs: [String]

    @Option(help: "Read every input that is no picture as this format (see totp-import formats).")
    var from: FormatID?

    @Option(
        name: .customLong("source-passphrase-file"),
        help: ArgumentHelp(
            "Passphrases for encrypted inputs, one a line, each tried (else TOTP_IMPORT_SOURCE_PASSPHRASE, else a prompt).",
            valueName: "file"),
        completion: .file())
    var sourcePassphraseFile: String?

    @Option(help: ArgumentHelp("The key file of KDBX inputs.", valueName: "file"), completion: .file())
    var keyFile: String?

    @Option(help: ArgumentHelp("The most memory that an input's key derivation may ask for.", valueName: "MiB"))
    var kdfMemory = 1024

    @Option(help: ArgumentHelp("Inputs that are read at a time.", valueName: "n"))
    var jobs = SourceOptions.defaultJobs

    /// The machine's cores.
    static let defaultJobs = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        guard 1...256 ~= jobs else { throw ValidationError("--jobs takes a number from 1 to 256.") }
        guard 1...1_048_576 ~= kdfMemory else { throw ValidationError("--kdf-memory takes 1 to 1048576 MiB.") }
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("Standard input (-) can be read once only.")
        }
        if inputs.contains("-"), sourcePassphraseFile == "-" {
            throw ValidationError("Standard input (-) cannot be both an input and the passphrases.")
        }
        if let from, Assembly.current.importFormats.format(from) == nil {
            throw ValidationError("“\(from.rawValue.sanitized)” is no known format; totp-import formats lists them.")
        }
    }

    /// The reader of all inputs.
    ///
    /// - parameter vaultPassphrase: tried on vaults among the inputs.
    func reader(vaultPassphrase: Passphrase? = nil, isQuiet: Bool) throws -> SourceReader {
        let assembly = Assembly.current
        var limits = ImportLimits()
        limits.keyDerivationMemory = kdfMemory << 20
        return SourceReader(
            registry: assembly.importFormats,
            images: assembly.images,
            passphrases: TerminalPassphrases(known: try knownPassphrases() + [vaultPassphrase].compactMap { $0 }),
            forced: from.flatMap { assembly.importFormats.format($0) },
            keyFile: try keyFile.map { try BoundedFile.read($0, limit: 64 << 20) },
            limits: limits
        )
    }

    private func knownPassphrases() throws -> [Passphrase] {
        if let sourcePassphraseFile { return try PassphraseFile.lines(sourcePassphraseFile) }
        return [Console.environment("TOTP_IMPORT_SOURCE_PASSPHRASE").map { Passphrase($0) }].compactMap { $0 }
    }
}

extension FormatID: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    public static var allValueStrings: [String] {
        Assembly.current.importFormats.formats.map(\.description.id.rawValue).sorted()
    }
}
