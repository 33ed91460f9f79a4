import ArgumentParser
import Encodings
import ImportPipeline
import Limits
import SafeFile
import TOTPDomain

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What to read, and how.
struct SourceOptions: ParsableArguments {
    @Argument(help: "Files, folders (searched recursively), archives, or - for standard input.", completion: .file())
    var inputs: [String] = []

    @OptionGroup var list: InputListOptions

    @Option(
        help: ArgumentHelp(
            "Read every input except images as this format (see totp-import formats).", valueName: "format"),
        completion: .list(FormatID.readable))
    var from: FormatID?

    @Option(
        help: ArgumentHelp(
            "Name the columns of a table: issuer=A,name=B,secret=3.", valueName: "roles"),
        transform: SourceOptions.tableColumns)
    var columns: TableColumns?

    @Option(
        help: ArgumentHelp(
            "Read the secrets of a table in this encoding.", valueName: "encoding"))
    var secretEncoding: SecretEncoding?

    @Option(
        name: .customLong("source-passphrase-file"),
        help: ArgumentHelp(
            "Passphrases for encrypted inputs, one per line, each tried (else TOTP_IMPORT_SOURCE_PASSPHRASE, else a prompt).",
            valueName: "file"),
        completion: .file())
    var sourcePassphraseFile: String?

    @Option(help: ArgumentHelp("The key file of KDBX inputs.", valueName: "file"), completion: .file())
    var keyFile: String?

    @Option(help: ArgumentHelp("The most memory that an input's key derivation may use.", valueName: "MiB"))
    var kdfMemory = Limit.derivationMemory.value >> 20

    @Option(help: ArgumentHelp("The longest time for the key derivations of an input.", valueName: "seconds"))
    var kdfTime = Limit.derivationTime.value

    @Option(help: ArgumentHelp("Number of inputs to read at once.", valueName: "n"))
    var jobs = SourceOptions.defaultJobs

    /// The machine's cores.
    static let defaultJobs = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
        try Self.validate(jobs: jobs)
        guard 1...1_048_576 ~= kdfMemory else { throw ValidationError("--kdf-memory must be 1 to 1048576 MiB") }
        guard 1...86_400 ~= kdfTime else { throw ValidationError("--kdf-time must be 1 to 86400 seconds") }
        try list.validate(inputs)
        try PassphraseOptions.checkStandardInput(users)
        if let from, Assembly.current.importFormats.format(from) == nil {
            throw FormatEntry.unknown(from, among: FormatID.readable)
        }
        if columns != nil, let from, from != Self.table {
            throw ValidationError("--columns and --from \(from.rawValue) cannot be used together")
        }
    }

    static func validate(jobs: Int) throws {
        guard 1...Limit.jobs.value ~= jobs else { throw ValidationError("--jobs must be 1 to \(Limit.jobs.value)") }
    }

    /// Files that are read, apart from the inputs.
    var otherFiles: [String?] { [sourcePassphraseFile, keyFile, list.filesFrom] }

    /// What may be `-`.
    var users: [String?] { inputs + [sourcePassphraseFile, list.filesFrom] }

    /// The inputs and the list of inputs, for messages.
    var names: [String] {
        inputs.map(\.inputName) + (list.filesFrom.map { ["the inputs of \($0.inputName)"] } ?? [])
    }

    /// The reader of all inputs.
    ///
    /// - parameters:
    ///   - vaultPassphrase: tried on vaults among the inputs.
    ///   - mayAsk: waits until somebody may be asked for a passphrase; false if the answer would be of no use.
    ///   - drawsPictures: whether to draw images small, for the report page.
    ///   - memory: images that it has are not scanned.
    func reader(
        vaultPassphrase: Passphrase? = nil, mayAsk: @escaping @Sendable () async -> Bool = { true },
        drawsPictures: Bool = false, memory: (any ImageMemory)? = nil
    ) throws -> SourceReader {
        let assembly = Assembly.current
        var limits = ImportLimits()
        limits.keyDerivationMemory = kdfMemory << 20
        limits.keyDerivationSeconds = kdfTime
        return SourceReader(
            registry: assembly.importFormats,
            images: assembly.images(drawsPictures: drawsPictures),
            passphrases: TerminalPassphrases(
                known: try knownPassphrases() + [vaultPassphrase].compactMap { $0 }, mayAsk: mayAsk),
            forced: (columns == nil ? from : Self.table).flatMap { assembly.importFormats.format($0) },
            keyFile: try keyFile.map { try BoundedFile.read($0, limit: Limit.keyFile.value) },
            columns: columns,
            secretEncoding: secretEncoding,
            limits: limits,
            compressions: Compression.all,
            archives: assembly.archives,
            deriving: { ProgressLine.current?.say("\($0.name.inputName): deriving the key…") },
            fingerprint: assembly.fingerprint,
            memory: memory
        )
    }

    /// The format that `--columns` implies.
    private static let table: FormatID = "csv"

    private static func tableColumns(_ text: String) throws -> TableColumns {
        do throws(TableColumnsError) { return try TableColumns(text) } catch { throw ValidationError(error.message) }
    }

    private func knownPassphrases() throws -> [Passphrase] {
        if let sourcePassphraseFile {
            return try PassphraseFile.lines(sourcePassphraseFile, "Passphrase of the inputs")
        }
        return [PassphraseVariable.source.value].compactMap { $0 }
    }
}

extension SecretEncoding: ExpressibleByArgument {}

extension FormatID: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    /// The formats of `--from`.
    static var readable: [String] { Assembly.current.importFormats.formats.map(\.description.id.rawValue).sorted() }
}
